// Regions that begin or end with a decision
// -----------------------------------------
// The region behind a barrier in a loop begins with the loop's condition: if it goes on, the
// work-items do the next round's part, else what follows the loop. All of them decide alike, and
// mostly from what the group has in common. So the group may decide, once:
//
//   for all items: if (step > 0) A else B        if (step > 0) for all items: A
//                                                else for all items: B
//
// A and B are bodies of their own then. Each is vectorised for itself, runs for the work-items that
// have something to do in it (active_ranges.h), and most often has one continuation, which the
// region dispatcher knows without asking. A value that crosses the barrier and that the region
// dispatcher can compute, like the next `step`, is no longer stored by each work-item.
//
// The code in front of and behind the branch is there twice, so a body is only split if that is
// little, and into a few bodies at most.

#include "passes/work_items/split_uniform_branches_pass.h"

#include "ir/group_values.h"
#include "ir/kernel_conventions.h"
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

namespace {

constexpr unsigned maxFunctions = 4;
/// Instructions.
constexpr unsigned maxFunctionSize = 2000;
constexpr unsigned maxAdded = 24;

class WorkItemFunctionSplitter {
 public:
  WorkItemFunctionSplitter(Function &kernel, FunctionAnalysisManager &analyses)
      : kernel_(kernel), analyses_(analyses) {}

  /// Into so many bodies, each.
  bool run(unsigned limit) {
    SmallVector<CallInst *> calls;
    forEachCall(kernel_, [&](CallInst &call) {
      Function *callee = call.getCalledFunction();
      // The optimiser may have doubled a call; for one alone the function cannot be changed.
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
  static Function &workItemFunctionOf(CallInst &groupCall) {
    return *workItemFunctionCall(*groupCall.getCalledFunction()).getCalledFunction();
  }

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

  /// The first branch of the body that is in no loop and that the kernel could decide.
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

  /// The body if the branch goes that way.
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

  void erase(Function &function) {
    analyses_.clear(function, function.getName());
    function.eraseFromParent();
  }

  /// Replaces a call by a choice of two.
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
    for (unsigned way : {0, 1}) {
      Function *function =
          createWorkGroupFunction(*variants[way], variants[way]->getName() + ".items");
      calls[way] = IRBuilder<>(ends[way]).CreateCall(function, arguments);
    }
    if (!groupCall.use_empty()) {
      groupCall.replaceAllUsesWith(join(groupCall, calls));
    }
    Function &old = *groupCall.getCalledFunction();
    groupCall.eraseFromParent();
    erase(old);
    erase(workItemFunction);
  }

  /// What the one that ran returns.
  static Value *join(CallInst &groupCall, CallInst *const calls[2]) {
    PHINode *result = PHINode::Create(groupCall.getType(), 2, "", groupCall.getIterator());
    for (unsigned way : {0, 1}) {
      Constant *known = constantResult(workItemFunctionOf(*calls[way]));
      result->addIncoming(known ? static_cast<Value *>(known) : calls[way],
                          calls[way]->getParent());
    }
    return result;
  }

  static void mapParameters(ValueToValueMapTy &map, CallInst &groupCall,
                            Function &workItemFunction) {
    for (Argument &parameter : workItemFunction.args()) {
      map[&parameter] = groupCall.getArgOperand(parameter.getArgNo());
    }
  }

  /// Variables of the region dispatcher that each work-item would set to what the region dispatcher
  /// can compute.
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
          !isOnAllWays(*store, dominators)) {
        continue;
      }
      Value *value = RematerializableValues::compute(builder, *store->getValueOperand(), map);
      builder.CreateStore(value, groupCall.getArgOperand(parameter.getArgNo()));
      store->eraseFromParent();
      changed_ = true;
    }
    analyses_.invalidate(workItemFunction, PreservedAnalyses::none());
  }

  static StoreInst *onlyStore(Argument &variable) {
    if (!variable.hasOneUse()) {
      return nullptr;
    }
    auto *store = dyn_cast<StoreInst>(variable.user_back());
    return store && store->isSimple() && store->getPointerOperand() == &variable ? store : nullptr;
  }

  static bool isOnAllWays(const StoreInst &store, const DominatorTree &dominators) {
    return all_of(*store.getFunction(), [&](const BasicBlock &block) {
      return !isa<ReturnInst>(block.getTerminator()) ||
             dominators.dominates(store.getParent(), &block);
    });
  }

  Function &kernel_;
  FunctionAnalysisManager &analyses_;
  bool changed_ = false;
};

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
