// Groups of one work-item
// -----------------------
// Some programs make a work-group of each unit of work, for example of each row of a matrix, with a
// local size of 1. Their kernels ask for the group's id. So groups cannot be merged as in kernels
// that never ask (mark_group_invariant_pass.h), and a group of one fills no SIMD group.
//
// At a local size of 1 the group's id is the global id without its offset, and nothing depends on
// groups any more. The local size is known only when the kernel runs. Therefore both variants
// exist, behind one uniform branch:
//
//   row = get_group_id(0); …    =>    if (get_enqueued_local_size(0) == 1) {
//                                       row = get_global_id(0) - get_global_offset(0); …
//                                     } else {
//                                       row = get_group_id(0); …
//                                     }
//
// Kernels that ask for local ids are not written for groups of one, and get no second variant.

#include "passes/work_items/specialize_single_item_groups_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "mux/abi.h"
#include "passes/work_items/mark_group_invariant_pass.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::specializeSingleItemGroups;

namespace {

// Returns true if the call is of `name`, for the constant dimension 0.
bool asksAlongX(const CallInst &call, StringRef name) {
  auto *dimension = call.arg_size() == 1 ? dyn_cast<ConstantInt>(call.getArgOperand(0)) : nullptr;
  return calledName(call) == name && dimension && dimension->isZero();
}

// Returns true if the call's result is known in a group of one work-item.
bool isKnownInGroupOfOne(const CallInst &call) {
  return asksAlongX(call, "__mux_get_group_id") || asksAlongX(call, "__mux_get_local_size");
}

// Returns true if the kernel gets a second variant; see the header.
bool isCandidate(Function &kernel) {
  if (hasFlags(kernel, mux_kernel_has_barriers) || kernel.getInstructionCount() > maxSize) {
    return false;
  }
  bool asks = false;
  for (Instruction &instruction : instructions(kernel)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    asks |= call && asksAlongX(*call, "__mux_get_group_id");
  }
  return asks && isGroupInvariant(kernel, isKnownInGroupOfOne);
}

// Replaces a call by its value in a group of one.
void answerForGroupOfOne(CallInst &call) {
  IRBuilder<> builder(&call);
  Value *answer = ConstantInt::get(call.getType(), 1);
  if (asksAlongX(call, "__mux_get_group_id")) {
    Module &module = *call.getModule();
    Function *id = declareWorkItemBuiltin(module, "__mux_get_global_id");
    Function *offset = declareWorkItemBuiltin(module, "__mux_get_global_offset");
    Value *x = builder.getInt32(0);
    Value *number = builder.CreateSub(builder.CreateCall(id, {x}), builder.CreateCall(offset, {x}));
    answer = builder.CreateZExtOrTrunc(number, call.getType());
  }
  call.replaceAllUsesWith(answer);
  call.eraseFromParent();
}

// Copies all blocks other than `entry`. Static variables move to `entry` and serve both variants,
// as only one of them runs.
SmallVector<BasicBlock *> copyBlocks(Function &kernel, BasicBlock &entry) {
  SmallVector<BasicBlock *> blocks;
  for (BasicBlock &block : kernel) {
    if (&block != &entry) {
      blocks.push_back(&block);
    }
  }
  for (Instruction &instruction : make_early_inc_range(*blocks.front())) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (variable && isa<Constant>(variable->getArraySize())) {
      variable->moveBefore(entry, entry.end());
    }
  }
  ValueToValueMapTy map;
  SmallVector<BasicBlock *> copies;
  for (BasicBlock *block : blocks) {
    copies.push_back(CloneBasicBlock(block, map, ".one", &kernel));
    map[block] = copies.back();
  }
  remapInstructionsInBlocks(copies, map);
  return copies;
}

// Adds the variant and the branch to one kernel.
void addVariant(Function &kernel) {
  BasicBlock *whole = &kernel.getEntryBlock();
  BasicBlock *entry = BasicBlock::Create(kernel.getContext(), "groups", &kernel, whole);
  SmallVector<BasicBlock *> copies = copyBlocks(kernel, *entry);
  IRBuilder<> builder(entry);
  Function *size = declareWorkItemBuiltin(*kernel.getParent(), "__mux_get_enqueued_local_size");
  Value *isOne =
      builder.CreateICmpEQ(builder.CreateCall(size, {builder.getInt32(0)}), builder.getInt64(1));
  builder.CreateCondBr(isOne, copies.front(), whole);
  for (BasicBlock *copy : copies) {
    for (Instruction &instruction : make_early_inc_range(*copy)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (call && isKnownInGroupOfOne(*call)) {
        answerForGroupOfOne(*call);
      }
    }
  }
  kernel.addFnAttr(mergeSingleGroupsAttribute);
}

}  // namespace

PreservedAnalyses SpecializeSingleItemGroupsPass::run(Module &module, ModuleAnalysisManager &) {
  if (localSize_ > 1) {
    return PreservedAnalyses::all();
  }
  for (Function *kernel : kernelsOf(module)) {
    if (isCandidate(*kernel)) {
      addVariant(*kernel);
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
