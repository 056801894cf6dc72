// Expresses the values of all lanes as affine functions of the lane number, under conditions
// checked at run time.
//
// A shape (shape_analysis.h) holds in every SIMD group. An affine expression of this header holds
// in the SIMD groups away from a boundary, and comes with the scalar comparisons that recognise
// them. checked_strides.h versions code on these.
#pragma once

#include <memory>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/analysis/shape_analysis.h"

namespace llvm {
class BinaryOperator;
class IntegerType;
class MinMaxIntrinsic;
class SelectInst;
}  // namespace llvm

namespace compiler::vecz {

struct AffineBase;

/// An integer of `type`: in lane i the sum of scale * lane 0's base + offset + i * stride, modulo
/// 2^bits.
///
/// The terms are sorted by the bases' numbers, so equal expressions compare equal. Bases may be
/// wider than the type; then their low bits count.
struct AffineExpression {
  llvm::IntegerType *type = nullptr;
  llvm::SmallVector<std::pair<const AffineBase *, int64_t>, 2>
      terms;  ///< base and scale, sorted by number; no scale is 0
  int64_t offset = 0;
  int64_t stride = 0;

  bool operator==(const AffineExpression &) const = default;
};

/// A value of lane 0, from which the other lanes' values follow. Equal bases are one object, owned
/// by the AffineExpressions they come from, so comparisons go by address.
struct AffineBase {
  enum class Kind : uint8_t {
    value,      ///< `value` itself, uniform or strided
    extended,   ///< operands[0], extended to `type`
    operation,  ///< the instruction `value`, computed with `operands` in place of its own
    choice,     ///< operands[2] if `predicate` holds for operands 0 and 1, else operands[3]
    quotient,   ///< operands[0] / operands[1], unsigned
    remainder,  ///< operands[0] % operands[1], unsigned
    masked,     ///< operands[0] & operands[1]
  };

  /// Position in the order of creation; it makes the order of terms the same in each build.
  unsigned number = 0;
  Kind kind = Kind::value;
  llvm::IntegerType *type = nullptr;
  const llvm::Value *value = nullptr;
  llvm::SmallVector<AffineExpression, 2> operands = {};
  LinearAddress::Extension extension = LinearAddress::Extension::none;
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
};

/// Returns true if a remainder or masked value is part of the expression: it starts again at 0.
bool hasPeriod(const AffineExpression &expression);

/// A condition on all lanes for an expression to be exact. One scalar test of lane 0's value and
/// the last lane's decides it for the SIMD group, because the values of the lanes between are
/// between.
struct AffineCondition {
  enum class Kind : uint8_t {
    inRange,   ///< expression + least to expression + greatest stay in the type, signed or unsigned
    ordered,   ///< `predicate` holds for expression + least and expression + greatest against
               ///< `other` `other` `other`
    differs,   ///< the expression is not `other` in any lane
    agrees,    ///< `predicate` holds for the expression and `other` in all lanes or in none
    inPeriod,  ///< all lanes are in lane 0's period: they count on from `base`, a remainder, below
               ///< its divisor its divisor its divisor
    isLowMask,  ///< `other`, a mask, has all of its low bits set and no others
  };

  Kind kind;
  AffineExpression expression = {};  ///< offset 0 where `least` and `greatest` hold the offsets
  int64_t least = 0;
  int64_t greatest = 0;
  bool isSigned = false;  ///< of the range, for inRange
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
  AffineExpression other = {};       ///< the other side of a comparison; uniform
  const AffineBase *base = nullptr;  ///< of inPeriod: kind remainder or masked
};

/// A conjunction; its order is the order of the tests.
using LaneConditions = llvm::SmallVector<AffineCondition, 4>;

/// Adds conditions missing in `to`. Conditions on values with constant differences merge. For a[i -
/// 1], a[i] and a[i + 1] only the extremes are tested, so neighbours share one test.
void addConditions(LaneConditions &to, const LaneConditions &more);

/// Finds the affine expressions of a function's values. One object serves one function and is used
/// for many values; it owns the bases of all expressions it returns. Nothing is emitted
/// (affine_conditions.h does it).
///
/// The conditions of a returned expression should hold in most SIMD groups. A constant divisor
/// shorter than two of the widest SIMD groups, for instance, yields no expression.
class AffineExpressions {
 public:
  /// The assumptions behind an expression.
  ///
  /// `boundaries`: indices are away from the places where they are clamped, divided or wrapped to a
  /// period. SIMD groups violate this now and then. `ranges`: indices do not leave their types.
  /// Violations are very rare, so this weaker assumption is worth a second check where the first
  /// one failed.
  enum class Trust : uint8_t { boundaries, ranges };

