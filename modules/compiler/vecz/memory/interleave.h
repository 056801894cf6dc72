// Combines strided accesses of neighbouring elements into wide accesses and shuffles.
#pragma once

#include <memory>

#include "llvm/ADT/DenseMap.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/memory/memory_emitter.h"

namespace compiler::vecz {

/// Loads or stores of one block whose lanes are `factor` elements apart and which lie in the same
/// `factor` elements: fields of a structure, components of a vector, a stride alone.
struct AccessGroup {
  struct Member {
    llvm::Instruction *instruction;
    int64_t offset;  ///< bytes, in the group's form of address
  };

  Access access;
  LinearAddress address;
  int64_t stride;
  bool isMasked;
  llvm::SmallVector<Member, 4> members;  ///< in program order
  /// What it must not move across: of loads writes, of stores any access, since its first member.
  llvm::SmallVector<llvm::Instruction *, 4> crossed;

  int64_t elementSize(const llvm::DataLayout &layout) const;
  int64_t firstOffset() const;
  int64_t lastOffset() const;
  unsigned factor(const llvm::DataLayout &layout) const;
  /// Of a member, from the group's first element.
  unsigned position(const Member &member, const llvm::DataLayout &layout) const;
  /// All members' positions, ascending.
  llvm::SmallVector<unsigned> positions(const llvm::DataLayout &layout) const;
  /// Whether each of the elements has a member.
  bool isComplete(const llvm::DataLayout &layout) const;
  /// Where it is done: loads at the first member, stores at the last.
  const Member &place() const { return access.isLoad ? members.front() : members.back(); }
};

/// The groups of a linearised function that pay.
class AccessGroups {
 public:
  AccessGroups(llvm::Function &function, LaneValues &values, MemoryEmitter &emitter,
               const llvm::TargetTransformInfo &target);

  /// The group of a load or store, or null.
  const AccessGroup *find(const llvm::Instruction *access) const { return groups_.lookup(access); }
  /// Emits all of a group's accesses, when its place is widened.
  void widen(const AccessGroup &group);

  /// Emits the accesses of any group, also one whose address is only now known to be strided:
  /// `address` is that of the first element which the group spans. Returns the members' vectors.
  llvm::SmallVector<llvm::Value *> loadAt(const AccessGroup &group, llvm::Value *address);
  void storeAt(const AccessGroup &group, llvm::Value *address);

 private:
  class Span;

  void add(std::unique_ptr<AccessGroup> group);
  bool pays(const AccessGroup &group) const;
  llvm::InstructionCost costByShuffles(const AccessGroup &group) const;
  llvm::Value *address(const AccessGroup &group);
  llvm::Value *wideMask(const AccessGroup &group);
  unsigned element(const AccessGroup &group, unsigned lane, unsigned position) const;

  LaneValues &values_;
  MemoryEmitter &emitter_;
  const llvm::TargetTransformInfo &target_;
  const llvm::DataLayout &layout_;
  llvm::SmallVector<std::unique_ptr<AccessGroup>> owned_;
  llvm::DenseMap<const llvm::Instruction *, const AccessGroup *> groups_;
};

}  // namespace compiler::vecz
