// Zeroes private and local memory when a kernel starts (cl_khr_initialize_memory).
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

struct ZeroMemoryOptions {
  bool local = false;          ///< -cl-kiln-zero-local-memory
  bool privateMemory = false;  ///< -cl-kiln-zero-private-memory
};

/// Before optimisation, which takes what nobody wrote for anything: private variables are written
/// zeros to where they begin to live, and local variables begin as zeros. Kernels are told what was
/// asked for ("kiln-zero-local", "kiln-zero-private").
class ZeroMemoryPass : public llvm::PassInfoMixin<ZeroMemoryPass> {
 public:
  explicit ZeroMemoryPass(ZeroMemoryOptions options) : options_(options) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  ZeroMemoryOptions options_;
};

/// Kernels of work-groups that have "kiln-zero-local" and local memory begin by zeroing it, that of
/// arguments included.
struct ZeroLocalMemoryPass : llvm::PassInfoMixin<ZeroLocalMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
