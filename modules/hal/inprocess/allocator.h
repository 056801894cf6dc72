// Which bytes of device memory are taken: first fit, neighbours merge when they become free.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace hal::inprocess {

/// Offsets into `size` bytes. Not thread-safe. May throw std::bad_alloc, changing nothing.
class Allocator {
 public:
  explicit Allocator(uint64_t size) : size_(size) {}

  /// `size` > 0; `alignment` is a power of two. Empty if no gap is large enough.
  std::optional<uint64_t> allocate(uint64_t size, uint64_t alignment);
  /// Bytes that became free; 0 if there is no allocation at `offset`.
  uint64_t release(uint64_t offset);
  /// Whether [offset, offset + size) lies inside of one allocation.
  bool contains(uint64_t offset, uint64_t size) const;

 private:
  const uint64_t size_;
  std::map<uint64_t, uint64_t> taken_;  // from offset to size; what is not here is free
};

}  // namespace hal::inprocess
