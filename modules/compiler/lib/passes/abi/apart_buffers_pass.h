// Tells kernels that their buffers do not overlap, if the launch knows it.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Marks the pointers of a kernel to global and constant memory as `noalias`, as `restrict` in the
/// source would (OpenCL C 3.0 §6.9). Programs rarely write it:
///
///   for (int k = 0; k < n; ++k) c[i] += a[k] * b[k * n + i];
///
/// A store to c may change a and b, so the sum goes through memory in each round. The runtime sees
/// the buffers of a launch, and may ask for a variant of the kernel (decision 017).
///
/// * With `areApart` it marks; without, kernels with a loop as above get the flag
///   mux_kernel_gains_by_apart_buffers.
/// * Kernels that find pointers in memory, or make them of numbers, are left alone: such pointers
///   may lead into a buffer.
/// * Expects kernels after SROA. Preserves the control-flow graph. There are no errors.
class ApartBuffersPass : public llvm::PassInfoMixin<ApartBuffersPass> {
 public:
  explicit ApartBuffersPass(bool areApart) : areApart_(areApart) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

 private:
  bool areApart_;
};

}  // namespace compiler::passes
