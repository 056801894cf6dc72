// Whole-function vectorisation
// ----------------------------
//
// A work-item function (`body` in the code) is the code of one work-item between two barriers
// (passes/barriers/split_barriers_pass.cpp), with its callees inlined (except shared functions of
// large kernels) and simplified. Its vector variant does the same for a SIMD group of neighbouring
// work-items at once (Karrenberg and Hack, CGO 2011; Moll and Hack, PLDI 2018):
//
//   * linearize: divergent branches become masks; the remaining control flow is the same for all
//     lanes (linearize.h).
//   * prepare: the scalar code is simplified with SIMD groups in mind (prepare_widening.h).
//   * shapes: each value is uniform, strided or varying among lanes (shape_analysis.h).
//   * widen: uniform and strided values stay scalar, varying ones become vectors (widen.h). Memory
//     is accessed as the shapes of addresses allow (memory_widener.h).
//
// A kernel `f` with a profitable width of 16 ends up with up to four variants of its work-item
// function:
//
//   f.item         scalar, for remainders and where no vector pays.
//   f.item.v16     vector, for full SIMD groups.
//   f.item.v16.x4  vector, for 4 SIMD groups at once (unroll_and_jam.h).
//   f.item.m16     masked, for the remainder of a row of work-items.
//
// The loops around work-item functions run full SIMD groups as long as there are any. The remainder
// of a row runs in the masked variant, if the target's masked accesses make it faster; otherwise
// one by one. So a body without a profitable variant costs nothing but its own speed. Where nearly
// everything is under a mask anyway (kernels that begin with a comparison of the id), the masked
// variant is the only one: the plain one would be the same code once more.
//
// Two things are chosen here: the dimension along which work-items form SIMD groups, and the width.
// For each dimension whose ids the body asks for, the body is linearised, and its cost is estimated
// at several widths (cost_model.h). The cheapest candidate wins, dimension 0 in doubt.

#include "vecz/variants/vectorize_kernels_pass.h"

#include <cmath>

#include "ir/active_ranges.h"
#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/lock_detection.h"
#include "ir/shared_functions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "registry/step_gate.h"
#include "vecz/analysis/known_work_item_ids.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/cost/cost_model.h"
#include "vecz/linearize/linearize.h"
#include "vecz/model/remarks.h"
#include "vecz/model/thresholds.h"
#include "vecz/prepare/aligned_work_item_ids.h"
#include "vecz/prepare/prepare_widening.h"
#include "vecz/prepare/strided_walks.h"
#include "vecz/unroll_and_jam/unroll_and_jam.h"
#include "vecz/variants/explanation.h"
#include "vecz/widen/widen.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::variants;

namespace {

/// A linearised body with its best width, one per dimension and range of widths.
struct Candidate {
  /// Prepared for widening; null if the body could not be linearised.
  Function *linearized = nullptr;
  SimdGroup simdGroup;
  /// Cost per work-item.
  double cost = 0;
};

/// The result for one work-item function.
struct Outcome {
  Function *variant = nullptr;  ///< the vector variant, or null
  Function *masked = nullptr;   ///< the masked variant for remainders, or null
  SimdGroup simdGroup;
  std::string reason;                  ///< why there is no vector variant: a clause for a remark
  std::optional<UnrollAndJam> unroll;  ///< of the variant for several SIMD groups, if there is one
};

/// Limits that follow from all bodies of a kernel together.
struct KernelLimits {
  bool mayRefine = true;             ///< variants for remainders and for several SIMD groups
  unsigned maxWidth = maximumWidth;  ///< of the cost model's choice
};

/// Creates the variants of one work-item function.
class BodyVectorizer {
 public:
  BodyVectorizer(Function &body, FunctionAnalysisManager &analyses, const VectorizeOptions &options,
                 const KernelLimits &limits)
      : body_(body),
        limits_(limits),
        options_(options),
        target_(analyses.getResult<TargetIRAnalysis>(body)),
        costs_(target_) {}

