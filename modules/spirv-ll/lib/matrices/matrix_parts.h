// Cuts the part of a matrix that a work-item holds into runs of components, and joins runs.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// The type of a run of `count` components: a scalar for a single one.
inline llvm::Type *runType(llvm::Type *component, uint32_t count) {
  return count == 1 ? component : llvm::FixedVectorType::get(component, count);
}

/// The `count` components of a vector from `first` on; a scalar for a single one.
llvm::Value *takeRun(llvm::IRBuilder<> &builder, llvm::Value *vector, uint32_t first,
                     uint32_t count);
/// The vector of all components of runs of equal types. At least one run.
llvm::Value *joinRuns(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> runs);

/// A vector of `rows` times `columns` components, row by row, as one column by column.
llvm::Value *transposed(llvm::IRBuilder<> &builder, llvm::Value *vector, uint32_t rows,
                        uint32_t columns);

/// The matrix type of a value. Null and an error for any other value.
const MatrixType *matrixOf(Translator &translator, uint32_t value);
/// True if the matrix `value` has the LLVM type of `type`; reports an error if not. The validator
/// sees structures in place of matrices.
bool isMatrix(Translator &translator, const llvm::Value &value, const MatrixType &type);

/// True if values of the type are matrices or contain one. Pointers end the walk.
bool holdsMatrix(Translator &translator, uint32_t type);

}  // namespace spirv_ll
