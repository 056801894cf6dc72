// Emits the work-item ids of the lanes of a SIMD group.
#pragma once

#include "vecz/lanes/lane_values.h"

namespace compiler::vecz {

/// Emits ids of a lane at the builder's place of a SIMD group function, from those of lane 0. A
/// lane is named by its number: a size_t for one lane, <width x size_t> for all of them, and the
/// ids have that type.
class LaneIds {
 public:
  LaneIds(LaneValues &values, llvm::Value *lane);

  llvm::Value *localId(unsigned dimension);
  llvm::Value *globalId(unsigned dimension);
  llvm::Value *localLinearId();
  llvm::Value *globalLinearId();

 private:
  /// A work-item builtin's result, the same for all lanes or lane 0's.
  llvm::Value *ask(llvm::StringRef name);
  llvm::Value *ask(llvm::StringRef name, unsigned dimension);
  llvm::Value *spread(llvm::Value *scalar);
  llvm::IRBuilder<> &builder() { return values_.builder(); }

  LaneValues &values_;
  llvm::Value *lane_;
};

/// What lanes() numbers: <0, 1, 2, …> of size_t.
llvm::Value *allLanes(LaneValues &values);

}  // namespace compiler::vecz
