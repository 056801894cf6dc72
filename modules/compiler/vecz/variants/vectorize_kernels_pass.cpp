// The whole-function vectoriser
// -----------------------------
// A work-item function is what one work-item does between two barriers
// (passes/barriers/split_barriers_pass.cpp), with all that it calls inlined, and simplified. Its
// vector variant does the same for a SIMD group of neighbouring work-items at once:
//
//   linearize   divergent branches become masks; the control flow that is left is the same for
//               all lanes (linearize.h)
//   shapes      which values are uniform, which count up from lane to lane, which vary
//               (shape_analysis.h)
//   widen       what is uniform stays scalar, the rest becomes vectors (widen.h); memory is
//               accessed as the shapes of addresses allow (memory_widener.h)
//
// The loops around work-item functions run SIMD groups as long as there are full ones. What is left
// of a row of work-items runs as a part of a SIMD group, in a third form of the body in which
// everything is under a mask, where the target's masked accesses make that faster; or one by one.
// So a body that cannot be vectorised, or not at a gain, costs nothing but its own speed. Where
// nearly everything is under a mask anyway (kernels that begin by leaving if the id is beyond some
// end), the third form is the only one for SIMD groups: another one would be the same code once
// more.
//
// What is chosen here: the dimension along which work-items form SIMD groups, and how many do. For
// each dimension that the body asks ids of, the body is linearised and its cost is estimated at
// several widths (cost_model.h); the cheapest wins, dimension 0 in doubt. SIMD groups that share
// work along another dimension then run together (unroll_and_jam.h).

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
#include "vecz/analysis/known_work_item_ids.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/cost/cost_model.h"
#include "vecz/linearize/linearize.h"
#include "vecz/memory/window_accesses.h"
#include "vecz/model/remarks.h"
#include "vecz/prepare/aligned_work_item_ids.h"
#include "vecz/prepare/prepare_widening.h"
#include "vecz/prepare/strided_walks.h"
#include "vecz/unroll_and_jam/unroll_and_jam.h"
#include "vecz/variants/explanation.h"
#include "vecz/widen/widen.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Other dimensions are taken only if they win this much: groups are seldom as long in them.
constexpr double profitOfOtherDimension = 0.75;
/// A vector variant must be at least this much cheaper than the body itself.
constexpr double profitOfVectors = 0.95;
/// Instructions of all of a kernel's bodies. Larger kernels have no forms for parts of SIMD groups,
/// nor for several SIMD groups, and gathers alone at edges: time to build is what they are short
/// of.
constexpr unsigned maxRefinedKernel = 2000;
/// Masks may cost whole SIMD groups this share, and an operation, for one form in place of two.
constexpr double costOfOneVariant = 1.02;
/// A SIMD group twice as wide must win this much: rows of a group may be shorter than it. More
/// where an int takes several registers, and a large body has more of them in use than there are.
constexpr double profitOfWidth = 0.92;
constexpr double profitOfManyRegisters = 0.75;
constexpr unsigned largeBody = 200;  // instructions
/// From how many instructions of a body on a form less is worth a few operations for each SIMD
/// group.
constexpr unsigned bodyOfOneVariant = 100;
/// Groups of several dimensions that wait at barriers are seldom longer in one. Others can be
/// merged to longer rows.
constexpr unsigned maxWidthBetweenBarriers = 16;

struct Candidate {
  Function *linearized = nullptr;
  SimdGroup simdGroup;
  double cost = 0;
};

/// What became of a work-item function.
struct Outcome {
  Function *variant = nullptr;  ///< the vector variant, or null
  Function *masked = nullptr;   ///< the form for parts of SIMD groups, or null
  SimdGroup simdGroup;
  std::string reason;                  ///< why there is none
  std::optional<UnrollAndJam> unroll;  ///< of several SIMD groups at once
};

/// What is known of all bodies of a kernel.
struct KernelLimits {
  bool mayRefine = true;             ///< forms for parts of SIMD groups, and for several
  unsigned maxWidth = maximumWidth;  ///< of SIMD groups, if the cost model chooses
};

class BodyVectorizer {
 public:
  BodyVectorizer(Function &body, FunctionAnalysisManager &analyses, const VectorizeOptions &options,
                 const KernelLimits &limits)
      : body_(body),
        limits_(limits),
        options_(options),
        target_(analyses.getResult<TargetIRAnalysis>(body)),
        costs_(target_) {}

  Outcome run() {
    if (!isForced() && !costs_.hasVectors()) {
      outcome_.reason = "the device has no vector registers";
      return std::move(outcome_);
    }
    if (body_.hasFnAttribute(passes::lockHolderAttribute) || passes::holdsLock(body_)) {
      outcome_.reason = "its work-items pass a lock on to each other";
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
  bool isForced() const {
    return options_.mode == VectorizeOptions::Mode::always || options_.width != 0;
  }

  /// A copy of the body for SIMD groups: indices that are cut to an int and extended again are the
  /// ids themselves there, and branches on them are seen for what they are.
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

  /// In ascending order, not empty.
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

  /// The widths that can share a linearised copy. Up to the size of a sub-group all lanes are in
  /// the same one, so branches on its id stay branches; wider SIMD groups need masks for them.
  SmallVector<ArrayRef<unsigned>> widthRanges(unsigned dimension, ArrayRef<unsigned> widths) const {
    const unsigned subGroup = dimension == 0 ? passes::sizeOfSubGroupIds(body_) : 0;
    const size_t within =
        count_if(widths, [&](unsigned width) { return subGroup == 0 || width <= subGroup; });
    SmallVector<ArrayRef<unsigned>> ranges = {widths.take_front(within), widths.drop_front(within)};
    erase_if(ranges, [](ArrayRef<unsigned> range) { return range.empty(); });
    return ranges;
  }

  /// Ready to be widened, or null.
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

  double profitFactor(unsigned width) const {
    bool isWide = width > costs_.commonWidth() && body_.getInstructionCount() > largeBody;
    return isWide ? profitOfManyRegisters : profitOfWidth;
  }

  /// Null if the body is better left alone.
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

  /// What a masked variant may cost to run whole SIMD groups. None may if it has accesses that
  /// would not be under a mask else.
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

  /// The form for parts of the chosen SIMD group, if it is faster than work-items one by one from
  /// fewer lanes on than are left on average. If it does not cost more than `mostWithMasks`, it
  /// takes the place of the form for whole SIMD groups; there is none beside it then.
  Function *maskedVariant(Function &common, double mostWithMasks) {
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
    // Bodies that only return cost nothing, either way.
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

  /// Makes a form for several SIMD groups as well, if that is faster.
  void unroll(Function &variant, const SimdGroup &simdGroup) {
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

class KernelVectorizer {
 public:
  KernelVectorizer(Function &kernel, FunctionAnalysisManager &analyses,
                   const VectorizeOptions &options)
      : kernel_(kernel), analyses_(analyses), options_(options), remarks_(options.remarks) {}

  void run() {
    SmallVector<Function *> bodies;
    unsigned size = 0;
    for (Function *items : passes::partsOf(kernel_)) {
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
    passes::setFacts(kernel_, passes::vectorFacts, {widest_.width, widest_.dimension});
    if (widest_.width > 1) {
      remarks_.vectorized(kernel_, widest_);
    } else {
      remarks_.notVectorized(kernel_, reason_);
    }
    remarks_.report(kernel_.getContext());
  }

 private:
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
