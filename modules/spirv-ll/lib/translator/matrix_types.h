// Cooperative matrix types (SPV_KHR_cooperative_matrix), and the part of a matrix that one
// work-item holds.
//
// The work-items of a sub-group share a matrix. In a sub-group of S work-items, work-item l holds
//
//   of a matrix A             all elements: each work-item multiplies its columns of B by all of A
//   of B and an accumulator   the columns l, l + S, l + 2 S, …
//
// in one LLVM vector, row by row: element (r, c) of an accumulator is component
// r * heldColumns + c / S in work-item c % S. A product then needs no value of another work-item,
// so its code is right for each width that the vectoriser chooses. doc/decisions/023 has the
// reasons.
//
// For example, in sub-groups of 16 work-items:
//
//   OpTypeCooperativeMatrixKHR %float Subgroup 8 16, use A             <128 x float>
//   OpTypeCooperativeMatrixKHR %float Subgroup 16 32, use B            <32 x float>
//   OpTypeCooperativeMatrixKHR %float Subgroup 8 32, use Accumulator   <16 x float>
#pragma once

#include <cstdint>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"

namespace spirv_ll {

/// Cooperative Matrix Use, with the numbers of SPIR-V.
enum class MatrixUse : uint8_t { a, b, accumulator };

/// A cooperative matrix type.
struct MatrixType {
  uint32_t component = 0;  ///< the id of the component type
  uint32_t rows = 0, columns = 0;
  MatrixUse use = MatrixUse::a;
  uint32_t heldColumns = 0;  ///< columns for which a work-item has room

  /// The number of components that a work-item holds: the matrix' length in SPIR-V.
  uint32_t length() const { return rows * heldColumns; }
  /// True if component type, size and use are equal.
  bool operator==(const MatrixType &) const = default;
};

/// The matrix types of a module, its size of sub-groups, and the functions that depend on both.
class MatrixTypes {
 public:
  /// The type of an OpTypeCooperativeMatrixKHR, or null for any other id.
  const MatrixType *find(uint32_t type) const {
    const auto found = types_.find(type);
    return found == types_.end() ? nullptr : &found->second;
  }
  /// Stores a type; its handler calls it once.
  void set(uint32_t type, const MatrixType &matrix) { types_[type] = matrix; }
  /// True if the module has no matrix type.
  bool empty() const { return types_.empty(); }

  /// The work-items of a sub-group, S above; 0 in front of the first type.
  uint32_t subGroupSize() const { return subGroupSize_; }
  /// Sets the size, a power of two.
  void setSubGroupSize(uint32_t size) { subGroupSize_ = size; }

  /// Notes a function with matrices in it. Null is ignored.
  void addUser(llvm::Function *function) {
    if (function) {
      users_.insert(function);
    }
  }
  /// The noted functions, in the order of their first matrix.
  const llvm::SetVector<llvm::Function *> &users() const { return users_; }

 private:
  llvm::DenseMap<uint32_t, MatrixType> types_;
  uint32_t subGroupSize_ = 0;
  llvm::SetVector<llvm::Function *> users_;
};

}  // namespace spirv_ll
