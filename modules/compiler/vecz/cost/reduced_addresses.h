// Finds the address arithmetic of loops that costs nothing in scalar code.
#pragma once

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Instruction;
class LoopInfo;
}  // namespace llvm

namespace compiler::vecz {

/// The operations that make addresses, and nothing else, from a loop's counter: `a[row * n + k]` in
/// a loop over k. Code generation replaces them by pointers or counters that step with the loop
/// (strength reduction), and by the processor's addressing modes. Vectors of addresses get neither.
///
/// * Affine are phis that a loop's latch advances by an invariant step, and sums, differences,
///   extensions and invariant multiples of affine values.
/// * A value with another use is not among them: it is computed for this use anyway.
/// * Takes time linear in the function's size. `loops` are the function's, which is not changed.
llvm::DenseSet<const llvm::Instruction *> reducedAddresses(llvm::Function &function,
                                                           const llvm::LoopInfo &loops);

}  // namespace compiler::vecz
