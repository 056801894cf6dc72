// Regions that begin or end with a decision
// -----------------------------------------
// The region behind a barrier in a loop begins with the loop's condition: if it holds, the
// work-items do their share of the next iteration, otherwise the code behind the loop. All decide
// alike, mostly by values that the group has in common. So the group can decide, once:
//
//   for all work-items:               if (step > 0) for all work-items: A
//     if (step > 0) A else B    =>    else          for all work-items: B
//
// A and B become work-item functions of their own. Each is vectorised on its own, runs only for
// work-items with an effect in it (active_ranges.h), and mostly has a single continuation, which
// the region dispatcher then knows without asking. A value that crosses a barrier and that the
// dispatcher can compute, such as the next `step`, is no longer stored by each work-item.
//
// The algorithm clones the function twice, replaces the condition by true and false, and
// simplifies. Code in front of and behind the branch exists twice now. So a split is undone if it
// adds more than maxAdded instructions, and repeats on the results up to maxFunctions of them.
//
// A condition computed in the kernel may be poison where the work-item function would not have
// reached the branch. It is frozen, unless the branch ends the entry block.

#include "passes/work_items/split_uniform_branches_pass.h"

#include "ir/group_values.h"
#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "mux/abi.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::splitUniformBranches;

namespace {

// Splits the work-item functions of one kernel.
class WorkItemFunctionSplitter {
 public:
  WorkItemFunctionSplitter(Function &kernel, FunctionAnalysisManager &analyses)
      : kernel_(kernel), analyses_(analyses) {}

  // Splits each work-item function into at most `limit`. Returns true if anything has changed.
  bool run(unsigned limit) {
    SmallVector<CallInst *> calls;
    forEachCall(kernel_, [&](CallInst &call) {
      Function *callee = call.getCalledFunction();
      // A work-group function with a second call (the optimiser may have duplicated one) cannot be
      // changed for one of the calls alone.
      if (callee && callee->hasFnAttribute(workGroupFunctionAttribute) && callee->hasOneUse()) {
        calls.push_back(&call);
      }
    });
    for (CallInst *call : calls) {
      split(*call, limit);
    }
    return changed_;
  }

 private:
  // The work-item function behind a kernel's call of a work-group function.
  static Function &workItemFunctionOf(CallInst &groupCall) {
    return *workItemFunctionCall(*groupCall.getCalledFunction()).getCalledFunction();
  }

  // Splits at one branch and recurs into both results; without a branch only stores are hoisted.
  void split(CallInst &groupCall, unsigned limit) {
    Function &workItemFunction = workItemFunctionOf(groupCall);
    BranchInst *branch = limit > 1 ? findBranch(workItemFunction) : nullptr;
    if (!branch) {
      return hoistStores(groupCall, workItemFunction);
    }
    Function *variants[2] = {variantOf(workItemFunction, *branch, true),
                             variantOf(workItemFunction, *branch, false)};
    const unsigned size = workItemFunction.getInstructionCount();
    if (variants[0]->getInstructionCount() + variants[1]->getInstructionCount() > size + maxAdded) {
      for (Function *variant : variants) {
        erase(*variant);
      }
      return hoistStores(groupCall, workItemFunction);
    }
    changed_ = true;
    CallInst *calls[2];
    choose(groupCall, *branch, variants, calls);
    for (CallInst *call : calls) {
      split(*call, limit / 2);
    }
  }

  // The first conditional branch outside of loops with a condition that the kernel can compute, or
  // null.
  static BranchInst *findBranch(Function &workItemFunction) {
    if (workItemFunction.getInstructionCount() > maxFunctionSize) {
      return nullptr;
    }
    DominatorTree dominators(workItemFunction);
    LoopInfo loops(dominators);
    RematerializableValues values = groupValues();
    for (BasicBlock &block : workItemFunction) {
      auto *branch = dyn_cast<BranchInst>(block.getTerminator());
      if (branch && branch->isConditional() && !loops.getLoopFor(&block) &&
          !isa<Constant>(branch->getCondition()) && values.canCompute(*branch->getCondition())) {
        return branch;
      }
    }
    return nullptr;
  }

  // The work-item function under the assumption that the branch takes one successor, simplified.
  Function *variantOf(Function &workItemFunction, BranchInst &branch, bool taken) {
    ValueToValueMapTy map;
    Function *variant = CloneFunction(&workItemFunction, map);
    variant->setName(workItemFunction.getName() + (taken ? ".if" : ".else"));
    variant->setLinkage(GlobalValue::InternalLinkage);
    Value *condition = cast<BranchInst>(map[&branch])->getCondition();
    Constant *known = ConstantInt::getBool(workItemFunction.getContext(), taken);
    condition->replaceAllUsesWith(known);
    FunctionPassManager passes;
    passes.addPass(SimplifyCFGPass());
    passes.addPass(EarlyCSEPass());
    passes.addPass(SimplifyCFGPass());
    passes.addPass(ADCEPass());
    passes.run(*variant, analyses_);
    return variant;
  }

  // Erases a function, and its analyses from the cache.
  void erase(Function &function) {
    analyses_.clear(function, function.getName());
    function.eraseFromParent();
  }

