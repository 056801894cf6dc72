// Emits the accesses of one contiguous window, with a fallback to gather and scatter.
#pragma once

#include "vecz/memory/interleave.h"
#include "vecz/memory/window_groups.h"

namespace compiler::vecz {

/// Emits all of a group's accesses at the builder's place, under the LaneValues' mask, and gives
/// the results of loads to the LaneValues. window_accesses.cpp tells how.
void emitWindowGroup(const WindowGroup &group, LaneValues &values, MemoryEmitter &emitter,
                     AccessGroups &strided, const llvm::TargetTransformInfo &target);

}  // namespace compiler::vecz
