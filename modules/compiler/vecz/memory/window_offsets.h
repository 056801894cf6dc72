// Computes the offsets of the lanes' elements in a contiguous window.
#pragma once

#include "vecz/lanes/lane_patterns.h"
#include "vecz/memory/window_groups.h"

namespace compiler::vecz {

/// Of one group, emitted at the builder's place. All that it gives is true where the patterns'
/// condition holds; what is of the window, where isWithin() holds, too. Elements of a window are
/// numbered from 0.
class WindowOffsets {
 public:
  WindowOffsets(const WindowGroup &group, LaneValues &values, LanePatterns &patterns);

  /// Of lane 0's element of a member.
  llvm::Value *address(size_t member);
  /// Whether lanes access what is `step` bytes apart, a multiple of the elements' size: an i1.
  llvm::Value *isStepped(size_t member, int64_t step);

  /// Whether all lanes of all members access elements of the window: an i1.
  llvm::Value *isWithin();
  /// The same, and that no two access one.
  llvm::Value *isWithinApart();
  /// Of one of the window's vectors.
  llvm::Value *windowAddress(unsigned vector);
  /// Of each lane's element.
  llvm::Value *numbers(size_t member);
  /// A bit for each element that a lane of the mask (null: any) accesses: an integer.
  llvm::Value *touched(size_t member, llvm::Value *mask);
  llvm::Value *touched(llvm::Value *mask);
  /// Bit by bit of the lanes' numbers: the elements that lanes access in whose number it is set.
  llvm::SmallVector<llvm::Value *> lanesByBits();
  /// The bits of one of the window's vectors, as a mask of its elements.
  llvm::Value *maskOf(llvm::Value *bits, unsigned vector);

 private:
  /// What lanes are apart from lane 0, in elements. Members that differ by uniform values share it.
  struct Spread {
    using Part = std::pair<llvm::Value *, int64_t>;
    llvm::SmallVector<Part, 2> parts;  ///< vectors, and how many elements each of their units is
    llvm::Value *elements;
    Extremes extremes;
    llvm::Value *bits = nullptr;     ///< of each lane the bit of its element, from the least
    llvm::Value *touched = nullptr;  ///< by all lanes
    llvm::SmallVector<llvm::Value *> lanesByBits = {};
  };
  struct Place {
    llvm::Value *first;  ///< of lane 0, in bytes behind the root
    llvm::Value *start;  ///< the same where strided values begin at 0
    size_t spread;
    llvm::Value *apart = nullptr;  ///< from the first member's, in elements; i32
  };

  unsigned count() const { return group_.vectors * width_; }
  llvm::IntegerType *bitsType();
  llvm::Value *splat(llvm::Value *scalar);
  Place placeOf(const LinearAddress &address);
  size_t spreadOf(llvm::ArrayRef<Spread::Part> parts);
  void measure(Spread &spread);
  void findApart(size_t member);
  llvm::Value *bitsOf(Spread &spread);
  llvm::Value *inWindow(llvm::Value *bits, size_t member);

  const WindowGroup &group_;
  LaneValues &values_;
  LanePatterns &patterns_;
  llvm::IRBuilder<> &builder_;
  unsigned width_;
  llvm::Value *root_;
  llvm::IntegerType *index_;
  llvm::SmallVector<Spread, 2> spreads_;
  llvm::SmallVector<Place, 4> places_;
  llvm::SmallVector<llvm::Value *> conditions_;  ///< of the window
  llvm::Value *least_ = nullptr;                 ///< the window's, from the first member's lane 0
};

}  // namespace compiler::vecz
