// Tells which functions of a large kernel are called instead of inlined (outlining).
//
// Inlining each call of a math function made some kernels too large to compile in reasonable time
// (doc/decisions/011-shared-functions.md).
#pragma once

namespace llvm {
class CallBase;
class Function;
}  // namespace llvm

namespace compiler::passes {

/// Marks a function that is not inlined, though it could be (share_functions_pass.h), and its
/// vector variants. It returns, has no effects, and depends on its arguments alone: integers and
/// floating-point numbers. So the vectoriser can make a variant of it by itself.
inline constexpr char sharedAttribute[] = "kiln-shared";

/// Returns true for a call of a shared function.
bool isShared(const llvm::CallBase &call);

/// Returns the function's instructions, as if all calls of shared functions were inlined.
unsigned expandedSize(const llvm::Function &function);

}  // namespace compiler::passes
