// Finds private variables whose contents are live across a barrier.
#pragma once

namespace llvm {
class AllocaInst;
}

namespace compiler::passes {

class BarrierRegions;

/// The variable is used before a barrier and again behind it, without the start of a new
/// lifetime between the two, or its address is known to more than loads and stores.
bool crossesBarrier(const llvm::AllocaInst &variable, const BarrierRegions &regions);

}  // namespace compiler::passes
