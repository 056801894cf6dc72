// Matrices as values: arrays of columns.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

struct Matrix {
  llvm::Value *value;
  unsigned columns, rows;
  llvm::Type *scalar;
};

/// Empty, and an error, if the id is no matrix.
std::optional<Matrix> readMatrix(Translator &translator, uint32_t id);

llvm::Value *partOf(Translator &translator, const Matrix &matrix, unsigned column, unsigned row);

/// Of a matrix with as many rows as columns.
llvm::Value *determinant(Translator &translator, const Matrix &matrix);
llvm::Value *inverse(Translator &translator, const Matrix &matrix);

}  // namespace spirv_ll
