// Replaces a kernel's body by a region dispatcher: code that runs the kernel's barrier regions in
// the order in which its work-items ask for them.
#pragma once

#include "passes/barriers/barrier_plan.h"
#include "passes/barriers/region_function.h"

namespace compiler::passes {

/// Builds the region dispatcher in the plan's kernel. It has one block per region, named
/// `region<number>`: the fence of the barrier in front, the evaluation of the collective function
/// there, one call for all work-items, and a branch to the next region.
///
/// * `regions` has one function for each region of the plan, by number (makeRegionFunction()).
/// * Appends slots to the plan's frame, so the frame's size is final afterwards only.
/// * Drops the old body: instructions in the plan and in `regions` are dangling keys afterwards.
/// * Each region is called by a work-group function of its own, with a single call so far.
///   WorkItemLoopsPass adds the loops.
void buildRegionDispatcher(BarrierPlan &plan, llvm::ArrayRef<RegionFunction> regions);

}  // namespace compiler::passes
