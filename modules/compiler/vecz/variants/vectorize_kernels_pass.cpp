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
// For each work-item function the dimension along which work-items form SIMD groups and their width
// are chosen by cost (candidate_search.h). Then its variants are emitted (body_vectorizer.h).

#include "vecz/variants/vectorize_kernels_pass.h"

#include <array>
#include <bit>

#include "compiler/program_info.h"
#include "ir/kernel_conventions.h"
#include "ir/shared_functions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"
#include "mux/abi.h"
#include "vecz/analysis/known_work_item_ids.h"
#include "vecz/analysis/scalar_runs.h"
#include "vecz/model/remarks.h"
#include "vecz/model/thresholds.h"
#include "vecz/variants/body_vectorizer.h"
#include "vecz/variants/explanation.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::variants;

namespace {

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
      Function *body = passes::workItemFunctionCall(*items).getCalledFunction();
      const unsigned bodySize = passes::expandedSize(*body);
      const bool isApart = body->hasFnAttribute(passes::apartAttribute);
      if (isApart && bodySize > maxApart) {
        continue;
      }
      bodies.push_back(body);
      size += isApart ? 0 : bodySize;
    }
    KernelLimits limits;
    limits.mayRefine = size <= maxRefinedKernel;
    if (bodies.size() > 1 && any_of(bodies, [](Function *body) { return asksIdsOf(*body, 1); })) {
      limits.maxWidth.fill(maxWidthBetweenBarriers);
    }
    limitByLocalIds(bodies, limits);
    limitByLocalSize(limits);
    for (Function *body : bodies) {
      vectorize(*body, limits);
    }
    passes::setProperties(kernel_, passes::vectorProperties, {widest_.width, widest_.dimension});
    if (widest_.width > 1) {
      remarks_.vectorized(kernel_, widest_, vectorTime_ == 0 ? 1 : itemTime_ / vectorTime_);
      if (!options_.isForced() && !isCertain()) {
        passes::addFlags(kernel_, mux_kernel_vectors_are_uncertain);
      }
    } else {
      remarks_.notVectorized(kernel_, reason_);
    }
    remarks_.report(kernel_.getContext());
  }

 private:
  /// Returns true if vectors pay without doubt, whatever loops wait for. Work-groups of unknown
  /// size may be short in other dimensions than 0, and scalar code may have vectors of its own.
  bool isCertain() const {
    return itemCost_ >= certainGain * vectorCost_ && widest_.dimension != 1 &&
           widest_.dimension != 2 && !hasScalarRuns_;
  }
  /// Work-items at a barrier share memory by their local ids. Without an id along a
  /// dimension two of them would do the same, so work-groups have one work-item along it. The first
  /// dimension stays in any case: there a sub-group's ids may do.
  static void limitByLocalIds(ArrayRef<Function *> bodies, KernelLimits &limits) {
    auto asks = [&](unsigned dimension) {
      return any_of(bodies, [&](Function *body) { return asksLocalIdOf(*body, dimension); });
    };
    const std::array<bool, 3> asked = {asks(0), asks(1), asks(2)};
    for (unsigned dimension : {1u, 2u}) {
      if (bodies.size() > 1 && is_contained(asked, true) && !asked[dimension]) {
        limits.maxWidth[dimension] = 1;
      }
    }
  }
  /// SIMD groups are not wider than work-groups, if their size is known. Without barriers,
  /// work-groups can be merged along x.
  void limitByLocalSize(KernelLimits &limits) const {
    const bool mayMerge = !passes::hasFlags(kernel_, mux_kernel_has_barriers);
    const SmallVector<uint64_t> sizes = passes::properties(kernel_, passes::enqueuedSizeProperties);
    for (auto [dimension, size] : enumerate(sizes)) {
      unsigned &width = limits.maxWidth[dimension];
      if (size < width && (dimension != 0 || !mayMerge)) {
        width = std::bit_floor(static_cast<unsigned>(size));
      }
    }
  }
  /// Vectorises one body and names its variants by attributes.
  void vectorize(Function &body, const KernelLimits &limits) {
    const auto &target = analyses_.getResult<TargetIRAnalysis>(body);
    const BodyVariants variants = vectorizeBody(body, target, options_, limits);
    if (!variants.vector) {
      reason_ = variants.reason;
      remarks_.remark(body, "not vectorised: " + reason_);
      return;
    }
    hasScalarRuns_ |= hasScalarRuns(body);
    itemCost_ += variants.itemCost;
    itemTime_ += variants.itemTime;
    vectorCost_ += variants.vectorCost;
    vectorTime_ += variants.vectorTime;
    body.addFnAttr(passes::vectorVariantAttribute, variants.vector->getName());
    if (variants.unroll) {
      if (variants.unroll->dimension == 2) {
        passes::addFlags(kernel_, mux_kernel_shares_work_along_z);
      }
      remarks_.remark(body, Twine(variants.unroll->count) +
                                " SIMD groups run at once, along dimension " +
                                Twine(variants.unroll->dimension));
    }
    if (variants.masked) {
      variants.vector->addFnAttr(passes::maskedVariantAttribute, variants.masked->getName());
    }
    if (variants.inner) {
      variants.vector->addFnAttr(passes::innerVariantAttribute, variants.inner->getName());
    }
    explain(body, variants.inner ? *variants.inner : *variants.vector, variants.simdGroup,
            remarks_);
    if (variants.simdGroup.width > widest_.width) {
      widest_ = variants.simdGroup;
    }
  }

  Function &kernel_;
  FunctionAnalysisManager &analyses_;
  const VectorizeOptions &options_;
  Remarks remarks_;
  SimdGroup widest_;
  // Of all vectorised bodies.
  double itemCost_ = 0, itemTime_ = 0;
  double vectorCost_ = 0, vectorTime_ = 0;
  bool hasScalarRuns_ = false;
  std::string reason_;
};

/// Returns the kernels of the program. The driver's own kernel for variables stays scalar: it runs
/// for one work-item, and the user has never heard of it.
SmallVector<Function *> programKernelsOf(Module &module) {
  SmallVector<Function *> kernels(passes::kernelsOf(module));
  erase_if(kernels, [](const Function *kernel) { return kernel->getName() == variableKernelName; });
  return kernels;
}

/// A remark on each kernel if vectorisation is switched off.
void reportNever(Module &module, const VectorizeOptions &options) {
  Remarks remarks(options.remarks);
  for (Function *kernel : programKernelsOf(module)) {
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
  for (Function *kernel : programKernelsOf(module)) {
    KernelVectorizer(*kernel, functions, options_).run();
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::vecz
