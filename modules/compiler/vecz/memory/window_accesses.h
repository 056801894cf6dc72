// Widens accesses in a permuted order by accesses of a contiguous window and a permutation.
#pragma once

#include "vecz/lanes/lane_patterns.h"
#include "vecz/memory/access_plan.h"

namespace compiler::vecz {

/// Offers the window groups of a linearised function to `groups`. It may move address computations
/// up within their blocks. A group needs masked accesses and permutations of the target; without
/// them nothing is offered. `emitter` has to outlive `groups`.
///
/// Interleaved groups have strided pointers and window groups varying ones, so no access is in
/// both. At most 16 groups of a function are accepted, since the code of each has three versions.
void planWindows(llvm::Function &function, MemoryEmitter &emitter, PlannedGroups &groups);

/// The vectors of the window that a load or store of a linearised function has, if their number is
/// known at compile time; nothing for other accesses. For the cost model: groups may need more.
std::optional<unsigned> vectorsOfWindow(const llvm::Instruction &access, const LaneShapes &shapes,
                                        const llvm::TargetTransformInfo &target);

}  // namespace compiler::vecz
