// Translates blocks, branches and phis (SPIR-V 1.5 §3.32.17) to LLVM's control flow graph.
//
// Structured control flow (OpLoopMerge, OpSelectionMerge) is ignored, since LLVM finds loops itself
// and finalize accepts any reducible or irreducible graph. Loop hints have no effect.
//
// A phi may use values of later blocks. Its incoming values are therefore added at the end of the
// function. Unreachable blocks are skipped: SPIR-V allows uses in them that LLVM's verifier would
// reject, and a phi drops the operands that come from them.
#include "debug/debug_lines.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "translator/handlers.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

/// Begins a block. Its position in LLVM's list is where SPIR-V has it, not where a branch first
/// named it, so that dumps read in the module's order. A source position ends with the block.
void translateLabel(Translator &translator, const Instruction &instruction) {
  llvm::BasicBlock *block = translator.body().block(instruction.id);
  block->moveAfter(&translator.body().function()->back());
  translator.builder().SetInsertPoint(block);
  translator.debugLines().clear();
}

/// Creates an empty phi; completePhis() adds the incoming values.
void translatePhi(Translator &translator, const Instruction &instruction) {
  llvm::Type *type = translator.type(instruction.type);
  if (!type->isFirstClassType() || type->isTokenTy()) {
    return translator.fail("a value of this type is not supported");
  }
  llvm::PHINode *phi =
      translator.builder().CreatePHI(type, static_cast<unsigned>(instruction.operands.size() / 2));
  translator.body().addPhi(instruction, phi);
  translator.setValue(instruction, phi);
}

void translateBranch(Translator &translator, const Instruction &instruction) {
  translator.builder().CreateBr(translator.body().block(instruction.operand(0)));
}

/// Branch weights, two literals behind the labels, are dropped.
void translateConditional(Translator &translator, const Instruction &instruction) {
  llvm::Value *condition = translator.value(instruction.operand(0));
  if (!condition->getType()->isIntegerTy(1)) {
    return translator.fail("the condition is no boolean", Error::Kind::invalid);
  }
  translator.builder().CreateCondBr(condition, translator.body().block(instruction.operand(1)),
                                    translator.body().block(instruction.operand(2)));
}

/// Visits the cases of an OpSwitch: pairs of a literal of the selector's width and a label.
template <class Visit>
void forEachCase(const Instruction &instruction, unsigned width, Visit visit) {
  const size_t words = width > 32 ? 2 : 1;
  for (size_t i = 2; i + words < instruction.operands.size(); i += words + 1) {
    const uint64_t high = words == 2 ? instruction.operand(i + 1) : 0;
    visit(instruction.operand(i) | high << 32, instruction.operand(i + words));
  }
}

/// SPIR-V forbids equal cases (SPIR-V 1.6 §3.32.17), and LLVM asserts on them. A literal narrower
/// than a word is sign- or zero-extended, so its upper bits are cut.
void translateSwitch(Translator &translator, const Instruction &instruction) {
  llvm::Value *selector = readOperand(translator, instruction, isInteger);
  auto *type = selector ? llvm::dyn_cast<llvm::IntegerType>(selector->getType()) : nullptr;
  if (!type) {
    return translator.fail("the selector is no integer", Error::Kind::invalid);
  }
  llvm::SwitchInst *result =
      translator.builder().CreateSwitch(selector, translator.body().block(instruction.operand(1)));
  llvm::DenseSet<llvm::ConstantInt *> seen;
  forEachCase(instruction, type->getBitWidth(), [&](uint64_t literal, uint32_t label) {
    auto *value = llvm::ConstantInt::get(
        translator.context(),
        llvm::APInt(type->getBitWidth(), literal, false, /*implicitTrunc=*/true));
    if (!seen.insert(value).second) {
      return translator.fail("two cases of one value", Error::Kind::invalid);
    }
    result->addCase(value, translator.body().block(label));
  });
}

void translateReturn(Translator &translator, const Instruction &) {
  if (!translator.body().function()->getReturnType()->isVoidTy()) {
    return translator.fail("the function has to return a value", Error::Kind::invalid);
  }
  translator.builder().CreateRetVoid();
}

/// A pointer with a matrix layout would lose it on the way to the caller.
void translateReturnValue(Translator &translator, const Instruction &instruction) {
  llvm::Value *value = translator.value(instruction.operand(0));
  refusePlaced(translator, instruction.operand(0));
  if (value->getType() != translator.body().function()->getReturnType()) {
    return translator.fail("not the type that the function returns", Error::Kind::invalid);
  }
  translator.builder().CreateRet(value);
}

void translateUnreachable(Translator &translator, const Instruction &) {
  translator.builder().CreateUnreachable();
}

