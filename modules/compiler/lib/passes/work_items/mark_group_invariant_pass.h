// Marks kernels whose results do not depend on the division into work-groups, so that small groups
// can run as one.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
}  // namespace llvm

namespace compiler::passes {

/// Returns true if the kernel and its callees are independent of the work-item's group: no
/// barriers, no local memory, no group or local ids, no local sizes. Calls in the kernel itself for
/// which `isExcepted` returns true do not count.
bool isGroupInvariant(llvm::Function &kernel,
                      llvm::function_ref<bool(const llvm::CallInst &)> isExcepted);

/// Adds "kiln-merge-groups" to work-group-invariant kernels. EntryPointsPass runs rows of their
/// groups as one group, so that SIMD groups fill even at a local size of 1. Adds
/// "kiln-ignores-groups" to those that do not ask for the launch's local size or number of groups
/// either: the launch may have others.
///
/// * Has to run before WorkItemLoopsPass: its loops ask for the local size.
/// * Expects linked builtins, split barriers (flag mux_kernel_has_barriers in kiln.flags), and
///   local memory resolved to pointers of address space 3.
/// * Changes attributes only. No errors.
struct MarkGroupInvariantPass : llvm::PassInfoMixin<MarkGroupInvariantPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace compiler::passes
