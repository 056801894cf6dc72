// Chooses the integer operations of a function to be computed in fewer bits.
//
//      (zext a + zext b + 1) >> 1, a and b of i8      chosen for 16 bits: the sum has 9;
//      zext a == zext b, a and b of i8                chosen for 8 bits
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
  /// Chooses among the varying operations of the function; `shapes` are its shapes. Connected
  /// operations pay if they and the extensions in front of them outweigh the extensions behind
  /// them. `bits` is 8 or 16. The references have to outlive the object.
  NarrowingPlan(llvm::Function &function, const ShapeAnalysis &shapes, unsigned bits);

  /// The bits of the narrow operations, 8 or 16.
  unsigned bits() const { return bits_; }
  /// The chosen operations, in reverse post-order: operands first.
  llvm::ArrayRef<llvm::Instruction *> operations() const { return operations_; }

  /// The operands of the type to be narrowed, in their order: for a phi its incoming values, for a
  /// select its two values, for an absolute value its first operand, otherwise both operands.
  static llvm::SmallVector<llvm::Value *, 2> operandsOf(const llvm::Instruction &operation);
  /// Returns true if the value is its low `bits` bits, extended by zeros or by their sign. Both
  /// hold for a value with a clear sign bit among these; neither for a value without a known range.
  bool fitsUnsigned(const llvm::Value *value) const;
  bool fitsSigned(const llvm::Value *value) const;
  /// The same for all values. An operation that treats signs differently needs one of the two.
  bool fitUnsigned(llvm::ArrayRef<llvm::Value *> values) const;
  bool fitSigned(llvm::ArrayRef<llvm::Value *> values) const;

  /// Returns true for a truncation to at most `bits` bits: it takes the narrow result.
  bool isSmallTruncation(const llvm::User &user) const;
  /// Returns true if the user of a chosen operation needs the result extended: it is neither chosen
  /// itself nor a small truncation. One extension serves all of these users.
  bool needsExtension(const llvm::User &user) const;

 private:
  /// Records the range of an instruction, and whether it can be narrow.
  void look(llvm::Instruction &instruction);
  /// Returns true if operands and result fit, and the operation has the same narrow result.
  bool canBeNarrow(const llvm::Instruction &operation) const;
  /// Returns true if the value is available in few bits without a truncation.
  bool isNarrow(const llvm::Value *value) const;
  /// Returns true if the low bits of the result follow from the operands' low bits. Low bits of
  /// sums always do. For other operations the operands must be of one kind.
  bool isAllowed(const llvm::Instruction &operation, bool areUnsigned, bool areSigned) const;
  /// Returns true for a constant amount of a shift, below the narrow width.
  bool isAmount(const llvm::Value *value) const;
  /// Drops connected operations if their extensions behind them cost more than they save.
  void dropUnprofitable();
  /// Saved extensions and operations, less the cost of extending the result.
  int profitOf(const llvm::Instruction &operation) const;

  /// Only varying values become vectors, and gain from fewer bits.
  const ShapeAnalysis &shapes_;
  const unsigned bits_;
  /// The ranges of all integers visited so far.
  IntegerRanges ranges_;
  std::vector<llvm::Instruction *> operations_;
  /// The same as `operations_`, for questions.
  llvm::SmallPtrSet<const llvm::Instruction *, 32> chosen_;
};

}  // namespace compiler::vecz
