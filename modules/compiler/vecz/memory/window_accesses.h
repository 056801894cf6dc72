// Widens accesses in a permuted order by accesses of a contiguous window and a permutation.
#pragma once

#include "vecz/memory/interleave.h"
#include "vecz/memory/window_groups.h"

namespace compiler::vecz {

/// The profitable window groups of a linearised function, and their emission. A group needs masked
/// accesses and permutations of the target; without them the object stays empty.
///
/// Interleaved groups have strided pointers and window groups varying ones, so no access is in
/// both.
class WindowAccesses {
 public:
  /// Finds the groups, and may move address computations up within their blocks. `groups` emits the
  /// evenly stepping version of a group. All references have to outlive the object.
  WindowAccesses(llvm::Function &function, LaneValues &values, MemoryEmitter &emitter,
                 AccessGroups &groups, const llvm::TargetTransformInfo &target);

  /// The group of a load or store, or null. Owned by this object.
  const WindowGroup *find(const llvm::Instruction *access) const { return groups_.lookup(access); }
  /// Emits all accesses of a group under the LaneValues' mask. To be called when the group's
  /// place() is widened, and not for the other members.
  void widen(const WindowGroup &group);

 private:
  /// Sets the group's step and number of vectors, and keeps it if it pays. A function has at most
  /// 16 groups, since the code of each has three versions.
  void add(std::unique_ptr<WindowGroup> group);
  /// Compares the masked accesses and permutations of a window with gathers or scatters of all
  /// members.
  bool pays(const WindowGroup &group) const;
  /// The greatest distance between the addresses of two elements of the group, in bytes; nothing if
  /// it is unknown at compile time.
  std::optional<uint64_t> reachOf(const WindowGroup &group) const;

  LaneValues &values_;
  MemoryEmitter &emitter_;
  AccessGroups &strided_;
  /// Asked for masked accesses, permutations and their costs.
  const llvm::TargetTransformInfo &target_;
  /// `groups_` has an entry for each member, so it cannot own the groups.
  llvm::SmallVector<std::unique_ptr<WindowGroup>> owned_;
  llvm::DenseMap<const llvm::Instruction *, const WindowGroup *> groups_;
};

}  // namespace compiler::vecz