  /// Candidates are copies, so a body without a profitable variant stays as it was. All copies but
  /// the chosen variants are erased at the end.
  Outcome run() {
    if (!isForced() && !costs_.hasVectors()) {
      outcome_.reason = "the device has no vector registers";
      return std::move(outcome_);
    }
    if (body_.hasFnAttribute(passes::lockHolderAttribute) || passes::holdsLock(body_)) {
      outcome_.reason = "its work-items pass a lock on to each other";
      return std::move(outcome_);
    }
    if (!runsStep("vectorize-kernels", body_)) {
      outcome_.reason = "the step is switched off";
      return std::move(outcome_);
    }
    Function *common = copyForSimdGroups();
    SmallVector<Candidate> candidates = findCandidates(*common);
    Candidate *best = choose(candidates);
    double mostWithMasks = -1;
    if (best) {
      outcome_.simdGroup = best->simdGroup;
      mostWithMasks = costWithMasks(*best);
      outcome_.variant = widenTo(*best);
    }
    if (outcome_.variant && (limits_.mayRefine || isForced())) {
      unroll(*outcome_.variant, outcome_.simdGroup);
      outcome_.masked = maskedVariant(*common, mostWithMasks);
    }
    for (Candidate &candidate : candidates) {
      candidate.linearized->eraseFromParent();
    }
    common->eraseFromParent();
    return std::move(outcome_);
  }

 private:
  /// Whether the options ask for vectors regardless of the cost.
  bool isForced() const {
    return options_.mode == VectorizeOptions::Mode::always || options_.width != 0;
  }

  /// A copy of the body for SIMD groups. Ids are below 2^31 there (known_work_item_ids.h), so
  /// indices cut to an int and extended again are the ids themselves. Branches on them then compare
  /// strided values, and may turn out uniform.
  Function *copyForSimdGroups() {
    ValueToValueMapTy map;
    Function *copy = CloneFunction(&body_, map);
    copy->setLinkage(GlobalValue::InternalLinkage);
    useIdRanges(*copy);
    if (!limits_.mayRefine && !isForced()) {
      copy->addFnAttr(plainBoundariesAttribute);
    }
    return copy;
  }

  /// One candidate for each wanted dimension and range of widths; sets the reason if there is none.
  SmallVector<Candidate> findCandidates(Function &common) {
    SmallVector<Candidate> candidates;
    passes::ActiveRanges ranges(body_);
    const SmallVector<unsigned> allWidths = widthsToTry();
    for (unsigned dimension : {0u, 1u, 2u}) {
      bool wanted = options_.dimension ? *options_.dimension == dimension
                                       : dimension == 0 || asksIdsOf(body_, dimension);
      if (!wanted) {
        continue;
      }
      if (!isForced() && ranges.isOne(dimension)) {
        outcome_.reason = "it does something for one work-item only";
        continue;
      }
      for (ArrayRef<unsigned> widths : widthRanges(dimension, allWidths)) {
        Candidate candidate;
        candidate.simdGroup.dimension = dimension;
        candidate.simdGroup.maxWidth = widths.back();
        candidate.linearized = linearizedCopy(common, candidate.simdGroup);
        if (!candidate.linearized) {
          continue;
        }
        chooseWidth(candidate, widths);
        candidates.push_back(candidate);
      }
    }
    return candidates;
  }

  /// The widths to compare, ascending, not empty.
  SmallVector<unsigned> widthsToTry() const {
    if (options_.width != 0) {
      return {options_.width};
    }
    SmallVector<unsigned> widths = costs_.widths(body_);
    while (widths.size() > 1 && widths.back() > limits_.maxWidth) {
      widths.pop_back();
    }
    return widths;
  }

  /// The ranges of widths that can share a linearised copy. Up to the size of a sub-group all lanes
  /// are in one sub-group, so branches on its id stay branches. Wider SIMD groups need masks for
  /// them (doc/decisions/020-width-before-ids-of-sub-groups.md).
  SmallVector<ArrayRef<unsigned>> widthRanges(unsigned dimension, ArrayRef<unsigned> widths) const {
    const unsigned subGroup = dimension == 0 ? passes::sizeOfSubGroupIds(body_) : 0;
    const size_t within =
        count_if(widths, [&](unsigned width) { return subGroup == 0 || width <= subGroup; });
    SmallVector<ArrayRef<unsigned>> ranges = {widths.take_front(within), widths.drop_front(within)};
    erase_if(ranges, [](ArrayRef<unsigned> range) { return range.empty(); });
    return ranges;
  }

