// Widens the operands of 32-bit index arithmetic before simplification loses its no-wrap flags.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces a sign extension, or one of no negative values, of a computation without signed wrap by
/// the same computation in the wide type, with extended operands. All operands have to be
/// truncations from the wide type or constants (widening as in LLVM's IndVarSimplify, but outside
/// of loops).
///
/// InstCombine would also compute in the wide type, but truncate and extend the result. The
/// knowledge that nothing wraps would be gone, and with it the stride of 3 * (int)get_global_id(0).
///
/// Expects code before InstCombine's next run. Preserves the control-flow graph. No attributes,
/// metadata or errors.
struct WidenIndexArithmeticPass : llvm::PassInfoMixin<WidenIndexArithmeticPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
