// Tracks the local ids of the work-item that a nest of loops has reached.
#pragma once

#include <array>
#include <string>

#include "passes/work_items/loop_bounds.h"

namespace compiler::passes {

/// The place in a work-group at which loops emit code. Each loop sets the id of its dimension when
/// it opens; ids of loops around stay.
class WorkItemPosition {
 public:
  /// The builder and the bounds outlive the object.
  WorkItemPosition(llvm::IRBuilder<> &builder, const LoopBounds &bounds)
      : builder_(builder), bounds_(bounds) {}

  /// The name of loops and ids along a dimension.
  static std::string nameOf(unsigned dimension) { return std::string("item.") + "xyz"[dimension]; }

  /// The local id, i64; null if no loop has set it. In alike rows the id along y is the row's
  /// number in the work-group; without rows the id along x is the linear one (Rows).
  llvm::Value *id(unsigned dimension) const { return ids_[dimension]; }
  void setId(unsigned dimension, llvm::Value *id) { ids_[dimension] = id; }

  /// Emits the linear local id of the first work-item in the row along x. Ids along y and z are
  /// set.
  llvm::Value *rowStart();
  /// Emits the call of kiln.set_work_item: the code behind runs as this work-item. A SIMD group
  /// runs as its first one. All ids are set.
  void makeCurrent();

 private:
  llvm::IRBuilder<> &builder_;
  const LoopBounds &bounds_;
  std::array<llvm::Value *, 3> ids_ = {};
};

}  // namespace compiler::passes
