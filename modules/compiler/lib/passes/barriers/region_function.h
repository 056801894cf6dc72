// Outlines one barrier region of a kernel into a work-item function.
#pragma once

#include "passes/barriers/barrier_plan.h"

namespace compiler::passes {

/// `i32 region(kernel's arguments…, uniform values in…, addresses for uniform values out…)`
/// runs the region for one work-item and returns the number of the region that comes next
/// for it, or 0 at the kernel's end.
struct RegionFunction {
  llvm::Function *function = nullptr;
  llvm::SmallVector<llvm::Instruction *> uniformIn;
  llvm::SmallVector<llvm::Instruction *> uniformOut;
  /// What it can return, ascending.
  llvm::SmallVector<unsigned> exits;
  /// Work-items may go to different exits.
  bool exitsDiverge = false;
};

RegionFunction makeRegionFunction(const BarrierPlan &plan, unsigned number);

}  // namespace compiler::passes
