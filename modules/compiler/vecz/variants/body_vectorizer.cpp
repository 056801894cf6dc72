// Variants of a work-item function
// --------------------------------
//
// The loops around work-item functions run full SIMD groups as long as there are any. The remainder
// of a row runs in the masked variant, if the target's masked accesses make it faster; otherwise
// one by one. Where nearly everything of a large body is under a mask anyway, the masked variant is
// the only one: the plain one would be the same code once more.
//
// If comparisons of ids decide which work-items do anything, the plain variant is for SIMD groups
// of such work-items alone and leaves out the comparisons (span_comparisons.h). The masked variant
// runs the SIMD groups at the ends of the span.
//
// If work-items ask if they are at a border, SIMD groups away from all borders have one more
// variant, without the questions.

#include "vecz/variants/body_vectorizer.h"

#include <cmath>
#include <limits>

#include "ir/kernel_conventions.h"
#include "ir/lock_detection.h"
#include "ir/ranges/active_ranges.h"
#include "registry/step_gate.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/model/thresholds.h"
#include "vecz/prepare/span_comparisons.h"
#include "vecz/prepare/strided_walks.h"
#include "vecz/variants/candidate_search.h"
#include "vecz/widen/widen.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::variants;

namespace {

/// The reason to leave a body scalar before any search; empty if there is none.
std::string reasonAgainst(Function &body, bool isWanted) {
  if (!isWanted) {
    return "the device has no vector registers";
  }
  if (body.hasFnAttribute(passes::lockHolderAttribute) || passes::holdsLock(body)) {
    return "its work-items pass a lock on to each other";
  }
  if (!runsStep("vectorize-kernels", body)) {
    return "the step is switched off";
  }
  return {};
}

/// Emits the variants of one body with one choice of a SIMD group.
class VariantEmission {
 public:
  VariantEmission(Function &body, const LinearizedCopies &copies, const CostModel &costs,
                  const TargetTransformInfo &target, const VectorizeOptions &options,
                  const KernelLimits &limits)
      : body_(body),
        copies_(copies),
        costs_(costs),
        target_(target),
        options_(options),
        limits_(limits) {}

  /// Adds the variants; `refines` allows more than the plain one.
  BodyVariants run(Candidate best, bool refines) {
    const double mostWithMasks = costWithMasks(best);
    variants_.simdGroup = best.simdGroup;
    variants_.itemCost = best.itemCost;
    variants_.itemTime = best.itemTime;
    variants_.vectorCost = plainCost_ = best.cost;
    variants_.vectorTime = best.time;
    variants_.vector = widenTo(best);
    if (!variants_.vector) {
      variants_.reason = "a branch could not be made uniform";
    } else if (refines) {
      unroll(*variants_.vector);
      addMasked(mostWithMasks);
      leaveOutComparisons();
      addInner();
    }
    return std::move(variants_);
  }

 private:
  /// Widens a candidate to the variant `<body>.v<width>` or `<body>.m<width>`; null on failure.
  Function *widenTo(const Candidate &candidate) const {
    const SimdGroup &simdGroup = candidate.simdGroup;
    return widen(*candidate.linearized, simdGroup,
                 body_.getName() + (simdGroup.masked ? ".m" : ".v") + Twine(simdGroup.width),
                 target_);
  }

  /// Adds the variant `<variant>.x<count>` for several SIMD groups to one for a single SIMD group,
  /// if it is faster.
  void unroll(Function &variant) {
    if (!runsStep("unroll-and-jam", variant)) {
      return;
    }
    const bool wherePossible =
        options_.mode == VectorizeOptions::Mode::always && options_.width == 0;
    std::optional<UnrollAndJam> unroll =
        chooseUnrollAndJam(variant, variants_.simdGroup, target_, limits_.maxWidth, wherePossible);
    if (!unroll) {
      return;
    }
    Function *unrolled = unrollAndJam(variant, variants_.simdGroup, *unroll,
                                      variant.getName() + ".x" + Twine(unroll->count));
    if (!unrolled) {
      return;
    }
    variant.addFnAttr(passes::unrolledVariantAttribute, unrolled->getName());
    variants_.unroll = unroll;
  }

  /// The most that a masked variant may cost per work-item to run full SIMD groups too; -1 if none
  /// may. Accesses without a mask in the plain variant would be slower under one.
  double costWithMasks(const Candidate &plain) const {
    if (body_.getInstructionCount() < bodyOfOneVariant) {
      return -1;
    }
    ShapeAnalysis shapes(*plain.linearized, plain.simdGroup);
    if (costs_.hasAccessesOfAll(*plain.linearized, shapes)) {
      return -1;
    }
    return plain.cost * costOfOneVariant + 1.0 / plain.simdGroup.width;
  }

  /// A candidate for the masked variant; nothing if the target lacks masked accesses, or if the
  /// body cannot be linearised.
  std::optional<Candidate> maskedCandidate() const {
    SimdGroup simdGroup = variants_.simdGroup;
    simdGroup.masked = true;
    if (!options_.isForced() && !costs_.hasMaskedAccesses(body_, simdGroup.width)) {
      return std::nullopt;
    }
    LinearizedCopy copy = copies_.make(simdGroup);
    if (!copy.function) {
      return std::nullopt;
    }
    const double cost = costOf(*copy.function, simdGroup);
    return Candidate{std::move(copy.function), simdGroup, cost};
  }

  /// The cost of one work-item in a full SIMD group.
  double costOf(Function &linearized, const SimdGroup &simdGroup) const {
    ShapeAnalysis shapes(linearized, simdGroup);
    return costs_.ofSimdGroup(linearized, simdGroup, shapes,
                              findWalkingAccesses(linearized, shapes));
  }

