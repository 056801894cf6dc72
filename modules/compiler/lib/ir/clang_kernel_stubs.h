// Recognises the two functions that Clang 22 emits per kernel: a stub of the kernel's name, and
// the body.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace compiler::passes {

inline constexpr llvm::StringLiteral clangKernelBodyPrefix = "__clang_ocl_kern_imp_";

}  // namespace compiler::passes
