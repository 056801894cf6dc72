// Marks loops that run rarely or contain little work, so that expensive loop passes skip them.
//
// Work-group functions have several loops per kernel: over rows of work-items, over SIMD groups,
// over the remainder. Only some of them contain the time. The pass that builds them marks the
// others in their `llvm.loop` metadata.
#pragma once

#include "llvm/Analysis/LoopInfo.h"

namespace compiler::passes {

/// Property of loops over rows of work-items or over work-groups.
inline constexpr char outerLoopProperty[] = "kiln.outer_loop";
/// Property of loops over work-items or SIMD groups, where the vectoriser runs.
inline constexpr char itemLoopProperty[] = "kiln.item_loop";
/// Property of loops over the remainder: the work-items that fill no SIMD group.
inline constexpr char remainderLoopProperty[] = "kiln.remainder";

/// Returns true for a loop over rows or groups with loops inside of it. A group with a single row
/// has one round of it.
bool isOuterLoop(const llvm::Loop &loop);

/// Returns true for an outer row loop or a remainder loop: faster counting would not pay.
bool isRarelyExecuted(const llvm::Loop &loop);

/// Returns true for a loop over rows, groups, SIMD groups or work-items that LoopDeletionPass
/// cannot delete: its trip count is unknown, and it has effects or inner loops.
bool cannotBeDeleted(const llvm::Loop &loop);

/// Returns true if some loop of the function may be unrolled: a loop of the program, or one over
/// work-items or groups with a known trip count.
bool hasLoopsToUnroll(const llvm::LoopInfo &loops);

}  // namespace compiler::passes
