// A SIMD group whose indices meet an edge takes the lanes' own indices: divisions, comparisons and
// a gather, all in vectors that are wider than a register (checked_strides.h). Few SIMD groups come
// there, but in a kernel with many accesses of a[i % n] that is a fifth of what code is generated
// for, and most of it differs in nothing but the values it begins with.
//
// So each such region, which one branch leads to and one leads out of, becomes a function: its
// parameters are the values from outside, in the order in which they are used; what is used behind
// it is returned. Of functions that are equal one is kept. A region that stands once is left where
// it is: it would only be slower.

#include "vecz/late/share_boundaries_pass.h"

#include <map>
#include <optional>
#include <vector>

#include "ir/kernel_conventions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/memory/window_accesses.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Instructions. Below, a call is no less than what it does.
constexpr unsigned leastSize = 12;
/// Values are passed in registers.
constexpr unsigned maxParameters = 12;
constexpr unsigned maxResults = 4;

bool canMove(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    return isa<IntrinsicInst>(call) && !call->isConvergent();
  }
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    return load->isSimple();
  }
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    return store->isSimple();
  }
  return !instruction.isAtomic() && !isa<AllocaInst>(instruction) &&
         (!instruction.isTerminator() || isa<BranchInst>(instruction));
}

/// What SIMD groups at one edge do.
struct Region {
  SetVector<BasicBlock *> blocks;  ///< the one that it begins with first
  BasicBlock *last = nullptr;      ///< which alone leads out of it
  BasicBlock *next = nullptr;      ///< to here
  SetVector<Value *> inputs;
  SetVector<Instruction *> outputs;
  unsigned size = 0;

  BasicBlock *entry() const { return blocks.front(); }
};

/// Indices that are a constant apart from another value: what they differ in between regions. They
/// are computed for the check as well, so here they cost nothing.
void hoistIndices(BasicBlock &entry) {
  BasicBlock *before = entry.getSinglePredecessor();
  for (Instruction &instruction : make_early_inc_range(entry)) {
    if (instruction.getOpcode() != Instruction::Add || !instruction.getType()->isIntegerTy()) {
      continue;
    }
    auto *base = dyn_cast<Instruction>(instruction.getOperand(0));
    if (isa<ConstantInt>(instruction.getOperand(1)) && (!base || base->getParent() != &entry)) {
      instruction.moveBefore(before->getTerminator()->getIterator());
    }
  }
}

/// Nothing if it cannot be a function.
std::optional<Region> regionAt(BasicBlock &entry, const DominatorTree &dominators) {
  Region region;
  SmallVector<BasicBlock *> blocks;
  dominators.getDescendants(&entry, blocks);
  region.blocks.insert_range(blocks);
  if (isa<PHINode>(entry.front()) || region.entry() != &entry) {
    return std::nullopt;
  }
  for (BasicBlock *block : region.blocks) {
    region.size += block->size();
    if (!all_of(*block, canMove)) {
      return std::nullopt;
    }
    for (BasicBlock *successor : successors(block)) {
      if (region.blocks.contains(successor)) {
        continue;
      }
      if (region.last) {
        return std::nullopt;
      }
      region.last = block;
      region.next = successor;
    }
  }
  if (!region.last || succ_size(region.last) != 1 || region.size < leastSize) {
    return std::nullopt;
  }
  for (BasicBlock *block : region.blocks) {
    for (Instruction &instruction : *block) {
      for (Value *operand : instruction.operands()) {
        auto *value = dyn_cast<Instruction>(operand);
        if (isa<Argument>(operand) || (value && !region.blocks.contains(value->getParent()))) {
          region.inputs.insert(operand);
        }
      }
      bool isUsedBehind = any_of(instruction.uses(), [&](const Use &use) {
        return !region.blocks.contains(cast<Instruction>(use.getUser())->getParent());
      });
      if (isUsedBehind) {
        region.outputs.insert(&instruction);
      }
    }
  }
  if (region.inputs.size() > maxParameters || region.outputs.size() > maxResults) {
    return std::nullopt;
  }
  return region;
}

Type *resultType(const Region &region, LLVMContext &context) {
  SmallVector<Type *> types;
  for (Instruction *output : region.outputs) {
    types.push_back(output->getType());
  }
  if (types.size() == 1) {
    return types.front();
  }
  return types.empty() ? Type::getVoidTy(context) : StructType::get(context, types);
}

