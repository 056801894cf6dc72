#include "passes/abi/local_id_ranges_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "passes/abi/launch_sizes.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// The dimension that a call asks for, if it is constant and one of the three.
std::optional<unsigned> dimensionOf(const CallInst &call) {
  auto *dimension = dyn_cast<ConstantInt>(call.getArgOperand(0));
  return dimension && dimension->getValue().ult(3)
             ? std::optional(static_cast<unsigned>(dimension->getZExtValue()))
             : std::nullopt;
}

// Gives the calls of local ids and sizes their ranges. A size of 1 along x is left out: groups of
// one work-item may run as one long group.
void markRanges(Function &function, const LaunchSizes &sizes) {
  forEachCall(function, [&sizes](CallInst &call) {
    const StringRef name = calledName(call);
    const bool isSize = name == "__mux_get_local_size" || name == "__mux_get_enqueued_local_size";
    const auto dimension =
        isSize || name == "__mux_get_local_id" ? dimensionOf(call) : std::nullopt;
    if (!dimension) {
      return;
    }
    const uint64_t known = sizes.enqueued(*dimension);
    const uint64_t size = known != 0 ? known : sizes.maxWorkGroupSize();
    const unsigned bits = call.getType()->getIntegerBitWidth();
    if (size > 1 && isUIntN(bits - 1, size)) {
      const unsigned least = isSize ? 1 : 0;
      call.addRangeRetAttr(ConstantRange(APInt(bits, least), APInt(bits, size + least)));
    }
  });
}

// Replaces calls by the known sizes of all groups. Loops count by them, so their users are
// simplified right away: UnrollTreesPass finds the number of rounds by constants alone.
void foldSizes(Function &function, const LaunchSizes &sizes) {
  SmallVector<CallInst *> known;
  forEachCall(function, [&](CallInst &call) {
    const bool isSize = calledName(call) == "__mux_get_enqueued_local_size" ||
                        (calledName(call) == "__mux_get_local_size" && sizes.areUniform());
    const auto dimension = isSize ? dimensionOf(call) : std::nullopt;
    if (dimension && sizes.enqueued(*dimension) != 0) {
      known.push_back(&call);
    }
  });
  for (CallInst *call : known) {
    const uint64_t size = sizes.enqueued(*dimensionOf(*call));
    replaceAndRecursivelySimplify(call, ConstantInt::get(call->getType(), size));
  }
}

// Marks the sums among the `or`s.
void markDisjoint(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  for (Instruction &instruction : instructions(function)) {
    auto *either = instruction.getOpcode() == Instruction::Or
                       ? dyn_cast<PossiblyDisjointInst>(&instruction)
                       : nullptr;
    if (!either || either->isDisjoint()) {
      continue;
    }
    const SimplifyQuery query(layout, either);
    if (haveNoCommonBitsSet(either->getOperand(0), either->getOperand(1), query)) {
      either->setIsDisjoint(true);
    }
  }
}

}  // namespace

PreservedAnalyses LocalIdRangesPass::run(Module &module, ModuleAnalysisManager &) {
  // Kernels may share a work-item function. Unless they agree, nothing is known there.
  MapVector<Function *, std::optional<LaunchSizes>> known;
  for (Function *kernel : kernelsOf(module)) {
    const LaunchSizes sizes(*kernel, maxWorkGroupSize_, localSize_);
    if (sizes.enqueued(0) != 0) {
      setProperties(*kernel, enqueuedSizeProperties,
                    {sizes.enqueued(0), sizes.enqueued(1), sizes.enqueued(2)});
    }
    known.insert({kernel, sizes});
    for (Function *items : calledWorkGroupFunctions(*kernel)) {
      Function *body = workItemFunctionCall(*items).getCalledFunction();
      const auto [found, isNew] = known.insert({body, sizes});
      if (!isNew && found->second && !found->second->areSameAs(sizes)) {
        found->second.reset();
      }
    }
  }
  for (auto &[function, sizes] : known) {
    if (sizes) {
      markRanges(*function, *sizes);
      foldSizes(*function, *sizes);
      markDisjoint(*function);
    }
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
