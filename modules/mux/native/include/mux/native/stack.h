// Stacks of the driver: workers run on them, and threads that help while they wait.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mux/util/sync.h"

namespace mux::native {

/// Reserved address space with a guard page at its low end; pages are committed on use.
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

/// Calls function(argument) on the stack that ends at `top` and comes back.
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
