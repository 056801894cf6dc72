// Marks memory accesses of different work-items as independent (llvm.access.group).
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Between two barriers, work-items that access the same place, one of them writing, must
/// do so by atomic operations: all else is a data race (OpenCL C, memory consistency). So
/// plain accesses to global, constant and local memory, and to slots of work-item frames,
/// get the access group that work-item loops are parallel in. Variables on the stack and in
/// the fixed part of the frame are used by one work-item after the other: those do not.
struct MarkParallelAccessesPass : llvm::PassInfoMixin<MarkParallelAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
