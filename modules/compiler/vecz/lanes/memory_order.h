// Computes with structures as they lie in memory.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace compiler::vecz {

/// Where the members of interleaved loads lie in memory. Kernels often do the same to all members:
///
///   float4 v = in[i]; out[i] = 2 * v;     in four vectors of x, y, z and w, or in four of xyzw
///   xyzw …
///
/// In the order of memory no shuffle is needed, neither for the load nor for the store. The
/// members' own vectors exist as well; unused ones go as dead code.
class MemoryOrder {
 public:
  using Vectors = llvm::SmallVector<llvm::Value *>;

  /// Notes a loaded group: `members` has a vector for each position of the structure, one lane per
  /// structure, and `parts` as many vectors with the same elements in their order in memory.
  void add(llvm::ArrayRef<llvm::Value *> members, llvm::ArrayRef<llvm::Value *> parts);

  /// The parts of members that are computed alike, emitted at the builder's place: from noted ones,
  /// uniform values, and values of a lane that all members share. Empty if they are not, if a value
  /// in between has other users, or if shuffles for shared values would cost as much.
  Vectors partsOf(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> members) const;

 private:
  struct Place {
    size_t group;
    size_t position;
  };

  /// What a walk over the computation of members has met.
  struct Visit {
    unsigned values = 0;
    unsigned groups = 0;
    unsigned spreads = 0;  ///< values that all members share: a shuffle for each part
  };

  /// Returns true if the parts can be emitted.
  bool areAlike(llvm::ArrayRef<llvm::Value *> members, Visit &visit) const;
  Vectors emit(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> members) const;
  /// Returns true for the members of one noted group, in its order.
  bool isGroup(llvm::ArrayRef<llvm::Value *> members) const;

  llvm::DenseMap<const llvm::Value *, Place> places_;
  llvm::SmallVector<Vectors> groups_;  ///< the parts of each noted group
};

}  // namespace compiler::vecz
