// Groups accesses whose elements may lie in one contiguous window.
#pragma once

#include <memory>

#include "vecz/analysis/linear_address.h"
#include "vecz/lanes/lane_patterns.h"
#include "vecz/memory/memory_emitter.h"

namespace compiler::vecz {

/// Loads or stores of one block that are done together. Their pointers vary between lanes, have
/// patterns (lane_patterns.h), and share a uniform root.
///
/// The two loads of a compare-and-exchange, of a[i] and a[i ^ j], are an example, and so are its
/// two stores. If i steps by one from lane to lane, each SIMD group accesses the same few vectors
/// for both.
struct WindowGroup {
  /// One access, with its address as an affine expression of values with patterns.
  struct Member {
    llvm::Instruction *instruction;
    LinearAddress address;
  };

  /// The common properties. The alignment is the least one; `element` is the same for all members.
  Access access;
  /// Bytes of an element. The scales of all members, and the differences of their offsets, are
  /// multiples of it.
  int64_t size;
  /// In program order, at most 4.
  llvm::SmallVector<Member, 4> members;
  /// The probable distance of neighbouring lanes' elements, in bytes; nothing if there is no guess.
  /// Set by planWindows().
  std::optional<int64_t> step;
  /// The vectors of the window, a power of 2. Set by planWindows().
  unsigned vectors;

  /// The member at which the whole group is emitted: loads at the first, stores at the last.
  const llvm::Instruction *place() const {
    return access.isLoad ? members.front().instruction : members.back().instruction;
  }
};

/// Returns true if lanes of a load or store with this address may lie in a window: the address is a
/// uniform root plus patterns (lane_patterns.h) that reorder neighbours, and elements fill vectors.
bool hasPatterns(const llvm::Instruction &access, const LinearAddress &address,
                 const LaneShapes &shapes);
/// The greatest distance between two lanes' addresses, in bytes; nothing if it is unknown at
/// compile time. It is the sum of the reaches of all terms.
std::optional<uint64_t> reachOf(const LinearAddress &address, const LaneShapes &shapes);

/// Finds the groups, in the order of the function. Steps and vectors are not set yet.
///
/// The address computations of a load move up in front of the first member of its group. Nothing
/// else changes, and no new values arise, so the shapes of `values` stay valid. Profitability is
/// not judged.
llvm::SmallVector<std::unique_ptr<WindowGroup>> findWindowGroups(llvm::Function &function,
                                                                 const LaneValues &values);

}  // namespace compiler::vecz
