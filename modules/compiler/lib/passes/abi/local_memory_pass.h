// Assigns each __local variable an offset in the work-group's local memory.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces global variables of address space 3 by `kiln.local_memory(i64 offset)`. A runtime
/// provides local memory per worker, so a linker cannot give such a variable an address.
///
/// * Expects: a module with all callees (LinkBuiltinsPass).
/// * Afterwards: no variable of address space 3 has a use. WorkItemContextPass resolves the calls
///   to addresses.
/// * Layout: a variable has one offset for all kernels that reach a use of it by calls. Variables
///   without a common kernel overlap.
/// * Writes kiln.local_size, in bytes, on each kernel.
/// * Writes kiln.zeroed_local on kernels with variables that have zeros as their initialiser.
///   ZeroLocalMemoryPass zeroes them. OpenCL C 3.0 §6.7.2 allows no initialiser, SPIR-V has them.
/// * Diagnoses nothing.
struct LocalMemoryPass : llvm::PassInfoMixin<LocalMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
