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

constexpr unsigned maxBodies = 4;
/// Instructions.
constexpr unsigned maxBodySize = 2000;
constexpr unsigned maxAdded = 24;

class BodySplitter {
 public:
  BodySplitter(Function &kernel, FunctionAnalysisManager &analyses)
      : kernel_(kernel), analyses_(analyses) {}

  /// Into so many bodies, each.
  bool run(unsigned bodies) {
    SmallVector<CallInst *> calls;
    forEachCall(kernel_, [&](CallInst &call) {
      Function *callee = call.getCalledFunction();
      // The optimiser may have doubled a call; for one alone the function cannot be changed.
      if (callee && callee->hasFnAttribute(workGroupFunctionAttribute) && callee->hasOneUse()) {
        calls.push_back(&call);
      }
    });
    for (CallInst *call : calls) {
      split(*call, bodies);
    }
    return changed_;
  }

 private:
  static Function &bodyOf(CallInst &items) {
    return *workItemFunctionCall(*items.getCalledFunction()).getCalledFunction();
  }

  void split(CallInst &items, unsigned bodies) {
    Function &body = bodyOf(items);
    BranchInst *branch = bodies > 1 ? findBranch(body) : nullptr;
    if (!branch) {
      return takeStores(items, body);
    }
    Function *forms[2] = {formOf(body, *branch, true), formOf(body, *branch, false)};
    const unsigned size = body.getInstructionCount();
    if (forms[0]->getInstructionCount() + forms[1]->getInstructionCount() > size + maxAdded) {
      for (Function *form : forms) {
        erase(*form);
      }
      return takeStores(items, body);
    }
    changed_ = true;
    CallInst *calls[2];
    choose(items, *branch, forms, calls);
    for (CallInst *call : calls) {
      split(*call, bodies / 2);
    }
  }

  /// The first branch of the body that is in no loop and that the kernel could decide.
  static BranchInst *findBranch(Function &body) {
    if (body.getInstructionCount() > maxBodySize) {
      return nullptr;
    }
    DominatorTree dominators(body);
    LoopInfo loops(dominators);
    RematerializableValues values = groupValues();
    for (BasicBlock &block : body) {
      auto *branch = dyn_cast<BranchInst>(block.getTerminator());
      if (branch && branch->isConditional() && !loops.getLoopFor(&block) &&
          !isa<Constant>(branch->getCondition()) && values.canCompute(*branch->getCondition())) {
        return branch;
      }
    }
    return nullptr;
  }

  /// The body if the branch goes that way.
  Function *formOf(Function &body, BranchInst &branch, bool taken) {
    ValueToValueMapTy map;
    Function *form = CloneFunction(&body, map);
    form->setName(body.getName() + (taken ? ".if" : ".else"));
    form->setLinkage(GlobalValue::InternalLinkage);
    Value *condition = cast<BranchInst>(map[&branch])->getCondition();
    Constant *known = ConstantInt::getBool(body.getContext(), taken);
    condition->replaceAllUsesWith(known);
    FunctionPassManager passes;
    passes.addPass(SimplifyCFGPass());
    passes.addPass(EarlyCSEPass());
    passes.addPass(SimplifyCFGPass());
    passes.addPass(ADCEPass());
    passes.run(*form, analyses_);
    return form;
  }

  void erase(Function &function) {
    analyses_.clear(function, function.getName());
    function.eraseFromParent();
  }

  /// Replaces a call by a choice of two.
  void choose(CallInst &items, BranchInst &branch, Function *const forms[2], CallInst *calls[2]) {
    Function &body = bodyOf(items);
    ValueToValueMapTy map;
    mapParameters(map, items, body);
    IRBuilder<> builder(&items);
    Value *condition = RematerializableValues::compute(builder, *branch.getCondition(), map);
    if (branch.getParent() != &body.getEntryBlock()) {
      condition = builder.CreateFreeze(condition);
    }
    Instruction *ends[2];
    SplitBlockAndInsertIfThenElse(condition, &items, &ends[0], &ends[1]);
    SmallVector<Value *> arguments(items.args());
    for (unsigned way : {0, 1}) {
      Function *function = createWorkGroupFunction(*forms[way], forms[way]->getName() + ".items");
      calls[way] = IRBuilder<>(ends[way]).CreateCall(function, arguments);
    }
    if (!items.use_empty()) {
      items.replaceAllUsesWith(join(items, calls));
    }
    Function &old = *items.getCalledFunction();
    items.eraseFromParent();
    erase(old);
    erase(body);
  }

  /// What the one that ran returns.
  static Value *join(CallInst &items, CallInst *const calls[2]) {
    PHINode *result = PHINode::Create(items.getType(), 2, "", items.getIterator());
    for (unsigned way : {0, 1}) {
      Constant *known = constantResult(bodyOf(*calls[way]));
      result->addIncoming(known ? static_cast<Value *>(known) : calls[way],
                          calls[way]->getParent());
    }
    return result;
  }

  static void mapParameters(ValueToValueMapTy &map, CallInst &items, Function &body) {
    for (Argument &parameter : body.args()) {
      map[&parameter] = items.getArgOperand(parameter.getArgNo());
    }
  }

  /// Variables of the region dispatcher that each work-item would set to what the region dispatcher
  /// can compute.
  void takeStores(CallInst &items, Function &body) {
    DominatorTree dominators(body);
    RematerializableValues values = groupValues();
    ValueToValueMapTy map;
    mapParameters(map, items, body);
    IRBuilder<> builder(items.getNextNode());
    for (Argument &parameter : body.args()) {
      if (!body.getAttributes().hasParamAttr(parameter.getArgNo(), dispatcherVariableAttribute)) {
        continue;
      }
      StoreInst *store = onlyStore(parameter);
      if (!store || !values.canCompute(*store->getValueOperand()) ||
          !isOnAllWays(*store, dominators)) {
        continue;
      }
      Value *value = RematerializableValues::compute(builder, *store->getValueOperand(), map);
      builder.CreateStore(value, items.getArgOperand(parameter.getArgNo()));
      store->eraseFromParent();
      changed_ = true;
    }
    analyses_.invalidate(body, PreservedAnalyses::none());
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

PreservedAnalyses splitKernels(Module &module, ModuleAnalysisManager &analyses, unsigned bodies,
                               function_ref<bool(const Function &)> isConcerned) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (Function *kernel : kernelsOf(module)) {
    if (isConcerned(*kernel)) {
      changed |= BodySplitter(*kernel, functions).run(bodies);
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace

PreservedAnalyses SplitUniformBranchesPass::run(Module &module, ModuleAnalysisManager &analyses) {
  return splitKernels(module, analyses, maxBodies, [](const Function &kernel) {
    return hasFlags(kernel, mux_kernel_has_barriers);
  });
}

PreservedAnalyses SplitVariantsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  return splitKernels(module, analyses, 2, [](const Function &kernel) {
    return kernel.hasFnAttribute(mergeSingleGroupsAttribute);
  });
}

}  // namespace compiler::passes
