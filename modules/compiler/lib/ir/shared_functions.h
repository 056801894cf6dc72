// Tells which functions of a large kernel are called instead of inlined.
#pragma once

namespace llvm {
class CallBase;
class Function;
}  // namespace llvm

namespace compiler::passes {

/// Marks a function that is not inlined, though it could be (share_functions_pass.h), and its
/// vector variants. It returns, has no effects, and asks for nothing but its arguments: integers
/// and floating-point numbers.
inline constexpr char sharedAttribute[] = "kiln-shared";

bool isShared(const llvm::CallBase &call);

/// Instructions, as if all calls of shared functions were inlined.
unsigned expandedSize(const llvm::Function &function);

}  // namespace compiler::passes
