#include "passes/inline_barrier_functions_pass.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "passes/diagnostics.h"
#include "passes/group_functions.h"
#include "passes/kernel_conventions.h"
#include "passes/private_memory_pass.h"
#include "passes/sub_groups_pass.h"

namespace compiler::passes {

using namespace llvm;

namespace {

bool hasBarrier(const Function &function) {
  return usesSubGroups(function) || any_of(instructions(function), isGroupSynchronisation);
}

/// Calls of functions that have to vanish. Callees were done before, so that what is inlined
/// holds no such call itself.
void inlineInto(Function &caller, const SmallPtrSetImpl<Function *> &vanishing) {
  SmallVector<CallInst *> calls;
  forEachCall(caller, [&](CallInst &call) {
    if (vanishing.contains(call.getCalledFunction()))
      calls.push_back(&call);
  });
  for (CallInst *call : calls) {
    InlineFunctionInfo info;
    InlineResult result = InlineFunction(*call, info, /*MergeAttributes=*/true);
    if (!result.isSuccess())
      reportError(caller, Twine("a call of a function with a barrier cannot be inlined: ") +
                              result.getFailureReason());
  }
}

}  // namespace

PreservedAnalyses InlineBarrierFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallPtrSet<Function *, 8> vanishing;
  for (Function *function : calleesFirst(module)) {
    inlineInto(*function, vanishing);
    if (!isKernel(*function) &&
        (hasBarrier(*function) || privateBytes(*function) > maxPrivateBytesOnStack))
      vanishing.insert(function);
  }
  if (vanishing.empty())
    return PreservedAnalyses::all();
  for (Function *function : vanishing) {
    if (function->use_empty())
      function->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
