// Describes values whose differences between lanes are the same vector in each SIMD group.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/lanes/lane_values.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// What is known of an integer of the scalar function: where the conditions hold that were
/// collected on the way, lane i has first + apart[i], modulo 2^bits.
struct Pattern {
  llvm::Value *first;  ///< what lane 0 has, a scalar
  /// The same in a SIMD group whose strided values begin at 0. This and `apart` depend on uniform
  /// values alone.
  llvm::Value *start;
  llvm::Value *apart;  ///< a vector, 0 in lane 0; one object where only uniform values are added
};

/// Of a vector's elements, as signed numbers: scalars.
struct Extremes {
  llvm::Value *least;
  llvm::Value *greatest;
};

/// Emits patterns of one expression or several at the builder's place. Which values have one is
/// decided by their operations.
class LanePatterns {
 public:
  LanePatterns(LaneValues &values, const llvm::TargetTransformInfo &target)
      : values_(values), target_(target) {}

  /// Whether a value has a pattern. Uniform and strided ones do.
  static bool has(const LaneValues &values, const llvm::Value *value);
  /// Whether its vector is the same for all SIMD groups that one call of the item function's loop
  /// runs: it follows from arguments and constants.
  static bool isInvariant(const LaneValues &values, const llvm::Value *value);

  /// At most how far apart two lanes are, of a value that has a pattern whose conditions hold;
  /// nothing if that is not known beforehand.
  static std::optional<uint64_t> reach(const LaneValues &values, const llvm::Value *value);

  /// Of a value that has one.
  Pattern of(const llvm::Value *value);
  /// The same extended to `bits`.
  Pattern extended(const llvm::Value *value, LinearAddress::Extension extension, unsigned bits);
  /// Emitted once for each vector.
  Extremes extremesOf(llvm::Value *vector);
  /// All conditions so far: an i1.
  llvm::Value *condition();
  /// One more.
  void require(llvm::Value *holds);

 private:
  Pattern compute(const llvm::Instruction &instruction);
  Pattern sum(Pattern left, Pattern right, bool subtracts);
  Pattern multiple(const llvm::Instruction &instruction, Pattern left, Pattern right);
  Pattern chosen(llvm::Value *condition, Pattern whenTrue, Pattern whenFalse);
  Pattern fromLanes(llvm::Value *first, llvm::Value *start, llvm::Value *lanes);
  Pattern ofBits(const llvm::Instruction &instruction, Pattern left, Pattern right);
  Pattern ofDivision(const llvm::Instruction &instruction, Pattern dividend, llvm::Value *divisor);
  llvm::Value *divideAtStart(const llvm::BinaryOperator &division,
                             llvm::Instruction::BinaryOps opcode, Pattern dividend,
                             llvm::Value *divisor);
  void requireAligned(Pattern pattern);
  void requireNoWrap(llvm::Value *first, llvm::Value *apart, bool isSigned);
  llvm::Value *lanesAtStart(Pattern pattern);
  llvm::Value *splat(llvm::Value *scalar);

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
  llvm::DenseMap<const llvm::Value *, Pattern> patterns_;
  llvm::DenseMap<const llvm::Value *, Extremes> extremes_;
  llvm::SmallVector<llvm::Value *> conditions_;
};

}  // namespace compiler::vecz
