// Forms and conditions as instructions.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "vecz/analysis/affine_lanes.h"

namespace compiler::vecz {

/// Emits what is the same for all lanes into a linearised function, in one place of it: all
/// leaves of the forms must be defined there.
class LaneConditionEmitter {
 public:
  /// Lane 0's values (kiln.base) stand behind the definitions, once in the function.
  using FirstLanes = llvm::DenseMap<const llvm::Value *, llvm::Value *>;

  LaneConditionEmitter(llvm::IRBuilder<> &builder, const ShapeAnalysis &shapes,
                       FirstLanes &firstLanes)
      : builder_(builder), shapes_(shapes), firstLanes_(firstLanes) {}

  /// Lane 0's.
  llvm::Value *emit(const LaneForm &form);
  llvm::Value *emit(const LaneBase &base);

  /// Whether all hold: an i1 that is not poison.
  llvm::Value *emit(llvm::ArrayRef<LaneCondition> conditions);

 private:
  /// How far the last lane is from lane 0, if that is downward (least) or upward (greatest).
  struct Reach {
    llvm::Value *least;
    llvm::Value *greatest;
  };

  Reach reachOf(const LaneForm &form);
  llvm::Value *emit(const LaneCondition &condition);
  llvm::Value *inRange(const LaneCondition &condition);
  llvm::Value *ordered(const LaneCondition &condition);
  llvm::Value *differs(const LaneCondition &condition);
  llvm::Value *agrees(const LaneCondition &condition);
  llvm::Value *inPeriod(const LaneCondition &condition);
  llvm::Value *isLowMask(const LaneCondition &condition);
  llvm::Value *make(const LaneBase &base);
  llvm::Value *divisorOf(const LaneBase &base);
  llvm::Value *ofValue(const llvm::Value *value);
  llvm::Value *constant(const llvm::Type *type, int64_t number);
  llvm::Value *plus(llvm::Value *value, int64_t number);

  llvm::IRBuilder<> &builder_;
  const ShapeAnalysis &shapes_;
  FirstLanes &firstLanes_;
  llvm::DenseMap<const LaneBase *, llvm::Value *> made_;
  llvm::DenseMap<std::pair<llvm::Value *, unsigned>, llvm::Value *> divisors_;
  llvm::Value *lastLane_ = nullptr;
};

}  // namespace compiler::vecz
