// Allocates ranges of device memory: first fit; a freed range merges with its free neighbours.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace hal::inprocess {

/// Addresses from `base` to `base + size`. Not thread-safe. May throw std::bad_alloc, changing
/// nothing.
class Allocator {
 public:
  Allocator(uint64_t base, uint64_t size) : base_(base), end_(base + size) {}

  /// `size` > 0; `alignment` is a power of two. Empty if no gap is large enough.
  std::optional<uint64_t> allocate(uint64_t size, uint64_t alignment);
  /// Bytes that became free; 0 if there is no allocation at `address`.
  uint64_t release(uint64_t address);
  /// Whether [address, address + size) lies inside of one allocation.
  bool contains(uint64_t address, uint64_t size) const;

 private:
  uint64_t base_, end_;
  std::map<uint64_t, uint64_t> taken_;  // from address to size; what is not here is free
};

}  // namespace hal::inprocess
