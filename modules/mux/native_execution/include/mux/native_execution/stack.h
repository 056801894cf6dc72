// Stacks for kernels: workers run on them, and so do application threads helping during a wait.
//
// An application's thread may have a stack of a few pages; kernels expect usableSize bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mux/target_support/sync.h"

namespace mux::native {

/// A reserved range of addresses with a guard page at its low end. The kernel commits pages on use.
class Stack {
 public:
  static constexpr size_t usableSize = size_t{8} << 20;

  Stack() = default;
  ~Stack();
  Stack(Stack &&other) noexcept : memory_(other.memory_) { other.memory_ = nullptr; }
  Stack &operator=(Stack &&other) noexcept;

  /// An empty Stack if there is no memory.
  static Stack allocate();

  explicit operator bool() const { return memory_ != nullptr; }
  std::byte *low() const { return memory_ + guardSize; }
  std::byte *top() const { return low() + usableSize; }

 private:
  static constexpr size_t guardSize = size_t{64} << 10;  // covers any page size
  std::byte *memory_ = nullptr;
};

/// Calls function(argument) on the stack ending at `top`, and returns to the present stack.
void callOnStack(void (*function)(void *), void *argument, std::byte *top);

/// Keeps the stacks of helping threads from one wait to the next. Thread-safe.
class StackPool {
 public:
  Stack acquire();
  void release(Stack stack);

 private:
  static constexpr size_t keptStacks = 16;
  SpinMutex mutex_;
  std::vector<Stack> stacks_;
};

}  // namespace mux::native
