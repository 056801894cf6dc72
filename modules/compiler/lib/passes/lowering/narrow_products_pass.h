// Products of wide integers in vectors, as x86 computes them right and fast.
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

/// Computes the upper half of products of vectors of i64 from four products of 32 bits (Knuth, The
/// Art of Computer Programming 2, §4.3.1, algorithm M).
///
///   trunc (lshr (mul (zext a), (zext b)), 64)         mul_hi(a, b) of ulongs
///
/// x86 has no instruction for it, and code generation takes such vectors apart: two extractions and
/// an insertion for each lane. VPMULUDQ multiplies 32 bits of each lane. Signed numbers take two
/// corrections more. Runs as NarrowProductsPass, for processors with vectors of four such numbers.
struct SplitHighProductsPass : llvm::PassInfoMixin<SplitHighProductsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
