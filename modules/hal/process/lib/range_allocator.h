// Allocates ranges of a device's address space, without ever touching the memory itself.
//
// The records lie on the host's side, so a kernel that writes past its buffer cannot damage them.
#pragma once

#include <cstdint>
#include <map>

namespace hal::process {

/// Takes the first free range that fits, from low addresses on. Not thread-safe.
class RangeAllocator {
 public:
  /// Manages the addresses [begin, end). `begin` is not 0, because 0 means "none".
  RangeAllocator(uint64_t begin, uint64_t end);

  /// Returns an address at a multiple of `alignment`, or 0 if there is no room.
  ///
  /// `alignment` is a power of two, `size` at least 1. May throw std::bad_alloc. The same sequence
  /// of calls gives the same addresses in every run.
  uint64_t allocate(uint64_t size, uint64_t alignment);
  /// Frees an allocation and returns its size. Returns 0, and does nothing, for any other address.
  uint64_t release(uint64_t address);

  /// Returns true if [address, address + size) lies inside of one allocation. Looks at allocations
  /// only; a range over two neighbouring ones is outside.
  bool contains(uint64_t address, uint64_t size) const;

 private:
  // Adds a free range and merges it with its free neighbours.
  void addFree(uint64_t begin, uint64_t end);

  // Free ranges, from begin to end. No two touch.
  std::map<uint64_t, uint64_t> free_;
  // Allocations, from begin to size.
  std::map<uint64_t, uint64_t> used_;
};

}  // namespace hal::process
