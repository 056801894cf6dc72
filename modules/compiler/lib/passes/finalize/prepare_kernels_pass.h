// Joins each kernel with its body `__clang_ocl_kern_imp_<kernel>`, and makes all other functions
// internal.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Makes each kernel one external function of its source name that nothing calls.
///
/// * Expects: a linked program; kernels have the calling convention spir_kernel.
/// * Afterwards: kernels have "mux-kernel"="entry-point", and "kiln-flush-denorms" with
///   `denormsAreZero`. Calls of a kernel go to an internal copy `<name>.callable`. All else that is
///   defined is internal, without comdat.
/// * Kernel metadata (reqd_work_group_size, kernel_arg_type, …) and the subprogram stay with the
///   kernel.
/// * All functions get "no-builtins": a name like `sqrt` or `memcpy` has no meaning in OpenCL C,
///   and LLVM would otherwise assume the C library's.
class PrepareKernelsPass : public llvm::PassInfoMixin<PrepareKernelsPass> {
 public:
  /// `denormsAreZero`: the program is built with -cl-denorms-are-zero.
  explicit PrepareKernelsPass(bool denormsAreZero = false) : denormsAreZero_(denormsAreZero) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

 private:
  bool denormsAreZero_;
};

}  // namespace compiler::passes
