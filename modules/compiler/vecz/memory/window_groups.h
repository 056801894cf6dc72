// Groups accesses whose elements may lie in one contiguous window.
#pragma once

#include <memory>

#include "vecz/analysis/linear_address.h"
#include "vecz/memory/memory_emitter.h"

namespace compiler::vecz {

/// Loads or stores of one block that are done together. The pointers vary, but have patterns
/// (lane_patterns.h), and one root.
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

/// In the order of the function, without a step and without vectors. What later members of a group
/// of loads need moves up to the first.
llvm::SmallVector<std::unique_ptr<WindowGroup>> findWindowGroups(llvm::Function &function,
                                                                 const LaneValues &values);

}  // namespace compiler::vecz
