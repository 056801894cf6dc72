// Stacks for kernels: workers run on them, and so do application threads helping during a wait.
//
// An application's thread may have a stack of a few pages; kernels expect usableSize bytes.
//
//   low address   | guard, no access | usableSize bytes | top
//
// The host's workers have a stack for their lifetime. Helping threads lease one from a StackPool.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/spin_mutex.h"

namespace mux::native {

/// A reserved range of addresses with a guard page at its low end.
///
/// The operating system commits pages on use, so an unused stack costs address space only. Movable,
/// not copyable. An overflow hits the guard page and ends in a SIGSEGV instead of damaging other
/// memory.
class Stack {
 public:
  /// Bytes for kernels. Large private arrays are in the frame, so 8 MiB are plenty.
  static constexpr size_t usableSize = size_t{8} << 20;

  /// An empty stack.
  Stack() = default;
  /// Unmaps the stack. Nothing runs on it.
  ~Stack();
  /// Takes over the memory; `other` is empty then.
  Stack(Stack &&other) noexcept : memory_(other.memory_) { other.memory_ = nullptr; }
  Stack &operator=(Stack &&other) noexcept;

  /// Returns a new stack, or an empty one if there is no memory. Thread-safe. Costs two system
  /// calls, so short-lived users go through a StackPool.
  static Stack allocate();

  /// Returns true if it is no empty stack.
  explicit operator bool() const { return memory_ != nullptr; }
  /// The lowest usable address, and the end. Precondition: not empty.
  std::byte *low() const { return memory_ + guardSize; }
  std::byte *top() const { return low() + usableSize; }

 private:
  // Bytes of the guard; covers any page size.
  static constexpr size_t guardSize = size_t{64} << 10;
  // The guard's first byte; null for an empty stack.
  std::byte *memory_ = nullptr;
};

/// Calls function(argument) on the stack ending at `top`, and returns to the present stack.
///
/// `top` is 16-byte aligned. `function` does not throw. Debuggers see both stacks as one backtrace.
/// The stack below `top` is used by nobody else. Two calls on one stack may not overlap.
void callOnStack(void (*function)(void *), void *argument, std::byte *top);

/// Stores the stacks of helping threads from one wait to the next, so that a short wait maps and
/// unmaps nothing. Thread-safe.
class StackPool {
 public:
  /// Returns a stored stack, or a new one; an empty one if there is no memory. The caller owns it,
  /// and gives it back by release().
  Stack acquire();
  /// Stores a stack for the next caller, or unmaps it if the pool is full. Nothing runs on it. Its
  /// content stays, so kernels cannot rely on zeros.
  void release(Stack stack);

 private:
  // The largest number of stored stacks.
  static constexpr size_t keptStacks = 16;
  // Guards the list.
  support::SpinMutex mutex_;
  // Free stacks, the last released one at the end: it is likely still in the cache.
  std::vector<Stack> stacks_;
};

}  // namespace mux::native
