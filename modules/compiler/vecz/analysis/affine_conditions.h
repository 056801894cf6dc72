// Emits affine expressions of lanes, and the conditions for them, as scalar instructions.
//
// affine_lanes.h finds the expressions without changing the function. Here they become code, in
// front of the versions of a block (checked_strides.h).
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "vecz/analysis/affine_lanes.h"

namespace compiler::vecz {

/// Emits uniform values into a linearised function, at the builder's place. All leaves of the
/// expressions must be defined there. Equal bases are emitted once per object, so one object serves
/// one place.
///
/// Nothing emitted traps or is undefined, even for lanes without need of the value: operations lose
/// their flags, and divisors and conditions are frozen.
class AffineConditionEmitter {
 public:
  /// Lane 0's values of strided values (calls of kiln.base), by value. They stand behind the
  /// definitions, once in the function, so the caller shares the map among all emitters of one
  /// function.
  using FirstLanes = llvm::DenseMap<const llvm::Value *, llvm::Value *>;

  /// Keeps references to all three; the shapes must describe the leaves.
  AffineConditionEmitter(llvm::IRBuilder<> &builder, const ShapeAnalysis &shapes,
                         FirstLanes &firstLanes)
      : builder_(builder), shapes_(shapes), firstLanes_(firstLanes) {}

  /// Lane 0's value of the expression, in its type.
  llvm::Value *emit(const AffineExpression &expression);
  /// Lane 0's value of a base, emitted at the first call.
  llvm::Value *emit(const AffineBase &base);

  /// Emits the test of all conditions for the SIMD group: an i1, uniform and never poison, fit to
  /// branch on.
  llvm::Value *emit(llvm::ArrayRef<AffineCondition> conditions);
  /// Emits the test whether the lanes' values step in few pieces where the conditions fail: periods
  /// are some times as long as a SIMD group, and few lanes are beyond a bound. An i1 like the other
  /// one.
  llvm::Value *emitHasFewPieces(llvm::ArrayRef<AffineCondition> conditions);

 private:
  /// The distance from lane 0's value to the last lane's. A falling expression has it in `least`
  /// (not above 0), a rising one in `greatest`; the other is 0. The expression's value plus these
  /// are its extremes over the SIMD group.
  struct Reach {
    llvm::Value *least;
    llvm::Value *greatest;
  };

  Reach reachOf(const AffineExpression &expression);
  /// One condition, as an i1 that may still be poison.
  llvm::Value *emit(const AffineCondition &condition);
  llvm::Value *inRange(const AffineCondition &condition);
  /// True if at most `others` lanes at one end are beyond the bound.
  llvm::Value *ordered(const AffineCondition &condition, int64_t others = 0);
  llvm::Value *differs(const AffineCondition &condition);
  llvm::Value *agrees(const AffineCondition &condition);
  llvm::Value *inPeriod(const AffineCondition &condition);
  llvm::Value *isLowMask(const AffineCondition &condition);
  llvm::Value *isLong(const AffineCondition &period);
  /// The greatest remainder of a period.
  llvm::Value *lastOfPeriod(const AffineCondition &condition);
  llvm::Value *make(const AffineBase &base);
  /// The divisor of a quotient or remainder, or 1 in place of an invalid one.
  llvm::Value *divisorOf(const AffineBase &base);
  /// A value of the function: itself if uniform, else lane 0's.
  llvm::Value *ofValue(const llvm::Value *value);
  /// `number` modulo 2^bits of the type.
  llvm::Value *constant(const llvm::Type *type, int64_t number);
  llvm::Value *plus(llvm::Value *value, int64_t number);

  llvm::IRBuilder<> &builder_;
  const ShapeAnalysis &shapes_;
  FirstLanes &firstLanes_;
  /// Emitted bases, valid at this object's place only.
  llvm::DenseMap<const AffineBase *, llvm::Value *> made_;
  /// Emitted divisors, by the given value and the predicate for valid ones.
  llvm::DenseMap<std::pair<llvm::Value *, unsigned>, llvm::Value *> divisors_;
  /// The number of the last lane (kiln.last_lane), made at the first use.
  llvm::Value *lastLane_ = nullptr;
};

}  // namespace compiler::vecz
