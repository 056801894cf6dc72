// LLVM's inliner weighs each call for scalar code on its own. Here one number decides: the size of
// the work-item function. A caller's calls are inlined in the order of their callees' sizes, so
// that the budget serves as many calls as possible; tiny callees always are. Callees were visited
// before and are at their final size.

#include "passes/work_items/inline_callees_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::inlineCallees;

namespace {

// Returns true if the call may be inlined at all.
bool mayInline(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  return callee && !callee->isDeclaration() && !callee->hasFnAttribute(Attribute::NoInline) &&
         !callee->hasOptNone() && !call.isNoInline();
}

// Inlines calls of one function up to a size of `budget`. Returns true if there was a candidate.
bool inlineCalls(Function &function, unsigned budget) {
  SmallVector<CallInst *> calls;
  forEachCall(function, [&](CallInst &call) {
    if (mayInline(call)) {
      calls.push_back(&call);
    }
  });
  if (calls.empty()) {
    return false;
  }
  auto sizeOfCallee = [](const CallInst *call) {
    return call->getCalledFunction()->getInstructionCount();
  };
  stable_sort(calls, [&](const CallInst *a, const CallInst *b) {
    return sizeOfCallee(a) < sizeOfCallee(b);
  });
  unsigned size = function.getInstructionCount();
  for (CallInst *call : calls) {
    unsigned added = sizeOfCallee(call);
    if (added > tinySize && size + added > budget) {
      continue;
    }
    InlineFunctionInfo info;
    if (InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess()) {
      size += added;
    }
  }
  return true;
}

}  // namespace

PreservedAnalyses InlineCalleesPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function *function : calleesFirst(module)) {
    if (function->hasFnAttribute(workGroupFunctionAttribute) || isKernel(*function)) {
      continue;
    }
    bool isWorkItemFunction = function->hasFnAttribute(workItemFunctionAttribute);
    changed |= inlineCalls(*function, isWorkItemFunction ? maxWorkItemFunctionSize : maxCalleeSize);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
