// Combines strided accesses of neighbouring elements into wide accesses and shuffles.
#pragma once

#include "vecz/memory/access_plan.h"
#include "vecz/memory/interleaved_groups.h"

namespace compiler::vecz {

/// Offers the interleaved groups of a linearised function to `groups`. `emitter` has to outlive
/// them.
void planInterleavedAccesses(llvm::Function &function, MemoryEmitter &emitter,
                             PlannedGroups &groups);

/// Emits interleaved groups at the builder's place, under the mask of the LaneValues. Stateless but
/// for its references.
class InterleaveEmitter {
 public:
  /// `emitter` has to outlive the object.
  explicit InterleaveEmitter(MemoryEmitter &emitter);

  /// Emits all accesses of a group of strided addresses, and gives loads' results to the
  /// LaneValues. The builder is at the group's place(). A masked group gets two versions if the
  /// target has no masked access of its whole span: the builder is behind them then.
  void widen(const InterleavedGroup &group);

  /// Emits the accesses of any group, also of one whose address is known to be strided only at run
  /// time (window_emission.cpp). `address` is the address of the group's lowest element in memory.
  /// loadAt() returns the members' vectors in their order; the LaneValues are not changed. With a
  /// mask they need a masked access of the whole span.
  llvm::SmallVector<llvm::Value *> loadAt(const InterleavedGroup &group, llvm::Value *address);
  void storeAt(const InterleavedGroup &group, llvm::Value *address);

 private:
  /// The loaded vectors of a group.
  class Span;

  /// Returns true if the mask of the LaneValues allows no wide access.
  bool needsVersions(const InterleavedGroup &group) const;
  /// Returns true if shuffles in stages, each of two vectors, take the group apart.
  bool hasStages(const InterleavedGroup &group) const;
  /// Returns true if the members in the order of memory are vectors side by side.
  bool isInOrder(const InterleavedGroup &group) const;
  /// Emits the accesses lane by lane, for active lanes.
  llvm::SmallVector<llvm::Value *> loadLanes(const InterleavedGroup &group);
  void storeLanes(const InterleavedGroup &group);
  /// The vector to store of each member, of the group's element.
  llvm::SmallVector<llvm::Value *> storedVectors(const InterleavedGroup &group);
  /// Emits a load's result, of the member's type.
  llvm::Value *resultOf(const InterleavedGroup::Member &member, llvm::Value *vector);
  /// The address of the lowest element in memory, from the place's address.
  llvm::Value *address(const InterleavedGroup &group);
  /// The mask of the wide access, null without a mask.
  llvm::Value *wideMask(const InterleavedGroup &group);
  /// The element of a lane and position, counted from the lowest element in memory.
  unsigned element(const InterleavedGroup &group, unsigned lane, unsigned position) const;

  LaneValues &values_;
  MemoryEmitter &emitter_;
  const llvm::DataLayout &layout_;
};

}  // namespace compiler::vecz
