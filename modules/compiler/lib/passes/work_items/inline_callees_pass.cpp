#include "passes/work_items/inline_callees_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Instructions. A function of that size still takes well under a second to build.
constexpr unsigned maxWorkItemFunctionSize = 20000;
/// Callees up to this size are inlined into each other whoever calls them.
constexpr unsigned maxCalleeSize = 4000;
/// A callee up to this size is always inlined: passing arguments to it takes as much.
constexpr unsigned tinySize = 16;

bool mayInline(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  return callee && !callee->isDeclaration() && !callee->hasFnAttribute(Attribute::NoInline) &&
         !callee->hasOptNone() && !call.isNoInline();
}

/// True if something was inlined.
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
