// Brings control flow to the canonical form that linearisation requires.
#pragma once

#include <string>

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Without changing what a lane does, makes it so that afterwards
///   * every block is reachable, there is one `ret` and no `unreachable`, and no branch has the
///     same successor twice (a switch may);
///   * branches that diverge are conditional branches, not switches;
///   * the flow is reducible; every loop has a preheader, exits of its own, a latch that only
///     jumps to the header, and its values leave it through phis (LCSSA).
/// Returns empty, or why it cannot be done (the function may have changed).
std::string canonicalizeFlow(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
