// Converts between half and float by integer operations, without branches.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// Of scalars and vectors; halves are i16, by their bits. They do not depend on how the target
/// treats denormal floats. Rounding is to nearest even, which floating-point operations have to do.
class SoftHalf {
 public:
  explicit SoftHalf(llvm::IRBuilderBase &builder) : builder_(builder) {}

  /// Exact.
  llvm::Value *toFloat(llvm::Value *bits);
  llvm::Value *fromFloat(llvm::Value *value);
  /// A float that a half is rounded from as from the double itself: the next one towards zero,
  /// with its last bit set if it is not the double ("round to odd": Boldo and Melquiond, Emulation
  /// of FMA and correctly rounded sums, IEEE Transactions on Computers 57 (4), 2008).
  llvm::Value *roundToOdd(llvm::Value *value);

 private:
  llvm::Value *rounded(llvm::Value *magnitude);

  llvm::IRBuilderBase &builder_;
};

}  // namespace compiler::passes
