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
/// for its references. A masked group needs masked accesses of its whole span.
class InterleaveEmitter {
 public:
  /// `emitter` has to outlive the object.
  explicit InterleaveEmitter(MemoryEmitter &emitter);

  /// Emits all accesses of a group of strided addresses, and gives loads' results to the
  /// LaneValues. The builder is at the group's place().
  void widen(const InterleavedGroup &group);

  /// Emits the accesses of any group, also of one whose address is known to be strided only at run
  /// time (window_emission.cpp). `address` is the address of the group's lowest element in memory.
  /// loadAt() returns the members' vectors in their order; the LaneValues are not changed.
  llvm::SmallVector<llvm::Value *> loadAt(const InterleavedGroup &group, llvm::Value *address);
  void storeAt(const InterleavedGroup &group, llvm::Value *address);

 private:
  /// The loaded vectors of a group.
  class Span;

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
