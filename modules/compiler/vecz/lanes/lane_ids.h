// Emits the work-item ids of the lanes of a SIMD group.
//
// A SIMD function gets the ids of lane 0 only (kiln.set_work_item). All other lanes' ids follow
// from them and from the dimension of the SIMD group.
#pragma once

#include "vecz/lanes/lane_values.h"

namespace compiler::vecz {

/// Emits ids of a lane at the builder's place of a SIMD function, from lane 0's. A lane is named by
/// its number: a size_t for one lane, <width x size_t> for all of them. The ids have that type.
///
/// The lanes are neighbours along the SIMD group's dimension, so only the id in this dimension
/// differs. Along the linear local id a SIMD group may go over the end of a row; ids are then
/// divisions of the linear id by the local sizes.
class LaneIds {
 public:
  /// `lane` must be defined at every later place of the builder.
  LaneIds(LaneValues &values, llvm::Value *lane);

  /// The local id in `dimension`, 0 to 2.
  llvm::Value *localId(unsigned dimension);
  /// The global id in `dimension`, 0 to 2, with the launch's offset.
  llvm::Value *globalId(unsigned dimension);
  /// The linear id within the work-group.
  llvm::Value *localLinearId();
  /// The linear id within the ND-range, without the launch's offset (OpenCL C 3.0 §6.15.1).
  llvm::Value *globalLinearId();

 private:
  /// A work-item builtin's result: uniform, or lane 0's, repeated for all lanes if the lane is a
  /// vector.
  llvm::Value *ask(llvm::StringRef name);
  llvm::Value *ask(llvm::StringRef name, unsigned dimension);
  /// A scalar in the type of the lane number.
  llvm::Value *spread(llvm::Value *scalar);
  llvm::IRBuilder<> &builder() { return values_.builder(); }

  LaneValues &values_;
  /// The number of the lane, or of all lanes.
  llvm::Value *lane_;
};

/// The lane numbers for LaneIds of all lanes: <0, 1, 2, …> of size_t.
llvm::Value *allLanes(LaneValues &values);

}  // namespace compiler::vecz
