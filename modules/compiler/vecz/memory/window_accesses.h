// Widens accesses in a permuted order by accesses of a contiguous window and a permutation.
#pragma once

#include "vecz/memory/interleave.h"
#include "vecz/memory/window_groups.h"

namespace compiler::vecz {

/// Of a function for one work-item: what is behind checks that fail at edges gets no windows.
inline constexpr char plainBoundariesAttribute[] = "kiln-plain-boundaries";

/// The groups of a linearised function for which the target has what it takes.
class WindowAccesses {
 public:
  WindowAccesses(llvm::Function &function, LaneValues &values, MemoryEmitter &emitter,
                 AccessGroups &groups, const llvm::TargetTransformInfo &target);

  /// The group of a load or store, or null.
  const WindowGroup *find(const llvm::Instruction *access) const { return groups_.lookup(access); }
  /// Emits all of a group's accesses, when its place is widened.
  void widen(const WindowGroup &group);

 private:
  void add(std::unique_ptr<WindowGroup> group);
  bool pays(const WindowGroup &group) const;
  std::optional<uint64_t> reachOf(const WindowGroup &group) const;

  LaneValues &values_;
  MemoryEmitter &emitter_;
  AccessGroups &strided_;
  const llvm::TargetTransformInfo &target_;
  llvm::SmallVector<std::unique_ptr<WindowGroup>> owned_;
  llvm::DenseMap<const llvm::Instruction *, const WindowGroup *> groups_;
};

}  // namespace compiler::vecz
