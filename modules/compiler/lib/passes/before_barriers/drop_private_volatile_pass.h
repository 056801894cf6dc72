// Makes volatile private integers ordinary variables.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Drops `volatile` from the accesses to private variables of integers and pointers, if their
/// address does not leave the function. So SROA makes values of them.
///
/// Nobody can observe such an access: a private variable belongs to one work-item (CL 3.0 §3.3.4).
/// Programs write the word against the optimisers of graphics processors, often for an id that
/// addresses are made of. Variables of floating-point types keep it, since there it stops
/// transformations that change results.
///
/// * Expects functions with optimisation, before their first SROA.
/// * Preserves the control-flow graph. No attributes or metadata, and no errors.
struct DropPrivateVolatilePass : llvm::PassInfoMixin<DropPrivateVolatilePass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
