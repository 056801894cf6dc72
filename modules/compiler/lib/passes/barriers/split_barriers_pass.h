// Splits kernels at work-group barriers into work-item functions (continuation-based
// synchronisation).
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces the body of each kernel with a barrier or a collective function by a region dispatcher:
/// it calls one work-group function per region, for all work-items of a work-group. Kernels without
/// either stay as they are (OutlineWorkItemsPass handles them).
///
/// * Expects: barriers in kernels alone (InlineBarrierFunctionsPass), local memory laid out,
///   queries of sub-groups resolved (SubGroupsPass: metadata kiln.sub_group_size).
/// * Afterwards: the kernel has "kiln-group-scope", no barrier and no collective function is left,
///   regions are functions with "kiln-work-item-function", each called by one work-group function.
/// * Reads "kiln-independent-progress" (SubGroupProgressPass).
/// * Writes kiln.frame and the flag mux_kernel_has_barriers in kiln.flags.
/// * Diagnoses private arrays of variable length: a frame slot needs a constant size.
struct SplitBarriersPass : llvm::PassInfoMixin<SplitBarriersPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Returns true if the kernel has an alloca of variable length; such a kernel cannot be split at
/// barriers.
bool hasDynamicVariables(const llvm::Function &kernel);

}  // namespace compiler::passes
