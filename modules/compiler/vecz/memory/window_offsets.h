// Computes the offsets of the lanes' elements in a contiguous window.
#pragma once

#include "vecz/lanes/lane_patterns.h"
#include "vecz/memory/window_groups.h"

namespace compiler::vecz {

/// The offsets of one group, emitted at the builder's place when they are asked for.
///
/// Every result is valid only where the condition of the patterns (LanePatterns::condition) holds,
/// and the results about the window only where isWithin() holds, too. The elements of a window are
/// numbered from 0, at the lowest element that a lane accesses. `member` is an index into the
/// group's members.
///
/// For a load of a[i ^ 2] and a[i] by 8 lanes with i = 16 … 23:
///
///    address(0) = &a[18]               lane 0's element of the first member;
///    numbers(0) = 2 3 0 1 6 7 4 5      the window begins at a[16];
///    numbers(1) = 0 1 2 3 4 5 6 7;
///    touched(null) = 0b11111111        all 8 elements, each by two members;
///    isWithin() = true, isWithinApart() = false
///
/// Distances, numbers and the bitmaps of all lanes depend on uniform values alone. LICM moves them
/// out of the loop over SIMD groups.
class WindowOffsets {
 public:
  /// Emits the distances of all lanes and members, and adds conditions to `patterns`. All
  /// references have to outlive the object.
  WindowOffsets(const WindowGroup &group, LaneValues &values, LanePatterns &patterns);

  /// The address of lane 0's element. Each SIMD group computes it, as a scalar.
  llvm::Value *address(size_t member);
  /// An i1: the lanes' elements lie `step` bytes apart. `step` is a multiple of the elements' size.
  llvm::Value *isStepped(size_t member, int64_t step);

  /// An i1: all lanes of all members, active or not, access elements of the window. Never poison.
  llvm::Value *isWithin();
  /// The same, and no two lanes or members access the same element. Needed for stores.
  llvm::Value *isWithinApart();
  /// The address of the window's vector with this number.
  llvm::Value *windowAddress(unsigned vector);
  /// The number of each lane's element, a vector of i32. Below the window's count of elements for
  /// active lanes.
  llvm::Value *numbers(size_t member);
  /// A bitmap of the window: an integer with a bit for each element that a lane in `mask` (null:
  /// any lane) accesses.
  llvm::Value *touched(size_t member, llvm::Value *mask);
  /// The same of all members.
  llvm::Value *touched(llvm::Value *mask);
  /// The k-th entry is the bitmap of the elements of lanes with bit k set in their number. Together
  /// they give each element's lane: 8 lanes need 3 bitmaps, where a vector of lanes would need an
  /// entry per element and a scatter to fill it.
  llvm::SmallVector<llvm::Value *> lanesByBits();
  /// The bits of one of the window's vectors, as a mask of its elements (<width x i1>). `bits` is a
  /// result of touched(), or an entry of lanesByBits().
  llvm::Value *maskOf(llvm::Value *bits, unsigned vector);

 private:
  /// The distances of the lanes' elements from lane 0's, in elements. Members whose addresses
  /// differ by uniform values share a spread, so that the vectors are computed once.
  struct Spread {
    /// A vector of distances, and the elements per unit of it.
    using Term = std::pair<llvm::Value *, int64_t>;
    llvm::SmallVector<Term, 2> terms;
    llvm::Value *elements;           ///< the sum of the terms, a vector of i32
    Extremes extremes;               ///< the least and the greatest of `elements`
    llvm::Value *bits = nullptr;     ///< each lane's bit: 1 << (element - least)
    llvm::Value *touched = nullptr;  ///< the bits of all lanes
    llvm::SmallVector<llvm::Value *> lanesByBits = {};
  };
  /// A member's location: lane 0's element, and the distance from the first member's.
  struct Place {
    llvm::Value *first;            ///< lane 0's element, in bytes behind the root
    llvm::Value *start;            ///< the same in a SIMD group whose strided values begin at 0
    size_t spread;                 ///< index in spreads_
    llvm::Value *apart = nullptr;  ///< elements from the first member's lane 0, an i32
  };

  /// The elements of the window.
  unsigned count() const { return group_.vectors * width_; }
  /// The integer of a bitmap: at least 32 bits, with a bit for each element.
  llvm::IntegerType *bitsType();
  llvm::Value *splat(llvm::Value *scalar);
  /// The steps of the constructor, described at their definitions.
  Place placeOf(const LinearAddress &address);
  size_t spreadOf(llvm::ArrayRef<Spread::Term> terms);
  void measure(Spread &spread);
  void findApart(size_t member);
  /// Bitmaps of a spread, and their place in the window, described at their definitions.
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
  llvm::SmallVector<llvm::Value *> conditions_;  ///< further conditions of isWithin()
  /// The window's first element, counted from the first member's lane 0.
  llvm::Value *least_ = nullptr;
};

}  // namespace compiler::vecz
