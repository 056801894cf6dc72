// Emits the accesses of one contiguous window, with a fallback to gather and scatter.
#pragma once

#include "vecz/memory/window_groups.h"

namespace compiler::vecz {

/// Emits all accesses of a group at the builder's place, under the LaneValues' mask, and gives the
/// results of loads to the LaneValues. The versions are described in window_accesses.cpp.
///
/// The group's step and vectors must be set. The builder is behind the join of the versions
/// afterwards, in a new block.
void emitWindowGroup(const WindowGroup &group, MemoryEmitter &emitter);

}  // namespace compiler::vecz