  // Replaces the call by a branch between calls of the two variants.
  void choose(CallInst &groupCall, BranchInst &branch, Function *const variants[2],
              CallInst *calls[2]) {
    Function &workItemFunction = workItemFunctionOf(groupCall);
    ValueToValueMapTy map;
    mapParameters(map, groupCall, workItemFunction);
    IRBuilder<> builder(&groupCall);
    Value *condition = RematerializableValues::compute(builder, *branch.getCondition(), map);
    if (branch.getParent() != &workItemFunction.getEntryBlock()) {
      condition = builder.CreateFreeze(condition);
    }
    Instruction *ends[2];
    SplitBlockAndInsertIfThenElse(condition, &groupCall, &ends[0], &ends[1]);
    SmallVector<Value *> arguments(groupCall.args());
    for (unsigned index : {0, 1}) {
      Function *function =
          createWorkGroupFunction(*variants[index], variants[index]->getName() + ".items");
      calls[index] = IRBuilder<>(ends[index]).CreateCall(function, arguments);
    }
    if (!groupCall.use_empty()) {
      groupCall.replaceAllUsesWith(join(groupCall, calls));
    }
    Function &old = *groupCall.getCalledFunction();
    groupCall.eraseFromParent();
    erase(old);
    erase(workItemFunction);
  }

  // The result of the variant that ran; a constant result is used directly.
  static Value *join(CallInst &groupCall, CallInst *const calls[2]) {
    PHINode *result = PHINode::Create(groupCall.getType(), 2, "", groupCall.getIterator());
    for (unsigned index : {0, 1}) {
      Constant *known = constantResult(workItemFunctionOf(*calls[index]));
      result->addIncoming(known ? static_cast<Value *>(known) : calls[index],
                          calls[index]->getParent());
    }
    return result;
  }

  // Maps parameters of the work-item function to the call's arguments, to compute its values in the
  // kernel.
  static void mapParameters(ValueToValueMapTy &map, CallInst &groupCall,
                            Function &workItemFunction) {
    for (Argument &parameter : workItemFunction.args()) {
      map[&parameter] = groupCall.getArgOperand(parameter.getArgNo());
    }
  }

  // Moves stores to variables of the region dispatcher behind the call, if the dispatcher can
  // compute the value and each work-item stores it exactly once.
  void hoistStores(CallInst &groupCall, Function &workItemFunction) {
    DominatorTree dominators(workItemFunction);
    RematerializableValues values = groupValues();
    ValueToValueMapTy map;
    mapParameters(map, groupCall, workItemFunction);
    IRBuilder<> builder(groupCall.getNextNode());
    for (Argument &parameter : workItemFunction.args()) {
      if (!workItemFunction.getAttributes().hasParamAttr(parameter.getArgNo(),
                                                         dispatcherVariableAttribute)) {
        continue;
      }
      StoreInst *store = onlyStore(parameter);
      if (!store || !values.canCompute(*store->getValueOperand()) ||
          !isOnAllPaths(*store, dominators)) {
        continue;
      }
      Value *value = RematerializableValues::compute(builder, *store->getValueOperand(), map);
      builder.CreateStore(value, groupCall.getArgOperand(parameter.getArgNo()));
      store->eraseFromParent();
      changed_ = true;
    }
    analyses_.invalidate(workItemFunction, PreservedAnalyses::none());
  }

  // The only use of the variable if it is a plain store to it; else null.
  static StoreInst *onlyStore(Argument &variable) {
    if (!variable.hasOneUse()) {
      return nullptr;
    }
    auto *store = dyn_cast<StoreInst>(variable.user_back());
    return store && store->isSimple() && store->getPointerOperand() == &variable ? store : nullptr;
  }

  // Returns true if each path to a return passes the store.
  static bool isOnAllPaths(const StoreInst &store, const DominatorTree &dominators) {
    return all_of(*store.getFunction(), [&](const BasicBlock &block) {
      return !isa<ReturnInst>(block.getTerminator()) ||
             dominators.dominates(store.getParent(), &block);
    });
  }

  Function &kernel_;
  FunctionAnalysisManager &analyses_;
  bool changed_ = false;
};

// Splits the kernels of a module for which `isConcerned` is true.
PreservedAnalyses splitKernels(Module &module, ModuleAnalysisManager &analyses, unsigned limit,
                               function_ref<bool(const Function &)> isConcerned) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (Function *kernel : kernelsOf(module)) {
    if (isConcerned(*kernel)) {
      changed |= WorkItemFunctionSplitter(*kernel, functions).run(limit);
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace

PreservedAnalyses SplitUniformBranchesPass::run(Module &module, ModuleAnalysisManager &analyses) {
  return splitKernels(module, analyses, maxFunctions, [](const Function &kernel) {
    return hasFlags(kernel, mux_kernel_has_barriers);
  });
}

PreservedAnalyses SplitVariantsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  return splitKernels(module, analyses, 2, [](const Function &kernel) {
    return kernel.hasFnAttribute(mergeSingleGroupsAttribute);
  });
}

}  // namespace compiler::passes