/// OpAssumeTrueKHR (SPV_KHR_expect_assume). An operand of another type is no reason to refuse a
/// hint.
void translateAssume(Translator &translator, const Instruction &instruction) {
  llvm::Value *condition = translator.value(instruction.operand(0));
  if (condition->getType()->isIntegerTy(1)) {
    translator.builder().CreateAssumption(condition);
  }
}

/// OpExpectKHR: the value without its expectation; LLVM's heuristics decide.
void translateExpect(Translator &translator, const Instruction &instruction) {
  translator.setValue(instruction, translator.value(instruction.operand(0)));
}

void ignore(Translator &, const Instruction &) {}

constexpr HandlerRow rows[] = {
    {spv::Op::OpLabel, translateLabel},
    {spv::Op::OpPhi, translatePhi},
    // Terminators of blocks (SPIR-V 1.6 §3.32.17).
    {spv::Op::OpBranch, translateBranch},
    {spv::Op::OpBranchConditional, translateConditional},
    {spv::Op::OpSwitch, translateSwitch},
    {spv::Op::OpReturn, translateReturn},
    {spv::Op::OpReturnValue, translateReturnValue},
    {spv::Op::OpUnreachable, translateUnreachable},
    {spv::Op::OpAssumeTrueKHR, translateAssume},
    {spv::Op::OpExpectKHR, translateExpect},
    // Hints.
    {spv::Op::OpLoopMerge, ignore},
    {spv::Op::OpSelectionMerge, ignore},
    {spv::Op::OpLoopControlINTEL, ignore},
    {spv::Op::OpLifetimeStart, ignore},
    {spv::Op::OpLifetimeStop, ignore},
};

/// The targets of a branch; forEachCase() finds the targets of OpSwitch.
std::span<const uint32_t> targetsOf(const Instruction &instruction) {
  const auto labels = instruction.operandsFrom(1);
  switch (instruction.op) {
    case spv::Op::OpBranch:
      return instruction.operands;
    case spv::Op::OpBranchConditional:
      return labels.first(std::min<size_t>(2, labels.size()));
    default:
      return {};
  }
}

}  // namespace

HandlerTable controlFlowHandlers() {
  return rows;
}

/// A flood over the targets of branches from the first label. The body has no LLVM blocks yet, so
/// this reads the instructions; the width of a selector tells how many words a case takes.
llvm::DenseMap<uint32_t, bool> reachableLabels(Translator &translator,
                                               std::span<const Instruction> body) {
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t>> targets;
  llvm::DenseMap<uint32_t, bool> reachable;
  std::vector<uint32_t> work;
  uint32_t label = 0;
  for (const Instruction &instruction : body) {
    if (instruction.op == spv::Op::OpLabel) {
      label = instruction.id;
      if (work.empty()) {
        work.push_back(label);
      }
    } else if (instruction.op == spv::Op::OpSwitch) {
      targets[label].push_back(instruction.operand(1));
      const uint32_t type = translator.index().typeIdOf(instruction.operand(0));
      const Instruction *definition = translator.index().find(type);
      forEachCase(instruction, definition ? definition->operand(0) : 32,
                  [&](uint64_t, uint32_t target) { targets[label].push_back(target); });
    } else {
      const auto list = targetsOf(instruction);
      targets[label].append(list.begin(), list.end());
    }
  }
  while (!work.empty()) {
    const uint32_t next = work.back();
    work.pop_back();
    if (reachable.try_emplace(next, true).second) {
      work.insert(work.end(), targets[next].begin(), targets[next].end());
    }
  }
  return reachable;
}

/// For example, a loop's header with blocks %entry and %latch. The value %next is defined in
/// %latch, behind the header:
///
///   %i = OpPhi %uint %zero %entry %next %latch
///   phi i32 [ 0, %entry ], [ %next, %latch ]
///
/// LLVM wants one entry for each edge of the CFG: a conditional branch or a switch with two edges
/// to one block gives two equal entries. So the loop runs over LLVM's predecessors, not over the
/// operands.
void completePhis(Translator &translator) {
  for (const PendingPhi &pending : translator.body().phis()) {
    llvm::DenseMap<llvm::BasicBlock *, uint32_t> values;
    const Instruction &instruction = *pending.instruction;
    for (size_t i = 0; i + 1 < instruction.operands.size(); i += 2) {
      if (llvm::BasicBlock *parent = translator.body().findBlock(instruction.operand(i + 1))) {
        values[parent] = instruction.operand(i);
      }
    }
    for (llvm::BasicBlock *predecessor : llvm::predecessors(pending.phi->getParent())) {
      const uint32_t id = values.lookup(predecessor);
      llvm::Value *value = id != 0 ? translator.value(id) : nullptr;
      if (!value || value->getType() != pending.phi->getType()) {
        return translator.fail(instruction, "no value that fits for a predecessor",
                               Error::Kind::invalid);
      }
      refusePlaced(translator, id);
      pending.phi->addIncoming(value, predecessor);
    }
  }
}

}  // namespace spirv_ll
