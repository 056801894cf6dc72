#include "passes/abi/private_memory_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "vecz/model/simd_group.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Variables smaller than this stay on the stack.
constexpr uint64_t minBytesToMove = 256;
constexpr uint64_t maxAlignment = 128;

SmallVector<AllocaInst *> variablesOf(Function &function) {
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : instructions(function)) {
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      variables.push_back(variable);
    }
  }
  return variables;
}

void dropLifetime(AllocaInst &variable) {
  for (User *user : make_early_inc_range(variable.users())) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(user);
    if (intrinsic && intrinsic->isLifetimeStartOrEnd()) {
      intrinsic->eraseFromParent();
    }
  }
}

/// Moves the body's large variables; the bytes that they take.
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

/// The work-item functions that the function calls, itself or through work-group functions.
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
  FrameLayout frame = frameOf(kernel);
  setIntegerMetadata(kernel, privateSizeMetadata, {perItem + frame.itemSize});
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
