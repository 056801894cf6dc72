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

/// By its reqd_work_group_size.
bool isOfOneWorkItem(const Function &kernel) {
  const MDNode *size = kernel.getMetadata("reqd_work_group_size");
  return size && all_of(size->operands(), [](const MDOperand &operand) {
           auto *number = mdconst::dyn_extract_or_null<ConstantInt>(operand);
           return number && number->isOne();
         });
}

/// The instructions before which the rounds end of the loops that wait.
SmallSetVector<Instruction *, 4> endsOfWaitingRounds(Function &kernel) {
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

bool letOthersOn(Function &kernel) {
  if (isOfOneWorkItem(kernel) || hasDynamicVariables(kernel)) {
    return false;
  }
  const SmallSetVector<Instruction *, 4> ends = endsOfWaitingRounds(kernel);
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
  kernel.addFnAttr(takesTurnsAttribute);
  return true;
}

}  // namespace

PreservedAnalyses SubGroupProgressPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function *kernel : kernelsOf(module)) {
    changed |= letOthersOn(*kernel);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
