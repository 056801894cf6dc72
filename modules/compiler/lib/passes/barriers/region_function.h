// Outlines one barrier region of a kernel into a work-item function.
#pragma once

#include "passes/barriers/barrier_plan.h"

namespace compiler::passes {

/// One outlined region, with the signature
///
///   i32 @<kernel>.region<n>(<kernel's parameters>, <uniform values in>, <addresses of values out>)
///
/// It runs the region for one work-item and returns its continuation: the number of the region that
/// the work-item runs next, or 0 at the kernel's end. It has the attributes
/// "kiln-work-item-function" and noinline.
struct RegionFunction {
  llvm::Function *function = nullptr;
  llvm::SmallVector<llvm::Instruction *> uniformIn;   ///< parameters with Passage::uniform
  llvm::SmallVector<llvm::Instruction *> uniformOut;  ///< values stored to address parameters
  /// All continuations it may return, in ascending order.
  llvm::SmallVector<unsigned> exits;
  /// True if work-items of one group may return different continuations.
  bool exitsDiverge = false;
};

/// Outlines region `number` of the plan's kernel by cloning its blocks; the kernel stays as it is.
/// `uniformIn` and `uniformOut` refer to instructions of the kernel's body. They serve as keys only
/// once the body is dropped.
RegionFunction makeRegionFunction(const BarrierPlan &plan, unsigned number);

}  // namespace compiler::passes
