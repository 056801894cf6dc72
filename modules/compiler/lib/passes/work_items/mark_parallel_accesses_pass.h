// Marks memory accesses of different work-items as independent (llvm.access.group).
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Adds the access group of parallelAccessGroup() to independent accesses; loops over work-items
/// are parallel in it (llvm.loop.parallel_accesses). LLVM's loop vectoriser then needs no checks at
/// run time.
///
/// Between two barriers, work-items that access the same address, one of them writing, have to do
/// so by atomic operations; all else is a data race (CL 3.0 §3.3, Memory Model).
///
/// * Marked: plain loads, stores, copies and fills in global, constant and local memory, and in
///   slots of work-item frames.
/// * Not marked: volatile and atomic accesses, variables on the stack and in the fixed part of the
///   frame (work-items use these in turn), and objects with ordered accesses, see the .cpp.
/// * Expects item_frame and local_memory calls (before WorkItemContextPass). No errors.
struct MarkParallelAccessesPass : llvm::PassInfoMixin<MarkParallelAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace compiler::passes
