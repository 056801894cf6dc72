// LLVM's inliner weighs each call for scalar code on its own. Here one number decides: the size of
// the work-item function. A caller's calls are inlined in the order of their callees' sizes, so
// that the budget serves as many calls as possible; tiny callees always are. Callees were visited
// before and are at their final size, but for those called once: each is inlined as it is, and its
// calls are the caller's then. So no body of a long chain of calls is copied more than once.

#include "passes/work_items/inline_callees_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
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

/// A call that may be inlined, with the size of its callee.
struct Candidate {
  explicit Candidate(CallInst &inlined)
      : call(&inlined), size(inlined.getCalledFunction()->getInstructionCount()) {}

  CallInst *call;
  unsigned size;
};

using Candidates = SmallVector<Candidate>;

Candidates candidatesIn(Function &function) {
  Candidates calls;
  forEachCall(function, [&](CallInst &call) {
    if (mayInline(call)) {
      calls.emplace_back(call);
    }
  });
  return calls;
}

// Returns true for functions whose calls are inlined: those below work-group functions.
bool inlinesCalls(const Function &function) {
  return !function.hasFnAttribute(workGroupFunctionAttribute) && !isKernel(function);
}

// Returns true if the function is local and used by nothing but one call that may be inlined.
bool isCalledOnce(const Function &function) {
  if (!function.hasLocalLinkage() || !function.hasOneUse()) {
    return false;
  }
  auto *call = dyn_cast<CallInst>(function.user_back());
  return call && call->getCalledFunction() == &function && mayInline(*call) &&
         inlinesCalls(*call->getFunction());
}

// Inlines calls of one function up to a size of `budget`, and in rounds the calls that appear with
// them. Erases callees without another use. Returns true if there was a candidate.
bool inlineCalls(Function &function, unsigned budget) {
  Candidates calls = candidatesIn(function);
  const bool any = !calls.empty();
  unsigned size = function.getInstructionCount();
  while (!calls.empty()) {
    stable_sort(calls, [](const Candidate &a, const Candidate &b) { return a.size < b.size; });
    Candidates appeared;
    for (const Candidate &candidate : calls) {
      if (candidate.size > tinySize && size + candidate.size > budget) {
        continue;
      }
      Function *callee = candidate.call->getCalledFunction();
      InlineFunctionInfo info;
      if (!InlineFunction(*candidate.call, info, /*MergeAttributes=*/true).isSuccess()) {
        continue;
      }
      size += candidate.size;
      for (CallBase *call : info.InlinedCallSites) {
        if (auto *next = dyn_cast<CallInst>(call); next && mayInline(*next)) {
          appeared.emplace_back(*next);
        }
      }
      if (callee->hasLocalLinkage() && callee->use_empty()) {
        callee->eraseFromParent();
      }
    }
    calls = std::move(appeared);
  }
  return any;
}

}  // namespace

PreservedAnalyses InlineCalleesPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  auto inlineInto = [&](Function &function) {
    const bool isWorkItemFunction = function.hasFnAttribute(workItemFunctionAttribute);
    changed |= inlineCalls(function, isWorkItemFunction ? maxWorkItemFunctionSize : maxCalleeSize);
  };
  SmallVector<WeakVH> calledOnce;
  for (Function *function : calleesFirst(module)) {
    if (isCalledOnce(*function)) {
      calledOnce.emplace_back(function);
    } else if (inlinesCalls(*function)) {
      inlineInto(*function);
    }
  }
  // What is left of them did not fit into their callers.
  for (const WeakVH &left : reverse(calledOnce)) {
    if (left) {
      inlineInto(cast<Function>(*left));
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
