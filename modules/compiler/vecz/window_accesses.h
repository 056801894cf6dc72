// Accesses of neighbouring elements in an order that the index gives.
#pragma once

#include <memory>

#include "vecz/interleave.h"

namespace compiler::vecz {

/// Loads or stores of one block that are done together. The pointers vary, but have patterns
/// (packet_patterns.h). Loads differ by constants; stores have the root alone in common.
struct WindowGroup {
  struct Member {
    llvm::Instruction *instruction;
    LinearAddress address;
  };

  Access access;
  int64_t size;                          ///< of an element, in bytes
  llvm::SmallVector<Member, 4> members;  ///< in program order
  /// What neighbouring lanes are likely to be apart, in bytes; nothing if that is of no use.
  std::optional<int64_t> step;
  unsigned vectors;  ///< which a window has, a power of 2

  /// Where it is done: loads at the first member, stores at the last.
  const llvm::Instruction *place() const {
    return access.isLoad ? members.front().instruction : members.back().instruction;
  }
};

/// The groups of a linearised function for which the target has what it takes.
class WindowAccesses {
 public:
  WindowAccesses(llvm::Function &function, PacketValues &values, MemoryForms &forms,
                 AccessGroups &groups, const llvm::TargetTransformInfo &target);

  /// The group of a load or store, or null.
  const WindowGroup *find(const llvm::Instruction *access) const { return groups_.lookup(access); }
  /// Emits all of a group's accesses, when its place is widened.
  void widen(const WindowGroup &group);

 private:
  class Emission;

  void add(std::unique_ptr<WindowGroup> group);
  bool pays(const WindowGroup &group) const;
  std::optional<uint64_t> reachOf(const WindowGroup &group) const;

  PacketValues &values_;
  MemoryForms &forms_;
  AccessGroups &strided_;
  const llvm::TargetTransformInfo &target_;
  llvm::SmallVector<std::unique_ptr<WindowGroup>> owned_;
  llvm::DenseMap<const llvm::Instruction *, const WindowGroup *> groups_;
};

}  // namespace compiler::vecz
