// Matrix values: LLVM arrays of column vectors, with determinant and inverse.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// A matrix operand (OpTypeMatrix, SPIR-V 1.5 §3.32.6).
/// The value is [columns x <rows x scalar>].
struct Matrix {
  llvm::Value *value;
  unsigned columns, rows;
  llvm::Type *scalar;
};

/// Reads a matrix operand. Empty, and an error, if the id is no matrix.
std::optional<Matrix> readMatrix(Translator &translator, uint32_t id);

/// Extracts one element.
llvm::Value *partOf(Translator &translator, const Matrix &matrix, unsigned column, unsigned row);

/// The determinant of a square matrix, by Laplace expansion.
/// Results have no contraction, so they are the same on all targets.
llvm::Value *determinant(Translator &translator, const Matrix &matrix);
/// The inverse of a square matrix, by its adjugate; not a number where the determinant is 0.
llvm::Value *inverse(Translator &translator, const Matrix &matrix);

}  // namespace spirv_ll
