// Groups of one work-item
// -----------------------
// Some programs make their groups what others make their work-items: one row of a matrix for each
// group, and a local size of 1. Their kernels ask for the id of the group, so groups cannot be
// merged as those of kernels that never ask (mark_group_invariant_pass.h), and a group of one
// fills no SIMD group. But where the local size is 1, the id of the group is the global id without
// its offset: nothing is left that depends on groups. Which of the two it is shows when the kernel
// runs, so there are both forms, behind one uniform branch. Kernels that ask for local ids are not
// written for groups of one, and are spared the second form.
#include "passes/work_items/specialize_single_item_groups_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "mux/abi.h"
#include "passes/work_items/mark_group_invariant_pass.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned maxSize = 400;

/// A call for dimension 0.
bool asksAlongX(const CallInst &call, StringRef name) {
  auto *dimension = call.arg_size() == 1 ? dyn_cast<ConstantInt>(call.getArgOperand(0)) : nullptr;
  return calledName(call) == name && dimension && dimension->isZero();
}

/// Something that says how the work-item is grouped, and that has a meaning in a group of one.
bool isKnownInGroupOfOne(const CallInst &call) {
  return asksAlongX(call, "__mux_get_group_id") || asksAlongX(call, "__mux_get_local_size");
}

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

/// The blocks' copies; variables are left to `entry`, for both.
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
