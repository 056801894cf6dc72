// The interface of the fiber oracle to programs with kernels, and between the oracle's parts. One
// launch at a time in a process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" {

enum fibers_order { fibers_forwards, fibers_backwards, fibers_scattered };

struct fibers_launch {
  /// The kernel for one work-item. Its arguments are one word each, pointers as addresses.
  void (*entry)(const uint64_t *arguments);
  const uint64_t *arguments;
  /// Not 0 for an argument in local memory, whose word is then not read.
  const size_t *local_bytes;
  size_t argument_count;
  size_t global[3], local[3], offset[3];
  unsigned dimensions;
  /// Work-items of a sub-group, the last of a group may have less; 0: the group is one.
  unsigned sub_group_size;
  fibers_order order;
  /// The initial value of the bytes of local arguments, in each group.
  uint8_t scribble;
  /// An extension: barriers are then for the work-items that have not ended.
  bool may_end_before_barriers;
};

/// Null, or the kernel's error; its results mean nothing then.
const char *fibers_run(const fibers_launch *launch);
}

namespace fibers {

/// Whom a work-item waits for.
enum class Scope { group, subGroup };

/// The current work-item stands at the barrier named by `site`.
void wait(const void *site, Scope scope);

struct Operands {
  std::vector<uint64_t> values;  // of the work-items that have not ended, in their order
  size_t own = 0;                // the index of the current work-item's operand
};

/// The operands of all work-items of the scope in the call at `site`.
Operands exchange(const void *site, Scope scope, uint64_t operand);

/// The local linear id of a work-item.
size_t linearId(size_t x, size_t y, size_t z);

}  // namespace fibers
