// One walk over the call graph, callees first, decides and inlines at the same time: when a
// function is visited, none of its callees has such calls any more. Two sets grow along the way:
//
// * `vanishing`: functions to inline into each caller.
// * `watching`: functions with a read of memory that other work-items may write. A call of one in a
//   loop's exit condition makes the loop wait. Such a call is inlined only where it does, as
//
//     while (!ready(flag)) {}       // ready() has one atomic load

#include "passes/barriers/inline_barrier_functions_pass.h"

#include "ir/diagnostics.h"
#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/spin_loops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "passes/barriers/sub_groups_pass.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Returns true if the function's own code has a barrier, a collective function or a query of
// sub-groups.
bool hasBarrier(const Function &function) {
  return usesSubGroups(function) || hasGroupSynchronisation(function);
}

using Functions = SmallPtrSet<Function *, 8>;

// Inlines all calls, or reports an error and returns false.
bool inlineCalls(Function &caller, ArrayRef<CallInst *> calls) {
  for (CallInst *call : calls) {
    InlineFunctionInfo info;
    InlineResult result = InlineFunction(*call, info, /*MergeAttributes=*/true);
    if (!result.isSuccess()) {
      reportError(caller, Twine("a call of a function with a barrier cannot be inlined: ") +
                              result.getFailureReason());
      return false;
    }
  }
  return true;
}

// Inlines calls of vanishing functions. Callees were visited before, so inlined code has no more.
void inlineInto(Function &caller, const Functions &vanishing) {
  SmallVector<CallInst *> calls;
  forEachCall(caller, [&](CallInst &call) {
    if (vanishing.contains(call.getCalledFunction())) {
      calls.push_back(&call);
    }
  });
  inlineCalls(caller, calls);
}

// Inlines calls by which loops wait, again and again, since the inlined code may have further ones
// in nested calls. Returns true if the function has a spin loop.
bool inlineWaits(Function &function, const Functions &watching) {
  const auto isWatching = [&](const CallBase &call) {
    return watching.contains(call.getCalledFunction());
  };
  while (true) {
    bool waits = false;
    SmallSetVector<CallInst *, 4> calls;
    const auto record = [&](const auto &, Instruction &read) {
      waits = true;
      if (auto *call = dyn_cast<CallInst>(&read)) {
        calls.insert(call);
      }
    };
    forEachWait(function, isWatching, record);
    forEachIrreducibleWait(function, isWatching, record);
    if (calls.empty() || !inlineCalls(function, calls.getArrayRef())) {
      return waits;
    }
  }
}

// Returns true if the function reads memory that other work-items may write, itself or by calls.
bool watches(const Function &function, const Functions &watching) {
  return any_of(instructions(function), [&](const Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    return watchedPointer(instruction) || (call && watching.contains(call->getCalledFunction()));
  });
}

}  // namespace

// Functions erased at the end are unused; one with a failed inlining still has uses and stays.
PreservedAnalyses InlineBarrierFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  Functions vanishing;
  Functions watching;
  for (Function *function : calleesFirst(module)) {
    inlineInto(*function, vanishing);
    const bool waits = inlineWaits(*function, watching);
    if (watches(*function, watching)) {
      watching.insert(function);
    }
    if (!isKernel(*function) &&
        (waits || hasBarrier(*function) || privateBytes(*function) > maxPrivateBytesOnStack)) {
      vanishing.insert(function);
    }
  }
  if (vanishing.empty() && watching.empty()) {
    return PreservedAnalyses::all();
  }
  for (Function *function : vanishing) {
    if (function->use_empty()) {
      function->eraseFromParent();
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
