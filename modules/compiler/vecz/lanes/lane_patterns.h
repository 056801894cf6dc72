// Describes values whose differences between lanes are the same vector in each SIMD group.
//
// Such a vector is computed once in front of a loop over SIMD groups. Each group adds lane 0's
// scalar to it, after a few scalar comparisons. Contiguous windows (window_accesses.h) and strided
// division (strided_division.h) build on this.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "vecz/analysis/lane_bounds.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/lanes/lane_values.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// An integer of the scalar function as a scalar and a vector. Lane i has first + apart[i], modulo
/// 2^bits, in all SIMD groups under the conditions collected on the way
/// (LanePatterns::condition()).
struct Pattern {
  /// Lane 0's value, a scalar.
  llvm::Value *first;
  /// Lane 0's value in the SIMD group whose strided values begin at 0. `start` and `apart` depend
  /// on uniform values alone, so they are invariants of the loop over SIMD groups.
  llvm::Value *start;
  llvm::Value *apart;  ///< a vector, 0 in lane 0; x and x + uniform share one object
};

/// What patterns depend on: the shapes of the scalar function's values, and the number of lanes.
struct LaneShapes {
  llvm::function_ref<Shape(const llvm::Value *)> of;
  unsigned width;
};

/// The least and greatest element of a vector as signed numbers, both scalars.
struct Extremes {
  llvm::Value *least;
  llvm::Value *greatest;
};

/// Emits patterns at the builder's place in a SIMD function. Operations alone decide which values
/// have one; the conditions are found while emitting. One object serves expressions with one common
/// set of conditions, at one place.
class LanePatterns {
 public:
  /// Keeps references to both. The target decides how vectors are divided (integer_division.h).
  LanePatterns(LaneValues &values, const llvm::TargetTransformInfo &target)
      : values_(values), target_(target) {}

  /// Returns true if a varying value has a pattern worth using: of() can emit it, and an operation
  /// in it reorders neighbours. A value with a mere large factor has a pattern too, but its lanes
  /// are far apart. False for uniform and strided values.
  static bool has(const LaneShapes &shapes, const llvm::Value *value);
  /// Returns true if the value's differences between lanes follow from arguments and constants
  /// alone. Then they are the same for all SIMD groups of one call of the work-group function, and
  /// can move in front of its loops.
  static bool isInvariant(const LaneShapes &shapes, const llvm::Value *value);

  /// The largest distance of two lanes, of a value with a pattern under its conditions. Nothing if
  /// the distance is not known at compile time, or above 2^16.
  static std::optional<uint64_t> reach(const LaneShapes &shapes, const llvm::Value *value);

  /// The pattern of a value: uniform, strided, or with has(). Emitted once per value.
  Pattern of(const llvm::Value *value);
  /// The pattern of the value extended to `bits`. Requires no wrap in any lane.
  Pattern extended(const llvm::Value *value, LinearAddress::Extension extension, unsigned bits);
  /// The extremes of a vector, emitted once for each vector.
  Extremes extremesOf(llvm::Value *vector);
  /// The conjunction of all conditions so far: an i1, uniform, never poison.
  llvm::Value *condition();
  /// Adds one more condition, an i1.
  void require(llvm::Value *holds);

 private:
  /// The pattern of a varying instruction, from its operands' patterns.
  Pattern compute(const llvm::Instruction &instruction);
  /// The pattern of a sum or difference, valid without a condition.
  Pattern sum(Pattern left, Pattern right, bool subtracts);
  /// The pattern of a product or left shift by a uniform value.
  Pattern multiple(const llvm::Instruction &instruction, Pattern left, Pattern right);
  /// The pattern of a select with a uniform condition.
  Pattern chosen(llvm::Value *condition, Pattern whenTrue, Pattern whenFalse);
  /// A pattern from its `first`, its `start` and the vector of the lanes' values at start.
  Pattern fromLanes(llvm::Value *first, llvm::Value *start, llvm::Value *lanes);
  /// The pattern of and, or, xor, or a right shift, with one uniform operand.
  Pattern ofBits(const llvm::Instruction &instruction, Pattern left, Pattern right);
  /// The pattern of a quotient or remainder by a uniform value.
  Pattern ofDivision(const llvm::Instruction &instruction, Pattern dividend, llvm::Value *divisor);
  /// The vector of quotients or remainders of the SIMD group at start, by the target's better
  /// method.
  llvm::Value *divideAtStart(const llvm::BinaryOperator &division,
                             llvm::Instruction::BinaryOps opcode, Pattern dividend,
                             llvm::Value *divisor);
  /// Requires first and start to agree in all bits in which lanes differ at start, and below these.
  void requireAligned(Pattern pattern);
  /// Requires first + apart to fit the type in all lanes.
  void requireNoWrap(llvm::Value *first, llvm::Value *apart, bool isSigned);
  /// A sum of a number from 0 to `greatest` and of a uniform summand.
  struct UniformSum {
    const llvm::Value *count;
    int64_t greatest;
    const llvm::Value *summand;
  };
  /// The sum that a value is; nothing for other values.
  std::optional<UniformSum> uniformSumOf(const llvm::Value &value) const;
  /// Requires the sum not to wrap around.
  void requireSmall(const UniformSum &sum, bool isSigned);
  /// Bounds for all lanes, active or not.
  std::optional<Bounds> boundsOf(const llvm::Value &value) const;
  /// The lanes' values in the SIMD group at start: apart + start.
  llvm::Value *lanesAtStart(Pattern pattern);
  llvm::Value *splat(llvm::Value *scalar);

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
  /// Emitted patterns, by value of the scalar function.
  llvm::DenseMap<const llvm::Value *, Pattern> patterns_;
  llvm::DenseMap<const llvm::Value *, Extremes> extremes_;
  /// The conditions required so far, frozen.
  llvm::SmallVector<llvm::Value *> conditions_;
};

}  // namespace compiler::vecz
