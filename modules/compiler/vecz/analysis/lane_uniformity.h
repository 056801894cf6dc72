// Which values and branches the lanes of a packet agree on, before linearisation.
#pragma once

#include "ir/uniform_values.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Lanes run in step and nothing orders them against each other, so what a packet loads from one
/// address is one value: a load diverges only with its address. Atomic and volatile accesses,
/// private variables and unknown calls diverge.
passes::UniformValues uniformityInPacket(llvm::Function &function, const Packet &packet);

/// Whether a call's result is the same for lanes that pass the same arguments.
bool isLaneInvariant(const llvm::CallBase &call);

}  // namespace compiler::vecz
