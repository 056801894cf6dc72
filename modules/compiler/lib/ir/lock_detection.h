// Detects kernels whose work-items acquire and release a lock; they must stay scalar.
//
//   while (atomic_xchg(lock, 1)) {}   // acquired by one lane; the other lanes go round for ever
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::passes {

/// Returns true if a loop of the body waits for memory written by others, and the same memory is
/// written again behind the loop: a lock, released there. A SIMD group that runs such a body
/// deadlocks; lock_detection.cpp has the reason. The body is not changed.
bool holdsLock(llvm::Function &body);

/// Marks a kernel with such a body, and the work-item functions of its barrier regions.
inline constexpr char lockHolderAttribute[] = "kiln-lock-holder";

}  // namespace compiler::passes
