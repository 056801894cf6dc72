// What Clang makes of a kernel: a stub of its name, which calls the body.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace compiler::passes {

inline constexpr llvm::StringLiteral clangKernelBodyPrefix = "__clang_ocl_kern_imp_";

}  // namespace compiler::passes
