// Computes the address of one lane with scalar instructions, where its vector would be taken apart.
#pragma once

#include "vecz/lanes/lane_values.h"

namespace compiler::vecz {

/// Returns true if an address is a short sum of uniform and strided values, with uniform factors:
/// `a[row * width + k]`, with a row per lane and any width. Each lane's address is then some scalar
/// operations. Those of the rows leave loops over k.
bool isShortSum(const LaneValues &values, const llvm::Value *address);

/// Emits the address of lane `number`, an i32, at the builder's place. Needs isShortSum(). The lane
/// must be active: the instructions keep the flags of the source.
llvm::Value *sumOfLane(LaneValues &values, const llvm::Value *address, llvm::Value *number);

}  // namespace compiler::vecz
