// Detects kernels whose work-items acquire and release a lock; they must stay scalar.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::passes {

/// Whether a loop of the body waits for memory that others change, and what it waited for is
/// written behind the loop: a lock that is let go there. No SIMD group of work-items may run such a
/// body.
bool holdsLock(llvm::Function &body);

/// Of a kernel that does, and of the bodies that it is cut into.
inline constexpr char lockHolderAttribute[] = "kiln-lock-holder";

}  // namespace compiler::passes
