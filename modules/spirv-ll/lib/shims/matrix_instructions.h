// Lists the instructions that take cooperative matrices in place of vectors
// (SPV_KHR_cooperative_matrix, "Arithmetic Instructions" and "Conversion Instructions").
#pragma once

#include <spirv/unified1/spirv.hpp11>

namespace spirv_ll {

/// Returns true for arithmetic on all components of matrices of one type. The operands and the
/// result have that type.
bool isMatrixArithmetic(spv::Op op);
/// Returns true for a conversion of all components. The operand and the result have the same scope,
/// size and use.
bool isMatrixConversion(spv::Op op);

}  // namespace spirv_ll
