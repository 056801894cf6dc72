// Rewrites debug-info expressions without OpenCL address spaces, which debuggers do not know.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Removes the address-space prefix (DW_OP_constu, DW_OP_swap, DW_OP_xderef) from the expressions
/// of variable records. Clang emits it for SPIR triples on each variable of a function, and it
/// always means private memory there.
///
/// Debuggers of processors with one address space reject such expressions, and SROA would leave
/// structures with one undescribed after splitting them. The pass therefore runs before SROA.
/// Functions without debug information are left alone; no code changes.
struct DropDebugAddressSpacesPass : llvm::PassInfoMixin<DropDebugAddressSpacesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
