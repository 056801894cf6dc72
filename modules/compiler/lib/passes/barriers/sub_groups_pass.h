// Chooses the size of sub-groups and resolves the queries of their size and ids.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Returns true if the function's own code has a function of sub-groups: a collective function, a
/// barrier or a query.
bool usesSubGroups(const llvm::Function &function);

/// Fixes the sub-group size of each kernel with functions of sub-groups, and replaces queries.
///
/// * Expects: functions with sub-groups are inlined into kernels (InlineBarrierFunctionsPass).
/// * Size: intel_reqd_sub_group_size of the kernel, or else the 32-bit lanes of the target's
///   vectors, between 4 and 16 (mux/target_support/sub_groups.h).
/// * Afterwards: no `__mux_get_*sub_group*` query is left; ids are `kiln.sub_group_id(size)` and
///   `kiln.sub_group_local_id(size)`. Divergent loops around functions of sub-groups end each
///   iteration with a sub-group barrier.
/// * Writes kiln.sub_group_size and the flag mux_kernel_uses_sub_groups.
/// * Diagnoses a required size other than 1, 2, 4, 8 and 16.
struct SubGroupsPass : llvm::PassInfoMixin<SubGroupsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