  /// A copy of the body, ready to be widened; null, and the reason set, if it cannot be linearised.
  Function *linearizedCopy(Function &common, const SimdGroup &simdGroup) {
    ValueToValueMapTy map;
    Function *copy = CloneFunction(&common, map);
    useAlignedIds(*copy, simdGroup);
    unrollStridedWalks(*copy, simdGroup, target_);
    std::string problem = linearize(*copy, simdGroup);
    if (!problem.empty()) {
      outcome_.reason = std::move(problem);
      copy->eraseFromParent();
      return nullptr;
    }
    prepareWidening(*copy, simdGroup);
    return copy;
  }

  /// Sets the candidate's best width. A wider SIMD group has to win by profitFactor() for each
  /// doubling since the best so far.
  void chooseWidth(Candidate &candidate, ArrayRef<unsigned> widths) {
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

  /// The relative cost that doubling to this width must reach.
  double profitFactor(unsigned width) const {
    bool isWide = width > costs_.commonWidth() && body_.getInstructionCount() > largeBody;
    return isWide ? profitOfManyRegisters : profitOfWidth;
  }

  /// The cheapest candidate; null, and the reason set, if the body is better left alone.
  Candidate *choose(MutableArrayRef<Candidate> candidates) {
    Candidate *best = nullptr;
    for (Candidate &candidate : candidates) {
      if (!best || candidate.cost < best->cost * profitOfOtherDimension) {
        best = &candidate;
      }
    }
    if (best && !isForced() &&
        best->cost > costs_.ofItem(body_, best->simdGroup) * profitOfVectors) {
      outcome_.reason = "vectors are not expected to be faster";
      return nullptr;
    }
    return best;
  }

  /// The most that a masked variant may cost per work-item to run full SIMD groups too; -1 if none
  /// may. Accesses without a mask in the plain variant would be slower under one.
  double costWithMasks(const Candidate &plain) {
    if (body_.getInstructionCount() < bodyOfOneVariant) {
      return -1;
    }
    ShapeAnalysis shapes(*plain.linearized, plain.simdGroup);
    if (costs_.hasAccessesOfAll(*plain.linearized, shapes)) {
      return -1;
    }
    return plain.cost * costOfOneVariant + 1.0 / plain.simdGroup.width;
  }

  /// The masked variant for remainders of the chosen SIMD group, if it pays: from fewer lanes on
  /// than are left on average (half of the width) it must beat work-items one by one.
  ///
  /// With a cost of at most `mostWithMasks` it takes the place of the plain variant, and the result
  /// is null.
  Function *maskedVariant(Function &common, double mostWithMasks) {
    if (!runsStep("masked-remainder", *outcome_.variant)) {
      return nullptr;
    }
    SimdGroup simdGroup = outcome_.simdGroup;
    simdGroup.masked = true;
    if (!isForced() && !costs_.hasMaskedAccesses(body_, simdGroup.width)) {
      return nullptr;
    }
    Candidate candidate = {linearizedCopy(common, simdGroup), simdGroup};
    if (!candidate.linearized) {
      return nullptr;
    }
    ShapeAnalysis shapes(*candidate.linearized, simdGroup);
    candidate.cost = costs_.ofSimdGroup(*candidate.linearized, simdGroup, shapes,
                                        findWalkingAccesses(*candidate.linearized, shapes));
    double cost = candidate.cost * simdGroup.width;
    // A body that only returns costs nothing, either way.
    double least =
        isForced() || cost == 0 ? 1 : std::floor(cost / costs_.ofItem(body_, simdGroup)) + 1;
    bool replaces = !isForced() && !outcome_.unroll && candidate.cost <= mostWithMasks;
    Function *variant = least <= simdGroup.width / 2 || replaces ? widenTo(candidate) : nullptr;
    candidate.linearized->eraseFromParent();
    if (!variant) {
      return nullptr;
    }
    variant->addFnAttr(passes::leastLanesAttribute, std::to_string(static_cast<unsigned>(least)));
    if (!replaces) {
      return variant;
    }
    outcome_.variant->eraseFromParent();
    outcome_.variant = variant;
    return nullptr;
  }

  /// Widens a candidate to the variant `<body>.v<width>` or `<body>.m<width>`; null, and the reason
  /// set, on failure.
  Function *widenTo(Candidate &candidate) {
    Function *variant = widen(*candidate.linearized, candidate.simdGroup,
                              body_.getName() + (candidate.simdGroup.masked ? ".m" : ".v") +
                                  Twine(candidate.simdGroup.width),
                              target_);
    if (!variant) {
      outcome_.reason = "a branch could not be made uniform";
    }
    return variant;
  }

  /// Adds the variant `<variant>.x<count>` for several SIMD groups, if it is faster.
  void unroll(Function &variant, const SimdGroup &simdGroup) {
    if (!runsStep("unroll-and-jam", variant)) {
      return;
    }
    const bool wherePossible =
        options_.mode == VectorizeOptions::Mode::always && options_.width == 0;
    std::optional<UnrollAndJam> unroll =
        chooseUnrollAndJam(variant, simdGroup, target_, wherePossible);
    if (!unroll) {
      return;
    }
    Function *unrolled =
        unrollAndJam(variant, simdGroup, *unroll, variant.getName() + ".x" + Twine(unroll->count));
    if (!unrolled) {
      return;
    }
    variant.addFnAttr(passes::unrolledVariantAttribute, unrolled->getName());
    outcome_.unroll = unroll;
  }

  Function &body_;
  const KernelLimits &limits_;
  const VectorizeOptions &options_;
  const TargetTransformInfo &target_;
  CostModel costs_;
  Outcome outcome_;
};

/// Vectorises the bodies of one kernel and reports on them.
class KernelVectorizer {
 public:
  KernelVectorizer(Function &kernel, FunctionAnalysisManager &analyses,
                   const VectorizeOptions &options)
      : kernel_(kernel), analyses_(analyses), options_(options), remarks_(options.remarks) {}

