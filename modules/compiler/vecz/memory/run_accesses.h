// Widens contiguous runs within each lane by one short vector access per lane and a transposition.
#pragma once

#include "vecz/memory/access_plan.h"

namespace compiler::vecz {

/// Offers the contiguous runs of a linearised function (contiguous_runs.h) to `groups`, without the
/// members of groups already accepted. `emitter` has to outlive `groups`.
///
/// The cost model uses the same costs (costsInContiguousRuns), so the chosen width and the emitted
/// code fit together.
void planContiguousRuns(llvm::Function &function, MemoryEmitter &emitter, PlannedGroups &groups);

}  // namespace compiler::vecz
