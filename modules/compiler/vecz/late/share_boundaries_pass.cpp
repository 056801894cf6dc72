// Boundary sharing
// ----------------
//
// A SIMD group with indices at a boundary computes the lanes' own indices: divisions, comparisons
// and a gather, all in vectors wider than a register (checked_strides.h). Few SIMD groups come
// there. But in a kernel with many accesses of a[i % n] this code is a fifth of all generated code.
// Most of it differs only in the values with which it begins.
//
// So each such region, with one branch into it and one out of it, becomes a function. Its
// parameters are the values from outside, in the order of their use; values used behind the region
// are returned. Of equal functions one is kept:
//
//      br %ok1, label %fast1, label %slow1          slow1: %x = call @kiln.boundary(%a, %i, %n);
//      slow1: 30 instructions → %x                         br label %join1;
//      br %ok2, label %fast2, label %slow2     →    slow2: %y = call @kiln.boundary(%a, %j, %n);
//      slow2: the same of %j  → %y                         br label %join2
//
// A region without an equal one is left in place: a call would only be slower. Functions are
// compared by LLVM's StructuralHash and FunctionComparator, as in MergeFunctions. LLVM's IROutliner
// does the same for any code; here only rarely executed regions are outlined.

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
#include "vecz/model/simd_group.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::shareBoundaries;

namespace {

// Returns true if the instruction may run in another function: no calls but intrinsics, no atomics,
// no variables.
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

// The code for SIMD groups at one boundary.
struct Region {
  SetVector<BasicBlock *> blocks;  ///< the entry first
  BasicBlock *last = nullptr;      ///< the only block with a successor outside
  BasicBlock *next = nullptr;      ///< this successor
  SetVector<Value *> inputs;
  SetVector<Instruction *> outputs;
  unsigned size = 0;

  BasicBlock *entry() const { return blocks.front(); }
};

// Moves sums of a value and a constant out of the region, as these indices differ between regions.
// They are computed for the check as well, so they cost nothing in front of it.
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

// The region dominated by `entry`; nothing if it cannot become a function.
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

// Void, the type of the one output, or a structure of all outputs.
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

// A function with a copy of the region.
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
    // An equal region may alias differently.
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

// Replaces the region by a call of the function.
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

// The regions of all variants of a module. add() collects, finish() decides.
class Sharing {
 public:
  void add(Function &variant) {
    const DominatorTree dominators(variant);
    SmallPtrSet<const BasicBlock *, 16> taken;
    // Outer checks come before inner ones.
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&variant)) {
      if (!isBehindFailedCheck(*block) || taken.contains(block)) {
        continue;
      }
      hoistIndices(*block);
      if (auto region = regionAt(*block, dominators)) {
        taken.insert_range(region->blocks);
        insert(std::move(*region));
      }
    }
  }

  // Functions of one region are erased.
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
  // A function, and the regions that are equal to it.
  struct Shared {
    Function *function;
    SmallVector<Region, 4> regions;
  };

  // Adds the region to an equal function, or as a new one.
  void insert(Region region) {
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
