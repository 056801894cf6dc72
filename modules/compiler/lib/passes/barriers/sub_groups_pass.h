// Chooses the size of sub-groups and resolves the queries of their size and ids.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Whether the function itself calls anything of sub-groups.
bool usesSubGroups(const llvm::Function &function);

/// In each kernel that uses sub-groups: fixes their size, which is `intel_reqd_sub_group_size`'s
/// or follows from the width of the target's vectors (mux/target_support/sub_groups.h), notes it,
/// and replaces the functions that ask for ids and sizes. Functions with sub-groups were inlined.
/// An unsupported required size is an error.
struct SubGroupsPass : llvm::PassInfoMixin<SubGroupsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
