// Brings control flow to the canonical form required by linearisation.
#pragma once

#include <string>

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Gives the function the following properties without changing its effect for any lane:
///   * Every block is reachable. There is one `ret` and no `unreachable`.
///   * No branch has the same successor twice (a switch may).
///   * Divergent branches are conditional branches, never switches.
///   * The flow is reducible. Every loop has a preheader, exits of its own, and a latch with
///     nothing but a jump to the header. The loop's values leave it through phis (LCSSA).
///
/// FlowGraph relies on each of these. One latch gives lanes a place to wait for each other. Exits
/// of its own let a divergent loop be left by its latch. LCSSA phis are the places where lanes from
/// different iterations are merged.
///
/// `simdGroup` decides about the divergence of switches. Returns empty, or the reason why the form
/// cannot be reached (an endless loop, an indirect branch). The function may then be half changed.
std::string canonicalizeFlow(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
