// Inlines functions that contain barriers, so that kernels contain all barriers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Inlines three kinds of functions into all callers, up to the kernels, whatever their attributes
/// say:
///
/// * functions with a barrier, a collective function or a query of sub-groups, directly or through
///   callees: SplitBarriersPass cuts kernels only;
/// * functions with more than maxPrivateBytesOnStack bytes of variables, which would overflow a
///   worker's stack;
/// * functions with a loop that waits for other work-items, or called by such a loop to read the
///   awaited memory (spin_loops.h): SubGroupProgressPass inserts barriers in these loops.
///
/// Expects an acyclic call graph (CheckCallsPass). Afterwards kernels alone contain the above;
/// inlined functions without remaining uses are erased. Diagnoses calls that LLVM cannot inline.
struct InlineBarrierFunctionsPass : llvm::PassInfoMixin<InlineBarrierFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
