#include "passes/work_items/keep_runs_pass.h"

#include "ir/thresholds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "passes/work_items/loop_metadata.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::keepRuns;

namespace {

constexpr char keptProperty[] = "kiln.kept_run";
constexpr char noUnrolling[] = "llvm.loop.unroll.disable";

/// What a value grows by in each round, a pointer in bytes; nothing if that is no constant. An
/// index in 32 bits is taken not to wrap: the loop vectoriser tests it.
std::optional<int64_t> stepOf(Value *value, const Loop &loop, ScalarEvolution &evolution) {
  const SCEV *evolved = evolution.getSCEV(value);
  if (evolution.isLoopInvariant(evolved, &loop)) {
    return 0;
  }
  if (const auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolved)) {
    const auto *step = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution));
    return step && recurrence->getLoop() == &loop ? std::optional(step->getAPInt().getSExtValue())
                                                  : std::nullopt;
  }
  if (auto *extension = dyn_cast<CastInst>(value); extension && isa<SExtInst, ZExtInst>(value)) {
    return stepOf(extension->getOperand(0), loop, evolution);
  }
  auto *address = dyn_cast<GetElementPtrInst>(value);
  if (!address || address->getNumIndices() != 1 ||
      !loop.isLoopInvariant(address->getPointerOperand())) {
    return std::nullopt;
  }
  const TypeSize size = address->getDataLayout().getTypeAllocSize(address->getSourceElementType());
  const auto index = stepOf(address->getOperand(1), loop, evolution);
  return index ? std::optional(*index * static_cast<int64_t>(size.getFixedValue())) : std::nullopt;
}

/// Returns true if the loop stores neighbouring elements, and reads such or the same ones.
bool isRun(Loop &loop, ScalarEvolution &evolution) {
  if (!loop.isInnermost()) {
    return false;
  }
  const unsigned rounds = evolution.getSmallConstantTripCount(&loop);
  if (rounds < leastRounds || rounds > mostRounds) {
    return false;
  }
  bool stores = false;
  for (BasicBlock *block : loop.blocks()) {
    for (Instruction &instruction : *block) {
      Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer) {
        if (instruction.mayReadOrWriteMemory() ||
            (isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction))) {
          return false;
        }
        continue;
      }
      const auto size = static_cast<int64_t>(
          instruction.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction)));
      const auto step = stepOf(pointer, loop, evolution);
      const bool isStore = isa<StoreInst>(instruction);
      if (!step || isa<AllocaInst>(getUnderlyingObject(pointer)) ||
          (*step != size && (*step != 0 || isStore)) ||
          getLoadStoreType(&instruction)->isVectorTy()) {
        return false;
      }
      stores |= isStore;
    }
  }
  return stores;
}

}  // namespace

PreservedAnalyses KeepRunsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty()) {
    return PreservedAnalyses::all();
  }
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  LLVMContext &context = function.getContext();
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!findOptionMDForLoop(loop, noUnrolling) && isRun(*loop, evolution)) {
      loop->setLoopID(makePostTransformationMetadata(
          context, loop->getLoopID(), {},
          {loopProperty(context, keptProperty), loopProperty(context, noUnrolling)}));
    }
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses ReleaseRunsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (findOptionMDForLoop(loop, keptProperty)) {
      loop->setLoopID(makePostTransformationMetadata(function.getContext(), loop->getLoopID(),
                                                     {keptProperty, noUnrolling}, {}));
    }
  }
  return PreservedAnalyses::all();
}

}  // namespace compiler::passes
