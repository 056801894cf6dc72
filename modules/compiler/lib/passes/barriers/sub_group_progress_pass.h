// Gives the sub-groups of a work-group independent forward progress.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Marks a kernel with work-items that wait for each other outside of barriers. SplitBarriersPass
/// then schedules its sub-groups, or its work-items without sub-groups, in round-robin order.
inline constexpr char independentProgressAttribute[] = "kiln-independent-progress";

/// Inserts a cut (a sub-group barrier) into each iteration of loops that wait for another work-item
/// (spin_loops.h), and marks the kernel with "kiln-independent-progress".
///
/// One thread runs all sub-groups of a work-group. A spin loop would occupy the thread forever,
/// while the awaited sub-group never runs. The guarantee is
/// CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS (CL 3.0 §4.2).
///
/// * Expects: spin loops in kernels themselves (InlineBarrierFunctionsPass).
/// * Skips kernels with a required size of one work-item, which nobody else can wake, and kernels
///   with arrays of variable length, since they cannot be split.
/// * Writes "kiln-independent-progress", and "kiln-lock-holder" on kernels that acquire a lock: the
///   vectoriser leaves those scalar (lock_detection.h). Lock detection has to come before the cut
///   hides the loop.
struct SubGroupProgressPass : llvm::PassInfoMixin<SubGroupProgressPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
