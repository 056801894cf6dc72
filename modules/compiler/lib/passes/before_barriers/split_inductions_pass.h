// Splits pointers that advance in loops with barriers into a start and a uniform offset.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// In loops with barriers, replaces a pointer that all work-items advance alike by its start plus
/// an offset common to the work-group. The offset crosses barriers as one value of the group. The
/// start is mostly made of arguments and ids, and computed again behind the barrier: the vectoriser
/// sees its stride. The pointer itself would be stored by each work-item, and each access through
/// it would be a gather.
///
/// * Expects: kernels before SplitBarriersPass, and no pass in between that moves addresses out of
///   the blocks of their uses.
/// * Preserves the control-flow graph. No attributes, metadata or errors.
struct SplitInductionsPass : llvm::PassInfoMixin<SplitInductionsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
