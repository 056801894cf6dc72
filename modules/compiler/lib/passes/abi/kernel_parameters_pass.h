// Lays out a kernel's argument block and records the layout as metadata.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Gives each parameter an offset in the argument block and turns byval parameters into pointers
/// into it. The block holds the parameters in order, naturally aligned (mux/abi.h,
/// mux_parameter_t).
///
/// * Expects: parameters still have their front end's types (LowerTargetTypesPass comes later), for
///   opaque types decide the kind of a parameter.
/// * Afterwards: no parameter is byval. A structure by value is a readonly noalias pointer; a
///   kernel that writes to it, or lets its address escape, works on a private copy.
/// * Writes kiln.parameters (kind, alignment, offset and size of each) and kiln.arguments_size.
/// * Diagnoses parameter types without a representation in the block, such as an event or an i1.
///   The kernel then has no metadata, and EntryPointsPass uses poison for its arguments.
struct KernelParametersPass : llvm::PassInfoMixin<KernelParametersPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
