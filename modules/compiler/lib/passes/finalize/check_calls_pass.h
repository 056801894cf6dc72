// Rejects calls that OpenCL C forbids and Clang accepts, such as recursion.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Reports the following as errors, each with its location, then abandons the module:
///
/// * recursion, direct, mutual or through kernels (OpenCL C 3.0 §6.11.k). A call through a pointer
///   counts as a call of each function that LowerFunctionPointersPass found for it;
/// * addresses of kernels, aliases, variadic calls through pointers, and calls with another type
///   than the function's (§6.11.a). LowerFunctionPointersPass has left no other use of pointers;
/// * inline assembly in functions, unless its target is known (isKnownAssembly), or in the module;
/// * program symbols with the compiler's prefixes `__mux_` and `__kiln_printf_`.
///
/// Afterwards the call graph is known and acyclic. Changes nothing in a valid module. Without the
/// pass functions with barriers could not all be inlined into kernels, and no size of private
/// memory could be computed. Reads and writes no attributes or metadata.
struct CheckCallsPass : llvm::PassInfoMixin<CheckCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
