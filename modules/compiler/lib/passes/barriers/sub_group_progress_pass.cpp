// Example, a consumer that polls a flag of another sub-group:
//
//   spin:  %f = load atomic i32, ptr addrspace(1) %flag acquire, align 4;
//          %c = icmp eq i32 %f, 0;
//          call @__mux_sub_group_barrier(i32 0, i32 3, i32 0)      ; inserted
//          br i1 %c, label %spin, label %go
//
// The barrier splits the loop into a region per iteration (split_barriers_pass.cpp). Between two
// iterations the region dispatcher can run the other sub-groups. Reducible loops are cut at their
// latches; irreducible cycles at the block on all paths around the cycle.

#include "passes/barriers/sub_group_progress_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/lock_detection.h"
#include "ir/mux_builtins.h"
#include "ir/spin_loops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "passes/barriers/split_barriers_pass.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Returns true if reqd_work_group_size is 1 in all dimensions.
bool isOfOneWorkItem(const Function &kernel) {
  const MDNode *size = kernel.getMetadata("reqd_work_group_size");
  return size && all_of(size->operands(), [](const MDOperand &operand) {
           auto *number = mdconst::dyn_extract_or_null<ConstantInt>(operand);
           return number && number->isOne();
         });
}

// Finds the instructions at the end of an iteration of each spin loop. Calls are not considered: a
// function with a watched read was inlined.
SmallSetVector<Instruction *, 4> endsOfSpinIterations(Function &kernel) {
  SmallSetVector<Instruction *, 4> ends;
  const auto watchesNothing = [](const CallBase &) { return false; };
  forEachWait(kernel, watchesNothing, [&](Loop &loop, Instruction &) {
    SmallVector<BasicBlock *> latches;
    loop.getLoopLatches(latches);
    for (BasicBlock *latch : latches) {
      ends.insert(latch->getTerminator());
    }
  });
  forEachIrreducibleWait(kernel, watchesNothing, [&](BasicBlock &header, Instruction &) {
    ends.insert(&*header.getFirstInsertionPt());
  });
  return ends;
}

// Inserts the cuts into one kernel. Returns true if there are any. The barrier has id 0 and no
// memory semantics: it is a point of scheduling only.
bool cutSpinLoops(Function &kernel) {
  if (isOfOneWorkItem(kernel) || hasDynamicVariables(kernel)) {
    return false;
  }
  const SmallSetVector<Instruction *, 4> ends = endsOfSpinIterations(kernel);
  if (ends.empty()) {
    return false;
  }
  if (holdsLock(kernel)) {
    kernel.addFnAttr(lockHolderAttribute);
  }
  for (Instruction *end : ends) {
    IRBuilder<> builder(end);
    builder.CreateCall(declareSubGroupBarrier(*kernel.getParent()),
                       {builder.getInt32(0), builder.getInt32(scopeSubGroup), builder.getInt32(0)});
  }
  kernel.addFnAttr(independentProgressAttribute);
  return true;
}

}  // namespace

PreservedAnalyses SubGroupProgressPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function *kernel : kernelsOf(module)) {
    changed |= cutSpinLoops(*kernel);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
