// A register-blocked product of matrices keeps its sums in an array over the barriers of a loop:
//
//   float c[16] = {0};
//   do {
//     … local memory …; barrier
//     for (j = 0; j < 16; ++j) for (i = 0; i < 16; ++i) c[i] += a[j] * b[j][i];
//     barrier
//   } while (…);
//
// After the loops are unrolled, each index is a constant and SROA makes 16 values of the array.
// SplitBarriersPass then stores each value as one vector per SIMD group.
//
// 1. Calls with the address of a small array are inlined.
// 2. An array is a candidate if each use is a plain access with indices made of constants and of
//    loop counters (by SCEV: Bachmann et al., ISSAC 1994). The number of rounds has to be a small
//    constant. Loops with a barrier are not unrolled: each copy would be a region.
// 3. The loops of the candidates are unrolled, inner ones first, while the estimated size of the
//    unrolled kernel is below the budget.
// 4. SROA promotes the arrays.

#include "passes/before_barriers/promote_private_arrays_pass.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "passes/before_barriers/loop_unrolling.h"
#include "passes/lowering/resolve_generic_pointers_pass.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::promotePrivateArrays;

namespace {

using Loops = SmallSetVector<Loop *, 8>;

// Returns true for a variable with elements, small enough to be values.
bool isSmallArray(const AllocaInst &variable) {
  const auto size = variable.getAllocationSize(variable.getDataLayout());
  return size && !size->isScalable() && size->getFixedValue() <= maxBytes &&
         !variable.getAllocatedType()->isSingleValueType();
}

SmallVector<AllocaInst *> smallArrays(Function &kernel) {
  SmallVector<AllocaInst *> arrays;
  for (Instruction &instruction : kernel.getEntryBlock()) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (variable && isSmallArray(*variable)) {
      arrays.push_back(variable);
    }
  }
  return arrays;
}

// Calls `visit` for each use of the variable's address that is no address computation. Addresses of
// elements are followed, and casts to other address spaces.
void forEachAccess(AllocaInst &variable, function_ref<void(Use &)> visit) {
  SmallVector<Instruction *> pointers = {&variable};
  for (unsigned next = 0; next < pointers.size(); ++next) {
    for (Use &use : pointers[next]->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(user)) {
        pointers.push_back(user);
      } else {
        visit(use);
      }
    }
  }
}

// Moves addresses of elements with constant indices to the variable. A loop may compute one that
// code behind the loop uses as well; the phi between them (LCSSA) would hide the array.
void hoistAddresses(AllocaInst &variable) {
  Instruction *last = &variable;
  SmallVector<Instruction *> pointers = {&variable};
  for (unsigned next = 0; next < pointers.size(); ++next) {
    for (User *user : pointers[next]->users()) {
      auto *element = dyn_cast<GetElementPtrInst>(user);
      if (element && element->hasAllConstantIndices()) {
        element->moveAfter(last);
        pointers.push_back(element);
        last = element;
      }
    }
  }
}

// Inlines calls with the address of an array, callees of callees too, while they are small.
// Returns true if a call was inlined.
bool inlineUsers(ArrayRef<AllocaInst *> arrays) {
  bool inlinedAny = false;
  unsigned added = 0;
  while (true) {
    CallInst *found = nullptr;
    for (AllocaInst *array : arrays) {
      forEachAccess(*array, [&](Use &use) {
        auto *call = dyn_cast<CallInst>(use.getUser());
        const Function *callee = call ? call->getCalledFunction() : nullptr;
        if (callee && !callee->isDeclaration() && !callee->hasFnAttribute(Attribute::NoInline) &&
            added + callee->getInstructionCount() <= maxInlined) {
          found = call;
        }
      });
    }
    if (!found) {
      return inlinedAny;
    }
    added += found->getCalledFunction()->getInstructionCount();
    InlineFunctionInfo info;
    if (!InlineFunction(*found, info).isSuccess()) {
      return inlinedAny;
    }
    inlinedAny = true;
  }
}

// Promotes the arrays of one kernel whose calls are inlined.
class ArrayPromoter {
 public:
  ArrayPromoter(Function &kernel, FunctionAnalysisManager &analyses)
      : analyses_(analyses),
        loops_(analyses.getResult<LoopAnalysis>(kernel)),
        evolution_(analyses.getResult<ScalarEvolutionAnalysis>(kernel)) {}

  // Unrolls the loops of all arrays that can be promoted. Returns true if it has unrolled one.
  bool run(ArrayRef<AllocaInst *> arrays) {
    Loops unrolled;
    for (AllocaInst *array : arrays) {
      Loops wanted = unrolled;
      if (addLoopsOf(*array, wanted) && unrolledSize(wanted) <= maxUnrolled) {
        unrolled = wanted;
      }
    }
    SmallVector<Loop *> order = unrolled.takeVector();
    sort(order, [](const Loop *a, const Loop *b) { return a->getLoopDepth() > b->getLoopDepth(); });
    for (Loop *loop : order) {
      unrollCompletely(*loop, analyses_);
    }
    return !order.empty();
  }

