#include "vecz/variants/candidate_search.h"

#include <cmath>

#include "ir/group_functions.h"
#include "ir/ranges/active_ranges.h"
#include "llvm/Support/MathExtras.h"
#include "vecz/analysis/known_work_item_ids.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/model/thresholds.h"
#include "vecz/prepare/strided_walks.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::variants;

namespace {

/// The time of work whose loops wait: the work at least. The processor overlaps waits with other
/// work-items, more of them in shorter loops.
double timeOf(double work, double wait) {
  return std::max(work, (work + wait) * shareOfWaits);
}

}  // namespace

std::optional<Candidate> CandidateSearch::run() {
  return choose(findCandidates());
}

SmallVector<Candidate> CandidateSearch::findCandidates() {
  SmallVector<Candidate> candidates;
  passes::ActiveRanges ranges(body_);
  for (unsigned dimension : {0u, 1u, 2u}) {
    bool wanted = options_.dimension ? *options_.dimension == dimension
                                     : dimension == 0 || asksIdsOf(body_, dimension);
    if (!wanted) {
      continue;
    }
    if (!options_.isForced() && ranges.isOne(dimension)) {
      reason_ = "it does something for one work-item only";
      continue;
    }
    const SmallVector<unsigned> widths = widthsToTry(dimension);
    if (widths.empty()) {
      reason_ = "its work-groups are too short";
      continue;
    }
    addCandidates(dimension, widths, candidates);
  }
  return candidates;
}

void CandidateSearch::addCandidates(unsigned dimension, ArrayRef<unsigned> widths,
                                    SmallVector<Candidate> &candidates) {
  for (ArrayRef<unsigned> range : widthRanges(dimension, widths)) {
    SimdGroup simdGroup;
    simdGroup.dimension = dimension;
    simdGroup.maxWidth = range.back();
    LinearizedCopy copy = copies_.make(simdGroup);
    if (!copy.function) {
      reason_ = std::move(copy.problem);
      continue;
    }
    candidates.push_back({std::move(copy.function), simdGroup});
    chooseWidth(candidates.back(), range);
    if (candidates.back().simdGroup.width == range.back() && options_.width == 0) {
      fillDivergentLoops(candidates.back());
    }
  }
}

// Short work-groups fill narrower SIMD groups than those that fill a register.
SmallVector<unsigned> CandidateSearch::widthsToTry(unsigned dimension) const {
  if (options_.width != 0) {
    return {options_.width};
  }
  const unsigned most = maxWidth_[dimension];
  SmallVector<unsigned> widths = costs_.widths(body_);
  if (widths.front() > most && most >= 2) {
    return {most};
  }
  erase_if(widths, [&](unsigned width) { return width > most; });
  return widths;
}

SmallVector<ArrayRef<unsigned>> CandidateSearch::widthRanges(unsigned dimension,
                                                             ArrayRef<unsigned> widths) const {
  const unsigned subGroup = dimension == 0 ? passes::sizeOfSubGroupIds(body_) : 0;
  const size_t within =
      count_if(widths, [&](unsigned width) { return subGroup == 0 || width <= subGroup; });
  SmallVector<ArrayRef<unsigned>> ranges = {widths.take_front(within), widths.drop_front(within)};
  erase_if(ranges, [](ArrayRef<unsigned> range) { return range.empty(); });
  return ranges;
}

void CandidateSearch::chooseWidth(Candidate &candidate, ArrayRef<unsigned> widths) const {
  ShapeAnalysis shapes(*candidate.linearized, candidate.simdGroup);
  WalkingAccesses walking = findWalkingAccesses(*candidate.linearized, shapes);
  SimdGroup simdGroup = candidate.simdGroup;
  for (unsigned width : widths) {
    simdGroup.width = width;
    double cost = costs_.ofSimdGroup(*candidate.linearized, simdGroup, shapes, walking);
    double doublings = Log2_32(width / std::max(candidate.simdGroup.width, 1u));
    bool isBetter = cost < candidate.cost * std::pow(profitFactor(width), doublings);
    if (width != widths.front() && !isBetter) {
      continue;
    }
    candidate.simdGroup = simdGroup;
    candidate.cost = cost;
  }
}

// The widest SIMD group has a register for the narrowest elements. Twice the lanes are as many
// operations again, which cost nothing where a loop waits for the iteration before.
void CandidateSearch::fillDivergentLoops(Candidate &candidate) const {
  SimdGroup twice = candidate.simdGroup;
  twice.maxWidth *= 2;
  if (twice.maxWidth > maxWidth_[twice.dimension] || passes::sizeOfSubGroupIds(body_) != 0) {
    return;
  }
  const double loss =
      costs_.lossByDivergentLoops(*candidate.linearized, candidate.simdGroup,
                                  ShapeAnalysis(*candidate.linearized, candidate.simdGroup));
  if (loss == 0) {
    return;
  }
  twice.width = 1;
  LinearizedCopy copy = copies_.make(twice);
  if (!copy.function) {
    return;
  }
  const ShapeAnalysis shapes(*copy.function, twice);
  twice.width = twice.maxWidth;
  const double cost = costs_.ofSimdGroup(*copy.function, twice, shapes,
                                         findWalkingAccesses(*copy.function, shapes));
  const double left = costs_.lossByDivergentLoops(*copy.function, twice, shapes);
  if (cost + left < (candidate.cost + loss) * profitOfManyRegisters) {
    candidate.linearized = std::move(copy.function);
    candidate.simdGroup = twice;
    candidate.cost = std::min(candidate.cost, cost);  // others are compared without their waiting
  }
}

// A wide SIMD group needs several registers for an int, so a large body may run out of them.
double CandidateSearch::profitFactor(unsigned width) const {
  bool isWide = width > costs_.commonWidth() && body_.getInstructionCount() > largeBody;
  return isWide ? profitOfManyRegisters : profitOfWidth;
}

// A later dimension has to be clearly cheaper: work-groups are rarely as long in it.
std::optional<Candidate> CandidateSearch::choose(SmallVector<Candidate> candidates) {
  Candidate *best = nullptr;
  for (Candidate &candidate : candidates) {
    if (!best || candidate.cost < best->cost * profitOfOtherDimension) {
      best = &candidate;
    }
  }
  if (!best) {
    return std::nullopt;
  }
  const ShapeAnalysis shapes(*best->linearized, best->simdGroup);
  const ItemCost item = costs_.ofItem(body_, best->simdGroup);
  best->itemCost = item.work;
  best->itemTime = timeOf(item.work, item.wait);
  best->time =
      timeOf(best->cost, costs_.waitOfSimdGroup(*best->linearized, best->simdGroup, shapes));
  if (!options_.isForced() && best->time > best->itemTime * profitOfVectors) {
    reason_ = "vectors are not expected to be faster";
    return std::nullopt;
  }
  return std::move(*best);
}

}  // namespace compiler::vecz