  /// Adds the masked variant for remainders, if it pays: from fewer lanes on than are left on
  /// average (half of the width) it must beat work-items one by one. With a cost of at most
  /// `mostWithMasks` it takes the place of the plain variant.
  void addMasked(double mostWithMasks) {
    if (!runsStep("masked-remainder", *variants_.vector)) {
      return;
    }
    std::optional<Candidate> candidate = maskedCandidate();
    if (!candidate) {
      return;
    }
    const unsigned width = candidate->simdGroup.width;
    const double cost = candidate->cost * width;
    // A body that only returns costs nothing, either way.
    const double least =
        options_.isForced() || cost == 0
            ? 1
            : std::floor(cost / costs_.ofItem(body_, candidate->simdGroup).work) + 1;
    const bool replaces =
        !options_.isForced() && !variants_.unroll && candidate->cost <= mostWithMasks;
    candidate->simdGroup.remaindersOnly = !replaces;
    Function *masked = least <= width / 2 || replaces ? widenTo(*candidate) : nullptr;
    if (!masked) {
      return;
    }
    masked->addFnAttr(passes::leastLanesAttribute, std::to_string(static_cast<unsigned>(least)));
    if (replaces) {
      variants_.vector->eraseFromParent();
      variants_.vector = masked;
    } else {
      variants_.masked = masked;
    }
  }

  /// Replaces the plain variant, and the one for several SIMD groups, by those for SIMD groups
  /// inside of the spans of active work-items. At the ends of a span along SIMD groups the masked
  /// variant runs.
  void leaveOutComparisons() {
    const unsigned along = variants_.simdGroup.dimension;
    if (along == SimdGroup::linear || simdGroupOf(*variants_.vector).masked ||
        !runsStep("split-index-sets", *variants_.vector)) {
      return;
    }
    std::bitset<3> dimensions = 7;
    dimensions[along] = variants_.masked != nullptr;
    const auto [vector, cost] =
        widenInside(dimensions, false, std::numeric_limits<double>::infinity());
    if (!vector) {
      return;
    }
    plainCost_ = cost;
    if (variants_.unroll) {
      const Attribute name = variants_.vector->getFnAttribute(passes::unrolledVariantAttribute);
      vector->getParent()->getFunction(name.getValueAsString())->eraseFromParent();
      variants_.unroll.reset();
    }
    vector->takeName(variants_.vector);
    variants_.vector->eraseFromParent();
    variants_.vector = vector;
    unroll(*vector);
  }

  /// Adds the variant `<variant>.inner` for SIMD groups of inner work-items, if there are
  /// comparisons to leave out, and it is faster. It may be unrolled, too. An unrolled plain variant
  /// stays, for narrow ranges have no inner SIMD groups at all.
  void addInner() {
    if (variants_.simdGroup.dimension == SimdGroup::linear || variants_.unroll ||
        !runsStep("split-index-sets", *variants_.vector)) {
      return;
    }
    Function *inner = widenInside(7, true, plainCost_ * costOfInner).variant;
    if (!inner) {
      return;
    }
    inner->setName(variants_.vector->getName() + ".inner");
    unroll(*inner);
    variants_.inner = inner;
  }

  /// A plain variant for SIMD groups inside of spans alone, and its cost.
  struct Inside {
    Function *variant = nullptr;
    double cost = 0;
  };

  /// Widens the body without the comparisons decided inside of the spans along the dimensions; with
  /// `inner`, for inner work-items as well. Null if there are none, or at a higher cost than
  /// `mostCost`.
  Inside widenInside(std::bitset<3> dimensions, bool inner, double mostCost) const {
    const TemporaryFunction inside = copyOf(body_);
    const passes::InsideSpans spans = foldSpanComparisons(*inside, dimensions, inner);
    if ((inner ? spans.inner : spans.comparisons) == 0) {
      return {};
    }
    LinearizedCopy copy = LinearizedCopies(*inside, false, target_).make(variants_.simdGroup);
    const double cost = copy.function ? costOf(*copy.function, variants_.simdGroup) : 0;
    if (!copy.function || cost > mostCost) {
      return {};
    }
    Function *variant = widenTo({std::move(copy.function), variants_.simdGroup});
    if (variant) {
      passes::setInsideSpans(*variant, spans);
    }
    return {variant, cost};
  }

  Function &body_;
  const LinearizedCopies &copies_;
  const CostModel &costs_;
  const TargetTransformInfo &target_;
  const VectorizeOptions &options_;
  const KernelLimits &limits_;
  BodyVariants variants_;
  double plainCost_ = 0;  ///< of the plain variant, without the comparisons that it leaves out
};

}  // namespace

BodyVariants vectorizeBody(Function &body, const TargetTransformInfo &target,
                           const VectorizeOptions &options, const KernelLimits &limits) {
  const CostModel costs(target);
  std::string reason = reasonAgainst(body, options.isForced() || costs.hasVectors());
  if (!reason.empty()) {
    return {.reason = std::move(reason)};
  }
  const bool refines = limits.mayRefine || options.isForced();
  const LinearizedCopies copies(body, !refines, target);
  CandidateSearch search(body, copies, costs, options, limits.maxWidth);
  std::optional<Candidate> best = search.run();
  if (!best) {
    return {.reason = search.reason()};
  }
  return VariantEmission(body, copies, costs, target, options, limits)
      .run(std::move(*best), refines);
}

}  // namespace compiler::vecz
