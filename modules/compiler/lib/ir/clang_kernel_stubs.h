// Names the second function that Clang 22 emits for each kernel.
//
// Clang emits a kernel `k` as two functions: the body, with this prefix and the user's name, and a
// stub `k` that calls it. Calls between kernels go to the body. finalize joins the two again.
//
//   define spir_kernel void @k(…)                       { call @__clang_ocl_kern_imp_k(…) }
//   define void @__clang_ocl_kern_imp_k(…)              { the user's code }
#pragma once

#include "llvm/ADT/StringRef.h"

namespace compiler::passes {

/// Prefix of a kernel body's symbol.
inline constexpr llvm::StringLiteral clangKernelBodyPrefix = "__clang_ocl_kern_imp_";

}  // namespace compiler::passes
