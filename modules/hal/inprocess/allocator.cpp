// Only allocations are recorded, the gaps between them are free. So freed neighbours merge by
// themselves.
#include "allocator.h"

namespace hal::inprocess {

// Walks over the gaps in the order of addresses.
std::optional<uint64_t> Allocator::allocate(uint64_t size, uint64_t alignment) {
  if (size == 0 || size > end_ - base_) {
    return std::nullopt;
  }
  // Start of the current gap.
  uint64_t start = base_;
  for (auto next = taken_.begin();; ++next) {
    const uint64_t end = next == taken_.end() ? end_ : next->first;
    const uint64_t aligned = (start + alignment - 1) & ~(alignment - 1);
    if (aligned >= start && aligned <= end && size <= end - aligned) {
      taken_.emplace_hint(next, aligned, size);
      return aligned;
    }
    if (next == taken_.end()) {
      return std::nullopt;
    }
    start = next->first + next->second;
  }
}

uint64_t Allocator::release(uint64_t address) {
  const auto found = taken_.find(address);
  if (found == taken_.end()) {
    return 0;
  }
  const uint64_t size = found->second;
  taken_.erase(found);
  return size;
}

bool Allocator::contains(uint64_t address, uint64_t size) const {
  auto next = taken_.upper_bound(address);
  if (next == taken_.begin()) {
    return false;
  }
  const auto &[start, length] = *--next;
  return address - start <= length && size <= length - (address - start);
}

}  // namespace hal::inprocess
