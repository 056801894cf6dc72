// Computes which work-items of a work-group run in SIMD groups, once in front of all its loops.
#pragma once

#include <array>

#include "passes/work_items/work_item_loop_builder.h"

namespace compiler::passes {

/// The bounds of a nest of loops, as i64 values. All count work-items, not SIMD groups.
///
/// A launch may turn SIMD groups off: if global ids may reach 2^31 and matter, or if rows have to
/// be aligned and are not. Both ends are 0 then, so the same loops serve these launches without
/// another test.
class LoopBounds {
 public:
  /// Emits all bounds at the builder's place, which dominates the loops.
  LoopBounds(llvm::IRBuilder<> &builder, const WorkItemLoops &loops);

  /// The local size; if there is one row, all work-items along x.
  llvm::Value *size(unsigned dimension) const { return sizes_[dimension]; }
  /// The end of SIMD groups in a row along their dimension. If all SIMD groups are masked it
  /// includes the row's last, partial one. Null without SIMD groups.
  llvm::Value *simdGroupEnd() const { return simdGroupEnd_; }
  /// The first row with unrolled groups, if they are along another dimension than the SIMD groups:
  /// the first inner row with an effect. Otherwise 0. Null without unrolled groups.
  llvm::Value *unrolledStart() const { return unrolledStart_; }
  /// The end of unrolled groups along their dimension, a multiple of WorkItemLoops::unrollStep()
  /// behind the start. Null without unrolled groups.
  llvm::Value *unrolledEnd() const { return unrolledEnd_; }
  /// The end of all that could run in unrolled groups along their dimension, if their number were a
  /// multiple of the step. Null without unrolled groups.
  llvm::Value *unrolledLimit() const { return unrolledLimit_; }
  /// An i1, true if the launch may run SIMD groups, full or masked. Null without SIMD groups.
  llvm::Value *admitsSimdGroups() const { return admitsSimdGroups_; }

 private:
  /// A size of the group or launch in i64, by the name of a builtin.
  llvm::Value *launchSize(llvm::StringRef function, uint32_t dimension);
  /// The local size rounded down to a multiple of `step`, a power of 2.
  llvm::Value *fullSteps(unsigned dimension, uint64_t step);
  /// An i1, true if no global id reaches 2^31.
  llvm::Value *allIdsFit();
  /// An i1, true if each row starts at a multiple of the width, by linear id.
  llvm::Value *areRowsAligned();
  /// The end of the last SIMD group; 0 if there is none. Also computes `admitsSimdGroups_`.
  llvm::Value *endOfSimdGroups();
  /// Computes the bounds of unrolled groups; the end is the start if there is none. Needs
  /// `simdGroupEnd_`.
  void boundUnrolledGroups();

  llvm::IRBuilder<> &builder_;
  const WorkItemLoops &loops_;
  std::array<llvm::Value *, 3> sizes_ = {};
  llvm::Value *simdGroupEnd_ = nullptr;
  llvm::Value *unrolledStart_ = nullptr;
  llvm::Value *unrolledEnd_ = nullptr;
  llvm::Value *unrolledLimit_ = nullptr;
  llvm::Value *admitsSimdGroups_ = nullptr;
};

}  // namespace compiler::passes
