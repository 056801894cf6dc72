// Converts between half and float by integer operations, without branches.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// Emits conversions of scalars and vectors. Halves are i16 with their bits. Expects rounding to
/// nearest even in floating-point operations.
///
/// Results do not depend on the target's treatment of denormal floats. A half's denormals are
/// normal floats, and denormal floats are zero as halves in any case. All results are computed
/// without branches and selected, so that vectors of them stay vectors.
class SoftHalf {
 public:
  explicit SoftHalf(llvm::IRBuilderBase &builder) : builder_(builder) {}

  /// Half to float, exact; NaNs keep sign and payload.
  llvm::Value *toFloat(llvm::Value *bits);
  /// Float to half, rounded to nearest even; overflow gives infinity, NaNs stay quiet NaNs.
  llvm::Value *fromFloat(llvm::Value *value);
  /// Double to a float from which rounding to half gives the same as rounding the double: the next
  /// float towards zero, with its last bit set if it is not exact ("round to odd": Boldo and
  /// Melquiond, Emulation of FMA and correctly rounded sums, IEEE Transactions on Computers 57 (4),
  /// 2008).
  llvm::Value *roundToOdd(llvm::Value *value);

 private:
  llvm::Value *rounded(llvm::Value *magnitude);

  llvm::IRBuilderBase &builder_;
};

}  // namespace compiler::passes
