// Marks kernels whose results do not depend on the division into work-groups, so that small groups
// can run as one.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
}  // namespace llvm

namespace compiler::passes {

/// Whether nothing that the kernel and what it calls do depends on the group that a work-item is
/// in, but for calls in the kernel itself that `isExcepted`.
bool isGroupInvariant(llvm::Function &kernel,
                      llvm::function_ref<bool(const llvm::CallInst &)> isExcepted);

/// Marks kernels (mergeGroupsAttribute) whose work-items have neither barriers nor local memory,
/// nor ask for anything that depends on the group that they are in. Entry points run rows of such
/// groups as one group, so that SIMD groups fill however small the groups are. Runs before there
/// are loops over work-items.
struct MarkGroupInvariantPass : llvm::PassInfoMixin<MarkGroupInvariantPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
