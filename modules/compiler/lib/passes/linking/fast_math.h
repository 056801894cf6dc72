// Passes the program's fast-math options on to the builtins that it calls.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

/// Answers __mux_finite_math and __mux_flushes_denorms (doc/compiler-spec.md, section 2) in the
/// functions of the library, those of which `isProgram` is false, and leaves no question. A
/// function that is called with and without the promise of finite numbers gets a second form. In
/// finite forms, comparisons and selections of parameters also carry the flags nnan and ninf.
void answerFastMath(llvm::Module &module,
                    llvm::function_ref<bool(const llvm::Function &)> isProgram);

}  // namespace compiler::passes
