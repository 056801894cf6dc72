// The forms of a group of accesses whose elements may lie in one window.
#pragma once

#include "vecz/memory/interleave.h"
#include "vecz/memory/window_groups.h"

namespace compiler::vecz {

/// Emits all of a group's accesses at the builder's place, under the PacketValues' mask, and gives
/// the results of loads to the PacketValues. window_accesses.cpp tells how.
void emitWindowGroup(const WindowGroup &group, PacketValues &values, MemoryForms &forms,
                     AccessGroups &strided, const llvm::TargetTransformInfo &target);

}  // namespace compiler::vecz
