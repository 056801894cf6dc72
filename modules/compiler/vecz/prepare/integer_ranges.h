// Ranges of integers, as far as they follow from extensions and constants.
//
//      zext i8 a to i32                 0 to 255;
//      zext a + zext b + 1              1 to 511;
//      (zext a + zext b + 1) >> 1       0 to 255: the average fits into 8 bits, its sum does not
#pragma once

#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/ConstantRange.h"

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace compiler::vecz {

/// Returns true for a minimum, a maximum or an absolute value, as an intrinsic. The second operand
/// of the last one is a flag.
bool isExtremumOrAbs(const llvm::Instruction &instruction);

/// The range of each value of a function, found in one pass over its instructions.
///
/// LLVM's LazyValueInfo asks branches, too, and walks backwards for each question. Here extensions
/// are the only source, because C's integer promotion makes them at the start of each computation.
class IntegerRanges {
 public:
  /// The range of an integer; the full one for values without a known range. A range may wrap
  /// around, as those of negative numbers do.
  llvm::ConstantRange of(const llvm::Value *value) const;
  /// Derives the range of an integer instruction from those of its operands. Operands come before
  /// their users: a phi with an operand yet to be added gets the full range.
  void add(const llvm::Instruction &instruction);

 private:
  /// The range by the instruction's operation; nothing if it is unknown.
  std::optional<llvm::ConstantRange> find(const llvm::Instruction &instruction) const;

  /// Values with the full range have no entry.
  llvm::DenseMap<const llvm::Value *, llvm::ConstantRange> known_;
};

}  // namespace compiler::vecz
