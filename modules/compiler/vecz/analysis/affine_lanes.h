// Expresses the values of all lanes as affine functions of the lane number, under conditions that
// are checked at run time.
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

/// An integer: in lane i the sum of scale * lane 0's base + offset + i * stride, modulo 2^bits.
/// Bases may be wider than the type; their low bits count.
struct AffineExpression {
  llvm::IntegerType *type = nullptr;
  llvm::SmallVector<std::pair<const AffineBase *, int64_t>, 2> terms;  ///< by number; no scale is 0
  int64_t offset = 0;
  int64_t stride = 0;

  bool operator==(const AffineExpression &) const = default;
};

/// What lane 0 has, from which other lanes' values follow. Equal bases are one object.
struct AffineBase {
  enum class Kind : uint8_t {
    value,      ///< of `value`, which does not vary
    extended,   ///< operands[0], extended to `type`
    operation,  ///< `value`, an instruction, done with `operands`
    choice,     ///< operands[2] if `predicate` holds of operands 0 and 1, else operands[3]
    quotient,   ///< of operands 0 and 1, without sign
    remainder,  ///< of operands 0 and 1, without sign
    masked,     ///< the bits of operands[0] that are in operands[1]
  };

  unsigned number = 0;
  Kind kind = Kind::value;
  llvm::IntegerType *type = nullptr;
  const llvm::Value *value = nullptr;
  llvm::SmallVector<AffineExpression, 2> operands = {};
  LinearAddress::Extension extension = LinearAddress::Extension::none;
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
};

/// Something that must hold for a form to be true, of all lanes.
struct AffineCondition {
  enum class Kind : uint8_t {
    inRange,    ///< form + least to form + greatest do not leave the type, with or without sign
    ordered,    ///< `predicate` holds of form + least, form + greatest and `other`
    differs,    ///< form is not `other`
    agrees,     ///< `predicate` holds of form and `other` in all lanes or in none
    inPeriod,   ///< lanes go on from lane 0's `base`, a remainder, and stay below its divisor
    isLowMask,  ///< other, a mask, has its low bits set and no others
  };

  Kind kind;
  AffineExpression expression = {};  ///< without an offset where there are least and greatest
  int64_t least = 0;
  int64_t greatest = 0;
  bool isSigned = false;
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
  AffineExpression other = {};  ///< its stride is 0
  const AffineBase *base = nullptr;
};

using LaneConditions = llvm::SmallVector<AffineCondition, 4>;

/// Adds what is not there yet; ranges grow.
void addConditions(LaneConditions &to, const LaneConditions &more);

/// Finds forms. The conditions are such that they hold in most SIMD groups, as far as can be told.
class AffineExpressions {
 public:
  /// What may be assumed. Indices leave their types hardly ever; edges are met now and then.
  enum class Trust : uint8_t { boundaries, ranges };

  AffineExpressions(const ShapeAnalysis &shapes, Trust trust) : shapes_(shapes), trust_(trust) {}

  /// Nothing if the value, an integer of at most 64 bits, has no form that is worth a check. Adds
  /// to conditions() and leaves(), also where there is none.
  std::optional<AffineExpression> of(const llvm::Value *value);
  /// Of the value of such a form, extended.
  std::optional<AffineExpression> extended(AffineExpression expression,
                                           LinearAddress::Extension extension,
                                           llvm::IntegerType *type);

  /// Forgets conditions and leaves: another question begins.
  void reset();
  const LaneConditions &conditions() const { return conditions_; }
  /// The values of the function that the forms are made of.
  llvm::ArrayRef<const llvm::Value *> leaves() const { return leaves_; }

 private:
  using MaybeExpression = std::optional<AffineExpression>;

  MaybeExpression find(const llvm::Value *value);
  MaybeExpression ofSum(const llvm::Instruction &instruction);
  MaybeExpression ofVarying(const llvm::Instruction &instruction);
  MaybeExpression ofOperation(const llvm::Instruction &instruction);
  MaybeExpression ofExtremum(const llvm::MinMaxIntrinsic &extremum);
  MaybeExpression ofSelect(const llvm::SelectInst &select);
  MaybeExpression ofDivision(const llvm::BinaryOperator &division);
  MaybeExpression ofMask(const llvm::BinaryOperator &operation);
  MaybeExpression ofShift(const llvm::BinaryOperator &operation);
  MaybeExpression leaf(const llvm::Value *value);
  MaybeExpression made(AffineBase base, int64_t stride);
  const AffineBase *intern(AffineBase base);
  bool addRange(const AffineExpression &expression, bool isSigned);
  bool addOrder(const AffineExpression &expression, llvm::CmpInst::Predicate predicate,
                const AffineExpression &other);
  void add(AffineCondition condition);

  const ShapeAnalysis &shapes_;
  Trust trust_;
  std::vector<std::unique_ptr<AffineBase>> bases_;
  llvm::DenseMap<const llvm::Value *, const AffineBase *> ofValues_;
  llvm::DenseMap<const llvm::Value *, MaybeExpression> known_;
  LaneConditions conditions_;
  llvm::SmallVector<const llvm::Value *, 4> leaves_;
  unsigned depth_ = 0;
};

}  // namespace compiler::vecz
