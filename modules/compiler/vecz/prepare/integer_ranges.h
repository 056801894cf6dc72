// Ranges of integers, as far as they follow from extensions and constants.
#pragma once

#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/ConstantRange.h"

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace compiler::vecz {

/// Returns true for a minimum, a maximum or an absolute value. The second operand of the last one
/// is a flag.
bool isExtremumOrAbs(const llvm::Instruction &instruction);

/// The range of each value of a function, found in one pass over its instructions.
///
/// LLVM's LazyValueInfo asks branches, too, and walks backwards for each question. Here extensions
/// are the only source, because C's integer promotion makes them at the start of each computation.
class IntegerRanges {
 public:
  /// The range of an integer; the full one for values without a known range.
  llvm::ConstantRange of(const llvm::Value *value) const;
  /// Derives the range of an integer instruction. Operands come before their users: a phi with an
  /// operand yet to be added gets the full range.
  void add(const llvm::Instruction &instruction);

 private:
  /// The range by the instruction's operation; nothing if it is unknown.
  std::optional<llvm::ConstantRange> find(const llvm::Instruction &instruction) const;

  llvm::DenseMap<const llvm::Value *, llvm::ConstantRange> known_;
};

}  // namespace compiler::vecz
