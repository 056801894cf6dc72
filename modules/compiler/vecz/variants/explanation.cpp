// Explanations from the finished code
// -----------------------------------
//
// The vector variant itself says what became of an access. It keeps the places of instructions, so
// no step has to report:
//
//   body:      load float at line 8              one scalar access at this place.
//   variant:   load <16 x float> at line 8       contiguous: nothing to report.
//   variant:   llvm.masked.gather at line 8      a gather.
//   variant:   16 times load float at line 8     one access per lane.
//
// So scalar work is found by counting the copies at each place. Code for SIMD groups at a boundary,
// and the rest loops of unrolled loops, do not count: they are rare, and their gathers would hide
// the contiguous accesses beside them.
//
// Branches are gone from the variant. They are analysed in a copy of the body, with ids as SIMD
// groups see them. Comparisons that the variant leaves out (span_comparisons.h) are no branches.

#include "vecz/variants/explanation.h"

#include <map>
#include <tuple>

#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "ir/ranges/active_ranges.h"
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
#include "vecz/prepare/span_comparisons.h"
#include "vecz/prepare/strided_walks.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// A scalar access or call: its place, its opcode, and the called function (null for loads and
/// stores).
using Work = std::tuple<const DILocation *, unsigned, const Function *>;

/// The work of an instruction; nothing for vector accesses, intrinsics, builtins, and code without
/// a place.
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

/// How often each scalar work occurs in the function, outside of the blocks at boundaries.
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

/// A remark on each divergent branch; exits of loops have another text.
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

/// A remark on each gather and scatter intrinsic.
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

/// A remark on each scalar work that occurs at least `width` times in the variant, and more often
/// than in the body.
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
  const passes::InsideSpans spans = passes::insideSpansOf(variant);
  foldSpanComparisons(*forSimdGroups, spans.dimensions, spans.inner != 0);
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
