// A private variable lives in one of three places:
//
// * A variable in use across a barrier has a slot per work-item in the frame (SplitBarriersPass).
// * In a kernel with over 4 KiB of other variables, each of at least 256 bytes goes to the fixed
//   part of the frame. One place there serves all work-items in turn.
// * All others stay on the worker's stack.
//
// The total counts vector variants as well: their variables have one element per lane, and any of
// the variants may be inlined into the same stack frame. kiln.private_size counts the scalar
// variants only, for it answers a query about one work-item.

#include "passes/abi/private_memory_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "vecz/model/simd_group.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::privateMemory;

namespace {

// The alignment of the fixed part (mux/abi.h).
constexpr uint64_t maxAlignment = 128;

// All variables of one function, in order.
SmallVector<AllocaInst *> variablesOf(Function &function) {
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : instructions(function)) {
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      variables.push_back(variable);
    }
  }
  return variables;
}

// Erases lifetime markers, which LLVM allows on allocas only.
void dropLifetime(AllocaInst &variable) {
  for (User *user : make_early_inc_range(variable.users())) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(user);
    if (intrinsic && intrinsic->isLifetimeStartOrEnd()) {
      intrinsic->eraseFromParent();
    }
  }
}

// Moves the function's large variables to the fixed frame, from offset 0 on. Returns their bytes.
uint64_t moveToFrame(Function &function) {
  uint64_t end = 0;
  for (AllocaInst *variable : variablesOf(function)) {
    uint64_t size = bytesOf(*variable);
    if (size < minBytesToMove) {
      continue;
    }
    end = alignTo(end, std::min<uint64_t>(variable->getAlign().value(), maxAlignment));
    dropLifetime(*variable);
    IRBuilder<> builder(variable);
    Value *address =
        builder.CreateCall(declareFixedFrame(*function.getParent()), {builder.getInt64(end)});
    address->takeName(variable);
    variable->replaceAllUsesWith(address);
    variable->eraseFromParent();
    end += size;
  }
  return end;
}

// Adds all work-item functions that the caller reaches, directly or through work-group functions.
void collectWorkItemFunctions(Function &caller, SmallSetVector<Function *, 8> &functions) {
  forEachCall(caller, [&](CallInst &call) {
    Function *callee = call.getCalledFunction();
    if (!callee) {
      return;
    }
    if (callee->hasFnAttribute(workGroupFunctionAttribute)) {
      collectWorkItemFunctions(*callee, functions);
    }
    if (callee->hasFnAttribute(workItemFunctionAttribute)) {
      functions.insert(callee);
      collectWorkItemFunctions(*callee, functions);
    }
  });
}

// Handles one kernel: counts, and moves variables if there are too many bytes for the stack.
void run(Function &kernel) {
  uint64_t onStack = 0;
  SmallSetVector<Function *, 8> functions;
  collectWorkItemFunctions(kernel, functions);
  uint64_t perItem = 0;
  for (Function *function : functions) {
    uint64_t bytes = privateBytes(*function);
    onStack += bytes;
    perItem += function->hasFnAttribute(vecz::simdGroupAttribute) ? 0 : bytes;
  }
  FrameProperties frame = frameOf(kernel);
  setProperties(kernel, privateSizeProperties, {perItem + frame.itemSize});
  if (onStack <= maxPrivateBytesOnStack) {
    return;
  }
  uint64_t size = 0;
  for (Function *function : functions) {
    size = std::max(size, moveToFrame(*function));
  }
  frame.fixedSize = alignTo(size, maxAlignment);
  frame.alignment = maxAlignment;
  setFrame(kernel, frame);
}

}  // namespace

PreservedAnalyses PrivateMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *kernel : kernelsOf(module)) {
    passes::run(*kernel);
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
