// Lays out the slots of one work-item in the work-group's frame.
#pragma once

#include <cstdint>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Alignment.h"

namespace compiler::passes {

/// The layout of values and variables that live across barriers, one slot each. A slot is an array
/// over the work-items of the group: structure of arrays, so that a SIMD group loads the slots of
/// its lanes as one vector. For n work-items, rounded up to itemMultiple or to whole sub-groups,
/// the slot of work-item i is at
///
///   frame + prefix * n + i * size
///
/// where prefix is the sum of the sizes of all slots before, paddings included. Slots are sorted by
/// falling alignment to need few paddings. Offsets are per work-item, since n is known at run time
/// only; alignments hold nevertheless, for prefix
/// and size are multiples of the slot's alignment.
class WorkItemFrame {
 public:
  /// Work-items are rounded up to this number at least, so loops over slots need no remainder
  /// (group_arrays.cpp). A larger sub-group is a multiple of it.
  static constexpr uint64_t itemMultiple = 16;
  static constexpr uint64_t maxAlignment = 128;

  /// Adds a slot before layOut() and returns its number. Alignments above maxAlignment are reduced
  /// to it.
  unsigned add(uint64_t size, llvm::Align alignment);
  /// Assigns offsets to all slots. Call it once, after the last add().
  void layOut();
  /// Adds one more slot behind the others, after layOut(). Returns its number.
  unsigned append(uint64_t size, llvm::Align alignment);

  /// Emits the address of the current work-item's slot, as a call of kiln.item_frame.
  llvm::Value *address(llvm::IRBuilder<> &builder, unsigned slot) const;
  /// Bytes per work-item, a multiple of 8; 0 without any slot.
  uint64_t itemSize() const { return llvm::alignTo(size_, 8); }

 private:
  /// Sizes and prefix in bytes per work-item.
  struct Slot {
    uint64_t size;
    uint64_t alignment;
    uint64_t prefix;
  };
  void assignOffset(Slot &slot);

  llvm::SmallVector<Slot> slots_;
  uint64_t size_ = 0;
};

}  // namespace compiler::passes