  /// The kernel is as wide as its widest body; one vectorised body makes it a vectorised kernel.
  void run() {
    SmallVector<Function *> bodies;
    unsigned size = 0;
    for (Function *items : passes::calledWorkGroupFunctions(kernel_)) {
      bodies.push_back(passes::workItemFunctionCall(*items).getCalledFunction());
      size += passes::expandedSize(*bodies.back());
    }
    KernelLimits limits;
    limits.mayRefine = size <= maxRefinedKernel;
    if (bodies.size() > 1 && any_of(bodies, [](Function *body) { return asksIdsOf(*body, 1); })) {
      limits.maxWidth = maxWidthBetweenBarriers;
    }
    for (Function *body : bodies) {
      vectorize(*body, limits);
    }
    passes::setProperties(kernel_, passes::vectorProperties, {widest_.width, widest_.dimension});
    if (widest_.width > 1) {
      remarks_.vectorized(kernel_, widest_);
    } else {
      remarks_.notVectorized(kernel_, reason_);
    }
    remarks_.report(kernel_.getContext());
  }

 private:
  /// Vectorises one body and names its variants by attributes.
  void vectorize(Function &body, const KernelLimits &limits) {
    Outcome outcome = BodyVectorizer(body, analyses_, options_, limits).run();
    if (!outcome.variant) {
      reason_ = outcome.reason;
      remarks_.remark(body, "not vectorised: " + reason_);
      return;
    }
    body.addFnAttr(passes::vectorVariantAttribute, outcome.variant->getName());
    if (outcome.unroll) {
      remarks_.remark(body, Twine(outcome.unroll->count) +
                                " SIMD groups run at once, along dimension " +
                                Twine(outcome.unroll->dimension));
    }
    if (outcome.masked) {
      outcome.variant->addFnAttr(passes::maskedVariantAttribute, outcome.masked->getName());
    }
    explain(body, *outcome.variant, outcome.simdGroup, remarks_);
    if (outcome.simdGroup.width > widest_.width) {
      widest_ = outcome.simdGroup;
    }
  }

  Function &kernel_;
  FunctionAnalysisManager &analyses_;
  const VectorizeOptions &options_;
  Remarks remarks_;
  SimdGroup widest_;
  std::string reason_;
};

/// A remark on each kernel if vectorisation is switched off.
void reportNever(Module &module, const VectorizeOptions &options) {
  Remarks remarks(options.remarks);
  for (Function *kernel : passes::kernelsOf(module)) {
    remarks.notVectorized(*kernel, "the build options or KILN_VECTORIZE say so");
    remarks.report(module.getContext());
  }
}

}  // namespace

PreservedAnalyses VectorizeKernelsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  if (options_.mode == VectorizeOptions::Mode::never) {
    reportNever(module, options_);
    return PreservedAnalyses::all();
  }
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (Function *kernel : passes::kernelsOf(module)) {
    KernelVectorizer(*kernel, functions, options_).run();
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::vecz
