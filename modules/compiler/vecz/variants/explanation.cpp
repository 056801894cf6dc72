// The form itself says what became of an access: it keeps the places of instructions, so what
// stands in it once per lane is found by counting the copies at each place.

#include "vecz/variants/explanation.h"

#include <map>
#include <tuple>

#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/analysis/known_work_item_ids.h"
#include "vecz/analysis/lane_uniformity.h"
#include "vecz/prepare/aligned_work_item_ids.h"
#include "vecz/prepare/strided_walks.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// A scalar access or call at a place: the function is null for loads and stores.
using Work = std::tuple<const DILocation *, unsigned, const Function *>;

std::optional<Work> scalarWork(const Instruction &instruction) {
  const DILocation *place = instruction.getDebugLoc();
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  const bool isCall = callee && !callee->isIntrinsic() && !callee->getName().starts_with("__mux_");
  const bool isAccess = (isa<LoadInst>(instruction) || isa<StoreInst>(instruction)) &&
                        !getLoadStoreType(&instruction)->isVectorTy();
  if (!place || !(isCall || isAccess)) {
    return std::nullopt;
  }
  return Work(place, instruction.getOpcode(), callee);
}

std::map<Work, unsigned> countScalarWork(const Function &function,
                                         const BoundaryBlocks &atBoundaries) {
  std::map<Work, unsigned> counts;
  for (const Instruction &instruction : instructions(function)) {
    auto work = scalarWork(instruction);
    if (work && !atBoundaries.contains(instruction.getParent())) {
      ++counts[*work];
    }
  }
  return counts;
}

void explainBranches(Function &body, const SimdGroup &simdGroup, Remarks &remarks) {
  passes::UniformValues uniformity = uniformityInSimdGroup(body, simdGroup);
  DominatorTree dominators(body);
  LoopInfo loops(dominators);
  for (const BasicBlock &block : body) {
    if (!uniformity.branchDiverges(block)) {
      continue;
    }
    const Loop *loop = loops.getLoopFor(&block);
    remarks.remark(*block.getTerminator(),
                   loop && loop->isLoopExiting(&block)
                       ? "the branch diverges: the loop runs until its last work-item leaves"
                       : "the branch diverges: each side runs under a mask");
  }
}

void explainGathers(const Function &variant, const BoundaryBlocks &atBoundaries, Remarks &remarks) {
  for (const Instruction &instruction : instructions(variant)) {
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    if (!intrinsic || atBoundaries.contains(instruction.getParent())) {
      continue;
    }
    if (intrinsic->getIntrinsicID() == Intrinsic::masked_gather) {
      remarks.remark(instruction,
                     "gather: neighbouring work-items do not read neighbouring elements");
    }
    if (intrinsic->getIntrinsicID() == Intrinsic::masked_scatter) {
      remarks.remark(instruction,
                     "scatter: neighbouring work-items do not write neighbouring elements");
    }
  }
}

void explainScalarWork(const Function &body, const Function &variant,
                       const BoundaryBlocks &atBoundaries, unsigned width, Remarks &remarks) {
  const std::map<Work, unsigned> before = countScalarWork(body, {});
  const std::map<Work, unsigned> after = countScalarWork(variant, atBoundaries);
  for (const Instruction &instruction : instructions(variant)) {
    auto work = scalarWork(instruction);
    auto count = work ? after.find(*work) : after.end();
    if (count == after.end() || count->second < width) {
      continue;
    }
    auto old = before.find(*work);
    if (old != before.end() && old->second >= count->second) {
      continue;
    }
    if (const Function *callee = std::get<2>(*work)) {
      remarks.remark(instruction, "the call of '" + passes::sourceName(callee->getName()) +
                                      "' is made once for each work-item");
    } else {
      remarks.remark(instruction, isa<LoadInst>(instruction)
                                      ? "gather: read once for each work-item"
                                      : "scatter: written once for each work-item");
    }
  }
}

}  // namespace

void explain(Function &body, const Function &variant, const SimdGroup &simdGroup,
             Remarks &remarks) {
  if (!remarks.wanted()) {
    return;
  }
  ValueToValueMapTy map;
  Function *forSimdGroups = CloneFunction(&body, map);
  useIdRanges(*forSimdGroups);
  useAlignedIds(*forSimdGroups, simdGroup);
  explainBranches(*forSimdGroups, simdGroup, remarks);
  forSimdGroups->eraseFromParent();
  BoundaryBlocks atBoundaries = boundaryBlocks(variant);
  for (const BasicBlock &block : variant) {
    if (iterationsLeftOf(*block.getTerminator()) != 0) {
      atBoundaries.insert(&block);
    }
  }
  explainGathers(variant, atBoundaries, remarks);
  explainScalarWork(body, variant, atBoundaries, simdGroup.width, remarks);
}

}  // namespace compiler::vecz
