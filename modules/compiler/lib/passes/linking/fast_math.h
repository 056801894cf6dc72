// Passes the program's fast-math options on to the builtins that it calls.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

/// Replaces the questions __mux_finite_math and __mux_flushes_denorms (doc/compiler-spec.md,
/// section 2) by constants in functions of the library: all definitions for which `isProgram` is
/// false. Afterwards no question is left.
///
/// * __mux_finite_math is true where all calls from the program promise finite arguments and
///   results (nnan and ninf, or nofpclass). A library function called with and without the promise
///   is cloned as `<name>.finite`.
/// * In finite variants, comparisons and selections of parameters get nnan and ninf.
/// * __mux_flushes_denorms is true if all kernels have "kiln-flush-denorms".
///
/// Expects linked and not yet inlined functions: once inlined, their code could not be
/// distinguished from the program's.
void answerFastMath(llvm::Module &module,
                    llvm::function_ref<bool(const llvm::Function &)> isProgram);

}  // namespace compiler::passes
