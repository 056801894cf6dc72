// Widens the operands of 32-bit index arithmetic before simplification loses its no-wrap flags.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// An extension by the sign of a computation that does not wrap, all of whose operands are cut from
/// wider values or constants, becomes the same computation in the wide type, of extended operands.
/// LLVM would compute it in the wide type, too, but cut and extend the result, of which then nobody
/// knows that it does not wrap: 3 * i, of an int i that is an id, would have no stride.
struct WidenIndexArithmeticPass : llvm::PassInfoMixin<WidenIndexArithmeticPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
