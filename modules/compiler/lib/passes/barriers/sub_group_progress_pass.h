// Gives the sub-groups of a work-group independent forward progress.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Marks a kernel whose work-items wait for each other outside of barriers: SplitBarriersPass gives
/// each of them, or each sub-group if there are functions of sub-groups, its turn again and again.
inline constexpr char takesTurnsAttribute[] = "kiln-takes-turns";

/// The sub-groups of a work-group run on one thread. A loop in which one of them waits for what
/// another one writes would keep it for good, so such loops (spin_loops.h) get a place in each
/// round where the kernel is cut and the others have their turn
/// (CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS). Not in groups of one work-item, and not in
/// kernels with arrays of variable length, which cannot be cut.
struct SubGroupProgressPass : llvm::PassInfoMixin<SubGroupProgressPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
