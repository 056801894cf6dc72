// Marks loops that run rarely or contain little work, so that expensive loop passes skip them.
// These are the loops over rows of work-items and over work-groups, as far as they contain other
// loops, and the loops over the remainder of SIMD groups.
#pragma once

#include "llvm/Analysis/LoopInfo.h"

namespace compiler::passes {

/// What marks a loop over rows or groups, among the properties of its `llvm.loop`.
inline constexpr char rowLoopProperty[] = "kiln.rows";
/// What marks a loop over the few work-items that SIMD groups leave.
inline constexpr char remainderLoopProperty[] = "kiln.remainder";

/// Whether the loop is over rows or groups, and has loops inside of it.
bool isOuterRowLoop(const llvm::Loop &loop);

/// Whether it does not matter how the loop counts: it is such a loop, or over the rest.
bool isSeldomRun(const llvm::Loop &loop);

/// Whether the loop is one over rows, groups, SIMD groups or work-items that nobody can do without:
/// how often it runs is not known, and it does something or has loops inside of it.
bool isSureToStay(const llvm::Loop &loop);

/// Whether some loop of the function may be unrolled: one of the program, or one over work-items or
/// groups of which LLVM knows how often it runs. The others are left as they are.
bool hasLoopsToUnroll(const llvm::LoopInfo &loops);

}  // namespace compiler::passes
