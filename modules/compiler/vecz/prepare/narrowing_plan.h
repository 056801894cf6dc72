// Chooses the integer operations of a function to be computed in fewer bits.
#pragma once

#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "vecz/prepare/integer_ranges.h"

namespace llvm {
class Function;
class User;
}  // namespace llvm

namespace compiler::vecz {

class ShapeAnalysis;

/// The choice for one number of bits. Nothing is changed; narrow_integers.cpp emits the narrow
/// operations. Its answers stay valid while old operations are in the function.
///
/// Each chosen operation has narrow operands (constants, extensions from at most `bits` bits, other
/// chosen operations). Operands and result fit into the bits, by zeros or by the sign.
class NarrowingPlan {
 public:
  /// Chooses among the varying operations of the function; `shapes` are its shapes. Operations pay
  /// if they and the extensions in front of them outweigh the extensions behind them.
  NarrowingPlan(llvm::Function &function, const ShapeAnalysis &shapes, unsigned bits);

  unsigned bits() const { return bits_; }
  /// The chosen operations, in reverse post-order: operands first.
  llvm::ArrayRef<llvm::Instruction *> operations() const { return operations_; }

  /// The operands of the type to be narrowed: for a select its two values, for an absolute value
  /// its first operand.
  static llvm::SmallVector<llvm::Value *, 2> operandsOf(const llvm::Instruction &operation);
  /// Returns true if the value is its low `bits` bits, extended by zeros or by their sign.
  bool fitsUnsigned(const llvm::Value *value) const;
  bool fitsSigned(const llvm::Value *value) const;
  /// The same for all values.
  bool fitUnsigned(llvm::ArrayRef<llvm::Value *> values) const;
  bool fitSigned(llvm::ArrayRef<llvm::Value *> values) const;

  /// Returns true for a truncation to at most `bits` bits: it takes the narrow result.
  bool isSmallTruncation(const llvm::User &user) const;
  /// Returns true if the user of a chosen operation needs the result extended.
  bool needsExtension(const llvm::User &user) const;

 private:
  /// The steps of the constructor, described at their definitions.
  void look(llvm::Instruction &instruction);
  void dropUnprofitable();
  /// Conditions of one operation.
  bool canBeNarrow(const llvm::Instruction &operation) const;
  bool isNarrow(const llvm::Value *value) const;
  bool isAllowed(const llvm::Instruction &operation, bool areUnsigned, bool areSigned) const;
  bool isAmount(const llvm::Value *value) const;
  int profitOf(const llvm::Instruction &operation) const;

  const ShapeAnalysis &shapes_;
  const unsigned bits_;
  IntegerRanges ranges_;
  std::vector<llvm::Instruction *> operations_;
  /// The same as `operations_`, for questions.
  llvm::SmallPtrSet<const llvm::Instruction *, 32> chosen_;
};

}  // namespace compiler::vecz
