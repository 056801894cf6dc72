// Computes powers with small constant exponents by products.
#pragma once

#include "ir/builtin_index.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

/// Replaces calls of pow and pown of float and double by a division or by products. The exponent
/// has to be the constant -1, 1, 2, 3 or 4, in all elements. x * x is rounded correctly, and the
/// others stay within 2 ULP, where 16 are allowed (OpenCL C 3.0 §7.4). Larger and other negative
/// exponents could overflow or lose bits before the result does.
///
/// Special values are those of the functions: pow(-0, -1) is -inf, pow(NaN, 2) is NaN. Functions
/// that the target defines stay. Expects declarations: called before linking, so that nothing is
/// linked for such calls. Returns true if something changed.
bool multiplyPowers(llvm::Module &module, const UnitIndex &targetUnits);

}  // namespace compiler::passes
