// First fit over a map of free ranges. Two free ranges never touch, so an application that frees
// everything finds one range again:
//
//   free_   [a, b)      [c, d)          release [b, c)  ->  [a, d)
#include "range_allocator.h"

#include <iterator>

namespace hal::process {

RangeAllocator::RangeAllocator(uint64_t begin, uint64_t end) {
  free_.emplace(begin, end);
}

// Splits the first range that fits: the padding before and the rest behind stay free.
uint64_t RangeAllocator::allocate(uint64_t size, uint64_t alignment) {
  for (auto it = free_.begin(); it != free_.end(); ++it) {
    const auto [begin, end] = *it;
    const uint64_t padding = (0 - begin) & (alignment - 1);
    if (padding > end - begin || size > end - begin - padding) {
      continue;
    }
    const uint64_t address = begin + padding;
    free_.erase(it);
    if (padding) {
      free_.emplace(begin, address);
    }
    if (address + size < end) {
      free_.emplace(address + size, end);
    }
    used_.emplace(address, size);
    return address;
  }
  return 0;
}

uint64_t RangeAllocator::release(uint64_t address) {
  const auto it = used_.find(address);
  if (it == used_.end()) {
    return 0;
  }
  const uint64_t size = it->second;
  used_.erase(it);
  addFree(address, address + size);
  return size;
}

bool RangeAllocator::contains(uint64_t address, uint64_t size) const {
  auto it = used_.upper_bound(address);
  if (it == used_.begin()) {
    return false;
  }
  --it;
  const uint64_t offset = address - it->first;
  return offset <= it->second && size <= it->second - offset;
}

// Joins with the range behind first, then with the one in front.
void RangeAllocator::addFree(uint64_t begin, uint64_t end) {
  auto next = free_.upper_bound(begin);
  if (next != free_.end() && next->first == end) {
    end = next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto before = std::prev(next);
    if (before->second == begin) {
      before->second = end;
      return;
    }
  }
  free_.emplace(begin, end);
}

}  // namespace hal::process
