// Allocates ranges of device memory: first fit; a freed range merges with its free neighbours.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace hal::inprocess {

/// Manages the addresses from `base` to `base + size`; everything outside of an allocation is free.
///
/// Not thread-safe. May throw std::bad_alloc, changing nothing.
class Allocator {
 public:
  /// Everything is free at first. `base` + `size` does not overflow.
  Allocator(uint64_t base, uint64_t size) : base_(base), end_(base + size) {}

  /// Returns the first address with room for `size` > 0 bytes at a multiple of `alignment`, a power
  /// of two. Nothing if no gap is large enough.
  ///
  /// The alignment is that of the address itself, not of its offset from the base. A size of 0 gets
  /// nothing.
  std::optional<uint64_t> allocate(uint64_t size, uint64_t alignment);
  /// Frees the allocation at `address` and returns its bytes.
  ///
  /// Returns 0, and changes nothing, for any other address: a HAL's caller may be wrong.
  uint64_t release(uint64_t address);
  /// Returns true if [address, address + size) lies inside of one allocation. A range over two
  /// neighbouring allocations is a mistake of the caller, although its bytes exist.
  bool contains(uint64_t address, uint64_t size) const;

 private:
  // The managed addresses.
  uint64_t base_, end_;
  // Allocations, from address to size. They do not overlap; the gaps between them are free.
  std::map<uint64_t, uint64_t> taken_;
};

}  // namespace hal::inprocess
