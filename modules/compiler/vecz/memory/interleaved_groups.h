// Groups strided accesses whose elements lie side by side.
#pragma once

#include <memory>

#include "vecz/analysis/linear_address.h"
#include "vecz/memory/memory_emitter.h"

namespace compiler::vecz {

/// Loads or stores of one block whose lanes are `factor` elements apart, and whose elements lie in
/// the same `factor` elements: fields of a structure, components of a vector, or one access with a
/// stride. LLVM's InterleaveGroup of a loop is the same idea.
///
///    load a[3 * i], load a[3 * i + 2]        stride 12 for float, factor 3;
///    memory:      0 . 2  0 . 2  0 . 2 …      positions 0 and 2, a gap at 1: not complete
struct InterleavedGroup {
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
  /// For loads: the stores behind the first member. Another load moves up across them when it joins
  /// the group.
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
  /// Returns true if each of the `factor` elements has a member. Nothing else may be written: other
  /// groups of stores need a masked access.
  bool isComplete(const llvm::DataLayout &layout) const;
  /// The member at which the whole group is emitted: loads at the first, stores at the last.
  const Member &place() const { return access.isLoad ? members.front() : members.back(); }
};

/// Finds the groups of a linearised function, in its order. It reads the shapes of `values` and
/// does not change the function. Groups may have gaps. Profitability is not judged.
llvm::SmallVector<std::unique_ptr<InterleavedGroup>> findInterleavedGroups(
    llvm::Function &function, const LaneValues &values);

}  // namespace compiler::vecz
