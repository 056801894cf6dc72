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

/// The vector whose component i is component `order[i]` of `vector`.
llvm::Value *permuted(llvm::IRBuilder<> &builder, llvm::Value *vector, llvm::ArrayRef<int> order);

/// The matrix' columns that a work-item holds. All of a matrix A, and in sub-groups of one
/// work-item all of any matrix.
struct HeldColumns {
  llvm::SmallVector<llvm::Value *> numbers;
  llvm::SmallVector<llvm::Value *> exists;  ///< the conditions of partial columns, null for others
  bool areAll = false;                      ///< the work-item holds whole rows

  /// Emits the numbers in front of the current instruction. Other work-items hold other columns, so
  /// they are values and no constants.
  static HeldColumns find(Translator &translator, const MatrixType &type);
};

/// The region of memory or of a matrix that instructions access (SPV_INTEL_joint_matrix): lines
/// from X to the height, and elements of a line from Y to the width. An access at an offset has no
/// height and width.
struct Region {
  llvm::Value *x = nullptr, *y = nullptr, *height = nullptr, *width = nullptr;

  /// Reads X and Y at operand `offsets`, height and width at operand `bounds` if it is not 0. Null
  /// values and an error for other types.
  static Region read(Translator &translator, const Instruction &instruction, size_t offsets,
                     size_t bounds);
  /// The conditions that X + `line`, and Y + `place`, are inside.
  llvm::Value *hasLine(llvm::IRBuilder<> &builder, llvm::Value *line) const;
  llvm::Value *hasPlace(llvm::IRBuilder<> &builder, llvm::Value *place) const;
};

/// The matrix type of a value. Null and an error for any other value.
const MatrixType *matrixOf(Translator &translator, uint32_t value);
/// True if the matrix `value` has the LLVM type of `type`; reports an error if not. The validator
/// sees structures in place of matrices.
bool isMatrix(Translator &translator, const llvm::Value &value, const MatrixType &type);

/// True if values of the type are matrices or contain one. Pointers end the walk.
bool holdsMatrix(Translator &translator, uint32_t type);

}  // namespace spirv_ll
