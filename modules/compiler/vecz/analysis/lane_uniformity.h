// Computes, before linearisation, the values and branches that are uniform among the lanes of a
// SIMD group.
#pragma once

#include "ir/uniform_values.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Lanes run in step and nothing orders them against each other, so what a SIMD group loads from
/// one address is one value: a load diverges only with its address. Atomic and volatile accesses,
/// private variables and unknown calls diverge.
passes::UniformValues uniformityInSimdGroup(llvm::Function &function, const SimdGroup &simdGroup);

/// Whether a call's result is the same for lanes that pass the same arguments.
bool isLaneInvariant(const llvm::CallBase &call);

}  // namespace compiler::vecz
