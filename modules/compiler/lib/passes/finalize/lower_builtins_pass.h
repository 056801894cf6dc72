// Lowers OpenCL builtins with a meaning to the compiler (ids, barriers, fences, copies) to __mux_*
// functions.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces calls of work-item builtins, barriers, fences and collective functions by calls of the
/// closed set `__mux_*` (doc/compiler-spec.md). All later passes know this set only, not mangled
/// names or versions of OpenCL C.
///
/// * Expects: Clang's or spirv-ll's mangled builtins as declarations with their own types; a
///   program's function of the same symbol and another type is left alone.
/// * Afterwards: none of these builtins is left. Dimensions passed to `__mux_get_*` are below 3.
///   Barriers are convergent and have ids that are unique in the module.
/// * May run again after more code was linked: new barriers get ids not used yet.
/// * Renames functions between opaque types (samplers, pipes) and their words to `__mux_*`, too.
/// * Diagnoses nothing: Clang has checked types, and CheckSymbolsPass finds leftovers.
struct LowerBuiltinsPass : llvm::PassInfoMixin<LowerBuiltinsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