/// The function of a copy of the region.
Function *functionOf(const Region &region) {
  Function &variant = *region.entry()->getParent();
  Module &module = *variant.getParent();
  SmallVector<Type *> parameters;
  for (Value *input : region.inputs) {
    parameters.push_back(input->getType());
  }
  Type *result = resultType(region, module.getContext());
  auto *function = Function::Create(FunctionType::get(result, parameters, false),
                                    GlobalValue::InternalLinkage, "kiln.boundary", module);
  passes::copyTargetAttributes(variant, *function);
  function->addFnAttr(Attribute::NoInline);
  function->setDoesNotThrow();
  ValueToValueMapTy map;
  for (auto [input, parameter] : zip(region.inputs, function->args())) {
    map[input] = &parameter;
  }
  for (BasicBlock *block : region.blocks) {
    BasicBlock *copy = CloneBasicBlock(block, map, "", function);
    map[block] = copy;
  }
  Instruction *out = cast<BasicBlock>(map.lookup(region.last))->getTerminator();
  for (Instruction &instruction : instructions(*function)) {
    if (&instruction != out) {
      RemapInstruction(&instruction, map, RF_NoModuleLevelChanges);
    }
    // Promises of one region are not those of another that is like it else.
    for (unsigned promise :
         {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias}) {
      instruction.setMetadata(promise, nullptr);
    }
  }
  IRBuilder<> builder(out);
  SmallVector<Value *> results;
  for (Instruction *output : region.outputs) {
    results.push_back(map.lookup(output));
  }
  if (results.empty()) {
    builder.CreateRetVoid();
  } else if (results.size() == 1) {
    builder.CreateRet(results.front());
  } else {
    builder.CreateAggregateRet(results.data(), static_cast<unsigned>(results.size()));
  }
  out->eraseFromParent();
  if (none_of(instructions(*function),
              [](const Instruction &instruction) { return instruction.mayWriteToMemory(); })) {
    function->setOnlyReadsMemory();
  }
  return function;
}

/// In place of the region.
void callInstead(const Region &region, Function &function) {
  BasicBlock *call =
      BasicBlock::Create(function.getContext(), "", region.entry()->getParent(), region.entry());
  call->takeName(region.entry());
  IRBuilder<> builder(call);
  CallInst *result = builder.CreateCall(&function, region.inputs.getArrayRef());
  for (auto [number, output] : enumerate(region.outputs)) {
    Value *value = region.outputs.size() == 1
                       ? result
                       : builder.CreateExtractValue(result, static_cast<unsigned>(number));
    output->replaceUsesWithIf(value, [&](const Use &use) {
      return !region.blocks.contains(cast<Instruction>(use.getUser())->getParent());
    });
  }
  builder.CreateBr(region.next);
  region.next->replacePhiUsesWith(region.last, call);
  BasicBlock *before = region.entry()->getSinglePredecessor();
  before->getTerminator()->replaceSuccessorWith(region.entry(), call);
  region.last->getTerminator()->eraseFromParent();
  IRBuilder<>(region.last).CreateUnreachable();
  DeleteDeadBlocks(region.blocks.getArrayRef());
}

class Sharing {
 public:
  void add(Function &variant) {
    const DominatorTree dominators(variant);
    SmallPtrSet<const BasicBlock *, 16> taken;
    // Outer checks before those behind them.
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&variant)) {
      if (!isBehindFailedCheck(*block) || taken.contains(block)) {
        continue;
      }
      hoistIndices(*block);
      if (auto region = regionAt(*block, dominators)) {
        taken.insert_range(region->blocks);
        place(std::move(*region));
      }
    }
  }

  void finish() {
    for (Shared &each : shared_) {
      if (each.regions.size() > 1) {
        for (const Region &region : each.regions) {
          callInstead(region, *each.function);
        }
      } else {
        each.function->eraseFromParent();
      }
    }
  }

 private:
  struct Shared {
    Function *function;
    SmallVector<Region, 4> regions;
  };

  void place(Region region) {
    Function *function = functionOf(region);
    SmallVector<size_t, 1> &alike = byHash_[StructuralHash(*function)];
    for (size_t number : alike) {
      if (FunctionComparator(shared_[number].function, function, &numbers_).compare() == 0) {
        function->eraseFromParent();
        shared_[number].regions.push_back(std::move(region));
        return;
      }
    }
    alike.push_back(shared_.size());
    shared_.push_back({function, {}});
    shared_.back().regions.push_back(std::move(region));
  }

  std::vector<Shared> shared_;
  std::map<stable_hash, SmallVector<size_t, 1>> byHash_;
  GlobalNumberState numbers_;
};

}  // namespace

PreservedAnalyses ShareBoundariesPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *> variants;
  for (Function &function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(plainBoundariesAttribute) &&
        !function.getSubprogram()) {
      variants.push_back(&function);
    }
  }
  Sharing sharing;
  for (Function *variant : variants) {
    sharing.add(*variant);
  }
  sharing.finish();
  return variants.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace compiler::vecz
