// Calls OpenCL C's builtin functions by their mangled names.
//
// A builtin is declared at its first call; the builtins library defines it at the link (OpenCL C
// 3.0 §6.15). mangling.h computes the names.
//
// For example, an instruction of OpenCL.std:
//
//   %r = OpExtInst %float %std fmax %x %y       call spir_func float @_Z4fmaxff(float %x, float %y)
//
// Clang writes the same calls for OpenCL C, so the passes need no case for SPIR-V.
#pragma once

#include "translator/builtin_calls.h"
#include "translator/translator.h"

namespace spirv_ll {

/// Calls a builtin with these arguments at the translator's builder. Null and an error in three
/// cases: the result or an argument is an integer of an unusual width, the builder is outside of a
/// function, or the module declares the name with another type.
llvm::CallInst *callBuiltin(Translator &translator, const std::string &mangled, llvm::Type *result,
                            llvm::ArrayRef<llvm::Value *> arguments);

/// True, and an error, for an integer of a width that no builtin accepts. Without this check the
/// call would name a function missing in every library.
bool refuseOddInteger(Translator &translator, const llvm::Type *type);

}  // namespace spirv_ll
