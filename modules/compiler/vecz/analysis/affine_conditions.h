// Emits affine expressions of lanes, and the conditions under which they hold, as instructions.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "vecz/analysis/affine_lanes.h"

namespace compiler::vecz {

/// Emits what is the same for all lanes into a linearised function, in one place of it: all
/// leaves of the forms must be defined there.
class AffineConditionEmitter {
 public:
  /// Lane 0's values (kiln.base) stand behind the definitions, once in the function.
  using FirstLanes = llvm::DenseMap<const llvm::Value *, llvm::Value *>;

  AffineConditionEmitter(llvm::IRBuilder<> &builder, const ShapeAnalysis &shapes,
                         FirstLanes &firstLanes)
      : builder_(builder), shapes_(shapes), firstLanes_(firstLanes) {}

  /// Lane 0's.
  llvm::Value *emit(const AffineExpression &expression);
  llvm::Value *emit(const AffineBase &base);

  /// Whether all hold: an i1 that is not poison.
  llvm::Value *emit(llvm::ArrayRef<AffineCondition> conditions);

 private:
  /// How far the last lane is from lane 0, if that is downward (least) or upward (greatest).
  struct Reach {
    llvm::Value *least;
    llvm::Value *greatest;
  };

  Reach reachOf(const AffineExpression &expression);
  llvm::Value *emit(const AffineCondition &condition);
  llvm::Value *inRange(const AffineCondition &condition);
  llvm::Value *ordered(const AffineCondition &condition);
  llvm::Value *differs(const AffineCondition &condition);
  llvm::Value *agrees(const AffineCondition &condition);
  llvm::Value *inPeriod(const AffineCondition &condition);
  llvm::Value *isLowMask(const AffineCondition &condition);
  llvm::Value *make(const AffineBase &base);
  llvm::Value *divisorOf(const AffineBase &base);
  llvm::Value *ofValue(const llvm::Value *value);
  llvm::Value *constant(const llvm::Type *type, int64_t number);
  llvm::Value *plus(llvm::Value *value, int64_t number);

  llvm::IRBuilder<> &builder_;
  const ShapeAnalysis &shapes_;
  FirstLanes &firstLanes_;
  llvm::DenseMap<const AffineBase *, llvm::Value *> made_;
  llvm::DenseMap<std::pair<llvm::Value *, unsigned>, llvm::Value *> divisors_;
  llvm::Value *lastLane_ = nullptr;
};

}  // namespace compiler::vecz
