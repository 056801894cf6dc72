// Creates the vector variants of work-item functions that the cost model finds profitable.
//
// This pass is the entry to the vectoriser, and the only user of most of its folders.
#pragma once

#include "llvm/IR/PassManager.h"
#include "vecz/model/options.h"

namespace compiler::vecz {

/// For each work-item function called by a work-group function: chooses a SIMD group, and creates
/// the vector variants where they pay. The attributes vectorVariantAttribute,
/// maskedVariantAttribute and unrolledVariantAttribute name them (ir/kernel_conventions.h). The
/// loops over work-items are built from these names later (work_item_loops_pass.h).
///
/// The work-item functions themselves are not changed: they remain the scalar variant. Width and
/// dimension of the widest variant become metadata of the kernel. Runs on kernels split at their
/// barriers, with callees inlined.
class VectorizeKernelsPass : public llvm::PassInfoMixin<VectorizeKernelsPass> {
 public:
  /// Without options: where the cost model expects a profit, without remarks.
  explicit VectorizeKernelsPass(VectorizeOptions options = {}) : options_(options) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

 private:
  VectorizeOptions options_;
};

}  // namespace compiler::vecz