  AffineExpressions(const ShapeAnalysis &shapes, Trust trust) : shapes_(shapes), trust_(trust) {}

  /// The expression of an integer of 8 to 64 bits; nothing without one worth a check. Adds to
  /// conditions() and leaves(), also where there is no result: call reset() before the next
  /// question.
  std::optional<AffineExpression> of(const llvm::Value *value);
  /// The expression of `value`, which has `expression`, extended to `type`. Adds the condition of
  /// no wrap in any lane, unless bounds of the value rule it out (lane_bounds.h).
  std::optional<AffineExpression> extended(const llvm::Value &value, AffineExpression expression,
                                           LinearAddress::Extension extension,
                                           llvm::IntegerType *type);

  /// Forgets conditions and leaves before another question. Bases stay valid.
  void reset();
  const LaneConditions &conditions() const { return conditions_; }
  /// The values of the function at the bottom of the expressions. A check can stand only where all
  /// of them are defined.
  llvm::ArrayRef<const llvm::Value *> leaves() const { return leaves_; }

 private:
  using MaybeExpression = std::optional<AffineExpression>;

  /// Sums first, then leaves, then operations with conditions.
  MaybeExpression find(const llvm::Value *value);
  MaybeExpression ofSum(const llvm::Instruction &instruction);
  /// A varying value: extensions and truncations with any trust, the others with `boundaries` only.
  MaybeExpression ofVarying(const llvm::Instruction &instruction);
  MaybeExpression ofOperation(const llvm::Instruction &instruction);
  MaybeExpression ofExtremum(const llvm::MinMaxIntrinsic &extremum);
  MaybeExpression ofSelect(const llvm::SelectInst &select);
  MaybeExpression ofDivision(const llvm::BinaryOperator &division);
  MaybeExpression ofMask(const llvm::BinaryOperator &operation);
  MaybeExpression ofShift(const llvm::BinaryOperator &operation);
  bool isWithinBounds(const llvm::Value &value, const AffineExpression &expression,
                      LinearAddress::Extension extension) const;
  /// A value taken as it is: lane 0's, plus the stride of its shape.
  MaybeExpression leaf(const llvm::Value *value);
  /// An expression of one interned base.
  MaybeExpression made(AffineBase base, int64_t stride);
  /// The one object for a base; the result lives as long as this object.
  const AffineBase *intern(AffineBase base);
  /// Requires all lanes' values to fit the type. False if its strides or offsets are too large for
  /// a test.
  bool addRange(const AffineExpression &expression, bool isSigned);
  /// Requires `predicate` between all lanes' values and `other`, as integers. False if it cannot be
  /// stated.
  bool addOrder(const AffineExpression &expression, llvm::CmpInst::Predicate predicate,
                const AffineExpression &other);
  void add(AffineCondition condition);

  const ShapeAnalysis &shapes_;
  Trust trust_;
  /// All bases by number; the pointers in expressions refer to these.
  std::vector<std::unique_ptr<AffineBase>> bases_;
  /// The bases of kind value.
  llvm::DenseMap<const llvm::Value *, const AffineBase *> ofValues_;
  /// Answers since the last reset(), since each adds its conditions once.
  llvm::DenseMap<const llvm::Value *, MaybeExpression> known_;
  LaneConditions conditions_;
  llvm::SmallVector<const llvm::Value *, 4> leaves_;
  unsigned depth_ = 0;
};

}  // namespace compiler::vecz