 private:
  // Adds the loops that count the array's indices. Returns false if it cannot be promoted.
  bool addLoopsOf(AllocaInst &array, Loops &loops) {
    bool isPromotable = true;
    forEachAccess(array, [&](Use &use) {
      isPromotable = isPromotable && isPlainAccess(use) && addLoopsOf(use.get(), loops);
    });
    return isPromotable;
  }

  // Likewise for the indices of one address.
  bool addLoopsOf(Value *address, Loops &loops) {
    while (auto *step = dyn_cast<Instruction>(address)) {
      if (isa<AllocaInst>(step)) {
        return true;
      }
      if (auto *computation = dyn_cast<GetElementPtrInst>(step)) {
        for (Value *index : computation->indices()) {
          if (!isa<ConstantInt>(index) && !addCounters(*index, loops)) {
            return false;
          }
        }
      }
      address = step->getOperand(0);
    }
    return false;
  }

  // Adds the loops whose counters an index is made of, if it is made of nothing else.
  bool addCounters(Value &index, Loops &loops) {
    if (!index.getType()->isIntegerTy()) {
      return false;
    }
    return !SCEVExprContains(evolution_.getSCEV(&index), [&](const SCEV *part) {
      if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(part)) {
        auto *loop = const_cast<Loop *>(recurrence->getLoop());
        loops.insert(loop);
        return !canUnroll(*loop);
      }
      return isa<SCEVUnknown, SCEVCouldNotCompute>(part);
    });
  }

  // Returns true for a loop with its exit at the end, a small constant number of rounds and no
  // barrier.
  bool canUnroll(Loop &loop) {
    return roundsToUnroll(loop, maxRounds, analyses_) != 0 && !hasGroupSynchronisation(loop);
  }

  // Returns true if SROA can make a value of the memory that is read or written.
  static bool isPlainAccess(const Use &use) {
    const auto *user = cast<Instruction>(use.getUser());
    if (auto *load = dyn_cast<LoadInst>(user)) {
      return load->isSimple();
    }
    if (auto *store = dyn_cast<StoreInst>(user)) {
      return store->isSimple() && store->getValueOperand() != use.get();
    }
    auto *intrinsic = dyn_cast<IntrinsicInst>(user);
    if (auto *copy = dyn_cast_or_null<MemIntrinsic>(intrinsic)) {
      return !copy->isVolatile() && isa<ConstantInt>(copy->getLength());
    }
    return intrinsic && intrinsic->isLifetimeStartOrEnd();
  }

  // Returns the instructions of all outermost loops, with the given ones unrolled.
  uint64_t unrolledSize(const Loops &unrolled) {
    uint64_t sum = 0;
    for (Loop *loop : loops_.getTopLevelLoops()) {
      sum += unrolledSize(*loop, unrolled);
    }
    return sum;
  }

  uint64_t unrolledSize(Loop &loop, const Loops &unrolled) {
    uint64_t size = 0;
    for (const BasicBlock *block : loop.blocks()) {
      size += loops_.getLoopFor(block) == &loop ? block->size() : 0;
    }
    for (Loop *inner : loop.getSubLoops()) {
      size += unrolledSize(*inner, unrolled);
    }
    return unrolled.contains(&loop) ? size * evolution_.getSmallConstantTripCount(&loop) : size;
  }

  FunctionAnalysisManager &analyses_;
  LoopInfo &loops_;
  ScalarEvolution &evolution_;
};

// Runs passes on one function and forgets what they did not preserve.
void runPasses(FunctionPassManager passes, Function &function, FunctionAnalysisManager &analyses) {
  analyses.invalidate(function, passes.run(function, analyses));
}

FunctionPassManager promotion() {
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass());  // indices are constants now, unless folding them is left to do
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(SimplifyCFGPass());
  return passes;
}

// Promotes the arrays of one kernel. Returns true if it may have changed.
bool promote(Function &kernel, FunctionAnalysisManager &analyses) {
  if (!hasGroupSynchronisation(kernel) || smallArrays(kernel).empty()) {
    return false;
  }
  if (inlineUsers(smallArrays(kernel))) {
    analyses.invalidate(kernel, PreservedAnalyses::none());
  }
  FunctionPassManager preparation;
  preparation.addPass(ResolveGenericPointersPass());
  runPasses(std::move(preparation), kernel, analyses);
  for_each(smallArrays(kernel), [](AllocaInst *array) { hoistAddresses(*array); });
  rotateLoops(kernel, analyses);
  if (ArrayPromoter(kernel, analyses).run(smallArrays(kernel))) {
    analyses.invalidate(kernel, PreservedAnalyses::none());
  }
  runPasses(promotion(), kernel, analyses);
  return true;
}

}  // namespace

PreservedAnalyses PromotePrivateArraysPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (Function *kernel : kernelsOf(module)) {
    changed |= promote(*kernel, functions);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
