// Combines strided accesses of neighbouring elements into wide accesses and shuffles.
#pragma once

#include <memory>

#include "llvm/ADT/DenseMap.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/memory/memory_emitter.h"

namespace compiler::vecz {

/// Loads or stores of one block whose lanes are `factor` elements apart, and whose elements lie in
/// the same `factor` elements: fields of a structure, components of a vector, or one access with a
/// stride. LLVM's InterleaveGroup of a loop is the same idea.
///
///    load a[3 * i], load a[3 * i + 2]        stride 12 for float, factor 3;
///    memory:      0 . 2  0 . 2  0 . 2 …      positions 0 and 2, a gap at 1: not complete
struct AccessGroup {
  /// A load or store of the group. Two loads of a group may have the same offset.
  struct Member {
    llvm::Instruction *instruction;
    int64_t offset;  ///< bytes, of LinearAddress
  };

  /// The common properties. The alignment is the least one, and the element is an integer if the
  /// members' types differ.
  Access access;
  /// The first member's address; the others differ from it by their offsets only.
  LinearAddress address;
  /// Bytes from one lane's elements to the next lane's; may be negative. A multiple of the
  /// element's size.
  int64_t stride;
  /// The block has a mask.
  bool isMasked;
  llvm::SmallVector<Member, 4> members;  ///< in program order
  /// For loads: the stores behind the first member. A load that joins the group moves up across
  /// them.
  llvm::SmallVector<llvm::Instruction *, 4> crossed;

  /// Sizes, and offsets of the lowest and highest member, in bytes.
  int64_t elementSize(const llvm::DataLayout &layout) const;
  int64_t firstOffset() const;
  int64_t lastOffset() const;
  /// The stride in elements, without sign. At least 2.
  unsigned factor(const llvm::DataLayout &layout) const;
  /// The element of a member, counted from the lowest member.
  unsigned position(const Member &member, const llvm::DataLayout &layout) const;
  /// All members' positions, ascending, each once.
  llvm::SmallVector<unsigned> positions(const llvm::DataLayout &layout) const;
  /// Returns true if each of the `factor` elements has a member. Stores need this: nothing else may
  /// be written.
  bool isComplete(const llvm::DataLayout &layout) const;
  /// The member at which the whole group is emitted: loads at the first, stores at the last.
  const Member &place() const { return access.isLoad ? members.front() : members.back(); }
};

/// The profitable groups of a linearised function, and the emission of groups.
///
/// The search reads the shapes of the LaneValues, and does not change the function. Groups of
/// stores are complete; groups of loads may have gaps.
class AccessGroups {
 public:
  /// Finds the groups. All references have to outlive the object.
  AccessGroups(llvm::Function &function, LaneValues &values, MemoryEmitter &emitter,
               const llvm::TargetTransformInfo &target);

  /// The group of a load or store, or null. Owned by this object.
  const AccessGroup *find(const llvm::Instruction *access) const { return groups_.lookup(access); }
  /// Emits all accesses of a group under the LaneValues' mask, and gives loads' results to the
  /// LaneValues. To be called when the group's place() is widened, and not for the other members.
  void widen(const AccessGroup &group);

  /// Emits the accesses of any group, also of one whose address is known to be strided only at run
  /// time (window_emission.cpp). `address` is the address of the group's lowest element in memory.
  /// loadAt() returns the members' vectors in their order; the LaneValues are not changed.
  llvm::SmallVector<llvm::Value *> loadAt(const AccessGroup &group, llvm::Value *address);
  void storeAt(const AccessGroup &group, llvm::Value *address);

 private:
  /// The loaded vectors of a group.
  class Span;

  void add(std::unique_ptr<AccessGroup> group);
  /// Returns true if the wide accesses and shuffles cost less than gathers or scatters. A masked
  /// group needs masked accesses of its whole span.
  bool pays(const AccessGroup &group) const;
  /// The cost as this class emits a group, where TargetTransformInfo has no better estimate.
  llvm::InstructionCost costByShuffles(const AccessGroup &group) const;
  /// The address of the lowest element in memory, from the place's address.
  llvm::Value *address(const AccessGroup &group);
  /// The mask of the wide access, null without a mask.
  llvm::Value *wideMask(const AccessGroup &group);
  /// The element of a lane and position, counted from the lowest element in memory.
  unsigned element(const AccessGroup &group, unsigned lane, unsigned position) const;

  LaneValues &values_;
  MemoryEmitter &emitter_;
  const llvm::TargetTransformInfo &target_;
  const llvm::DataLayout &layout_;
  /// `groups_` has an entry for each member, so it cannot own the groups.
  llvm::SmallVector<std::unique_ptr<AccessGroup>> owned_;
  llvm::DenseMap<const llvm::Instruction *, const AccessGroup *> groups_;
};

}  // namespace compiler::vecz
