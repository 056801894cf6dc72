// Keeps LLVM from a wrong code for products of 16-bit integers in 64 bits.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Computes products of sign-extended vectors of i16 in i32, and extends them behind. They fit.
///
/// x86's code generation makes PMULHW of such a product and a logical right shift by 16, and
/// extends it unsigned. In 64 bits the upper half is lost (LLVM 19 to 22): (short)mul_hi((int)a,
/// (int)b) of two shorts was 0 in place of -1.
///
/// Runs behind all optimisation: InstCombine would widen the product again. No attributes, metadata
/// or errors; the control flow is preserved.
struct NarrowProductsPass : llvm::PassInfoMixin<NarrowProductsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
