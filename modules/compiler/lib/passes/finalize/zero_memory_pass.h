// Zeroes private and local memory when a kernel starts (cl_khr_initialize_memory).
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// The build options that ask for zeroed memory. The driver adds both in a context with
/// CL_CONTEXT_MEMORY_INITIALIZE_KHR.
struct ZeroMemoryOptions {
  bool local = false;          ///< -cl-kiln-zero-local-memory
  bool privateMemory = false;  ///< -cl-kiln-zero-private-memory
};

/// Makes zeros the initial content of private variables, and marks kernels for ZeroLocalMemoryPass.
///
/// * Has to run before any optimisation: LLVM takes unwritten memory for undefined, and could
///   choose any value for a read.
/// * With `privateMemory`, each alloca is written zeros to where it begins to live: behind the
///   alloca itself and behind each llvm.lifetime.start. Opaque types (images, events) are left out.
/// * With `local`, variables of address space 3 have zero initialisers.
/// * Writes "kiln-zero-local" and "kiln-zero-private" on all kernels.
class ZeroMemoryPass : public llvm::PassInfoMixin<ZeroMemoryPass> {
 public:
  explicit ZeroMemoryPass(ZeroMemoryOptions options) : options_(options) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  ZeroMemoryOptions options_;
};

/// Inserts a memset of all local memory, that of arguments included, at the entry of kernels with
/// "kiln-zero-local". Other kernels zero the ranges of kiln.zeroed_local.
///
/// Address and length come from `__mux_get_memory_local_start` and `…_size`: the launch decides the
/// length of arguments' local memory. Expects kernels of one work-group (WorkItemLoopsPass), so
/// that zeroing comes before all work-items, and kiln.local_size and kiln.parameters. Skips kernels
/// without local memory.
struct ZeroLocalMemoryPass : llvm::PassInfoMixin<ZeroLocalMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
