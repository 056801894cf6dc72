// Implements the set of mappings that wait for a new owner (kept_mappings.h).
#include "kept_mappings.h"

#include <sys/mman.h>

#include <algorithm>

namespace host {

KeptMappings::~KeptMappings() {
  while (count_ != 0) {
    const Mapping mapping = remove(count_ - 1);
    munmap(mapping.data, mapping.size);
  }
}

// The newest mapping comes first: its pages are most likely in the processor's caches.
std::byte *KeptMappings::take(uint64_t size, uint64_t alignment) {
  std::unique_lock lock(mutex_, std::try_to_lock);
  for (size_t i = lock ? count_ : 0; i-- != 0;) {
    const bool isAligned = (reinterpret_cast<uintptr_t>(mappings_[i].data) & (alignment - 1)) == 0;
    if (mappings_[i].size == size && isAligned) {
      return remove(i).data;
    }
  }
  return nullptr;
}

bool KeptMappings::store(std::byte *data, uint64_t size) {
  std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || size > mostBytes) {
    return false;
  }
  while (count_ == most || bytes_ + size > mostBytes) {
    const Mapping oldest = remove(0);
    munmap(oldest.data, oldest.size);
  }
  mappings_[count_++] = {data, size};
  bytes_ += size;
  return true;
}

KeptMappings::Mapping KeptMappings::remove(size_t index) {
  const Mapping mapping = mappings_[index];
  std::move(mappings_.begin() + index + 1, mappings_.begin() + count_, mappings_.begin() + index);
  --count_;
  bytes_ -= mapping.size;
  return mapping;
}

}  // namespace host
