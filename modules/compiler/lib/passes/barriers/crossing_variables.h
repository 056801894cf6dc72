// Finds private variables whose contents are live across a barrier.
#pragma once

namespace llvm {
class AllocaInst;
}

namespace compiler::passes {

class BarrierRegions;

/// Returns true if a region behind a barrier may read the variable's content from before the
/// barrier. Then the variable needs a slot in the frame; otherwise each region may allocate it anew
/// on the stack.
///
/// The answer is true as well if the address escapes from loads, stores and memory intrinsics, or
/// if debug information declares the variable. It is false if each path from a barrier to a use
/// contains the start of a new lifetime (llvm.lifetime.start). Errs on the safe side: a store of
/// the whole variable is no new lifetime.
bool crossesBarrier(const llvm::AllocaInst &variable, const BarrierRegions &regions);

}  // namespace compiler::passes
