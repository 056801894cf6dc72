// Allocates ranges of a device's address space, without ever touching the memory itself.
#pragma once

#include <cstdint>
#include <map>

namespace hal::process {

/// First fit. Not thread-safe.
class RangeAllocator {
 public:
  /// Addresses [begin, end); begin is not 0.
  RangeAllocator(uint64_t begin, uint64_t end);

  /// 0 if there is no room. `alignment` is a power of two, `size` at least 1.
  uint64_t allocate(uint64_t size, uint64_t alignment);
  /// The size it was allocated with, or 0 (and nothing happens) if nothing was allocated there.
  uint64_t release(uint64_t address);

  /// Whether [address, address + size) lies inside of one allocation.
  bool contains(uint64_t address, uint64_t size) const;

 private:
  void addFree(uint64_t begin, uint64_t end);

  std::map<uint64_t, uint64_t> free_;  ///< begin to end; no two touch
  std::map<uint64_t, uint64_t> used_;  ///< begin to size
};

}  // namespace hal::process
