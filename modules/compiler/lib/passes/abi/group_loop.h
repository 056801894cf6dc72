// Emits the loop of an entry point over a range of work-groups.
#pragma once

#include <array>

#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// The work-groups [first, last) of a grid, by linear number. All values are i64.
///
/// Group (x, y, z) has the number (z * numGroups[1] + y) * numGroups[0] + x.
struct GroupRange {
  llvm::Value *first = nullptr;
  llvm::Value *last = nullptr;
  std::array<llvm::Value *, 3> numGroups = {};  ///< at least 1 in each dimension
};

/// A loop with the position of one work-group per iteration, or of several neighbours along x.
///
///   GroupLoop loop(builder, range);     // the builder is in the loop now
///   …                                   // runs groups (id(0), id(1), id(2)), count of them
///   loop.end(count, done);
///
/// It visits the numbers in ascending order, each once. Divisions happen in front of the loop only;
/// inside of it a position is the last one plus a step, with carries.
class GroupLoop {
 public:
  /// Emits the first position at the builder's place, and begins the loop in a new block `group`,
  /// the function's last. The range must not be empty at this place: the loop tests at its end. The
  /// builder must outlive this object.
  GroupLoop(llvm::IRBuilder<> &builder, const GroupRange &range);

  /// The position of the (first) group of this iteration.
  llvm::Value *id(unsigned dimension) const { return id_[dimension]; }
  llvm::Value *numGroups(unsigned dimension) const { return range_.numGroups[dimension]; }

  /// Emits the number of neighbours along x, from this group on up to the end of its row and of the
  /// range. It is at least 1.
  llvm::Value *groupsInRow() const;

  /// Ends an iteration that ran `count` groups: 1, or up to groupsInRow(). Otherwise a position
  /// would pass the end of its row without a carry. Behind the last iteration control flow goes to
  /// `done`. The builder stays in the last block of the loop.
  void end(llvm::Value *count, llvm::BasicBlock *done);

 private:
  std::array<llvm::Value *, 3> next(llvm::Value *count) const;

  llvm::IRBuilder<> &builder_;
  GroupRange range_;
  llvm::BasicBlock *header_ = nullptr;
  llvm::PHINode *linear_ = nullptr;  ///< the number of the (first) group of this iteration
  std::array<llvm::PHINode *, 3> id_ = {};
};

}  // namespace compiler::passes
