// Lays out the slots of one work-item in the work-group's frame.
#pragma once

#include <cstdint>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Alignment.h"

namespace compiler::passes {

/// What lives across barriers, one slot each. A slot is an array over the work-items of the
/// group, so that vectors of work-items find their values side by side: for n work-items,
/// rounded up to itemMultiple, the slot of work-item i is at
///   frame + prefix * n + i * size
/// where prefix is the sum of the sizes of the slots before. Slots are sorted by alignment.
class WorkItemFrame {
 public:
  static constexpr uint64_t itemMultiple = 16;
  static constexpr uint64_t maxAlignment = 128;

  /// Before layOut(). Returns the slot's number.
  unsigned add(uint64_t size, llvm::Align alignment);
  /// Places all slots.
  void layOut();
  /// After layOut(): one more slot, behind the others.
  unsigned append(uint64_t size, llvm::Align alignment);

  /// The address of the running work-item's slot.
  llvm::Value *address(llvm::IRBuilder<> &builder, unsigned slot) const;
  /// Bytes for each work-item, a multiple of 8.
  uint64_t itemSize() const { return llvm::alignTo(size_, 8); }

 private:
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
