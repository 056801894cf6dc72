#include "arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

namespace host {

namespace {

/// Vectors of which the first lanes are masked out may begin before the arena: a[l - 1] of what
/// lies at its start. Nothing is read there, but if there is no page, and be it one that was never
/// written, processors take hundreds of cycles each time to see that none is needed.
constexpr uint64_t margin = 4096;

}  // namespace

bool Arena::reserve(uint64_t size) {
  constexpr uint64_t smallest = uint64_t{64} << 10, hugePage = uint64_t{2} << 20;
  if (size <= size_) {
    return true;
  }
  if (size > uint64_t{1} << 46) {
    return false;
  }
  release();
  uint64_t wanted = size <= hugePage ? std::max(smallest, std::bit_ceil(size))
                                     : (size + hugePage - 1) & ~(hugePage - 1);
  void *memory = mmap(nullptr, margin + wanted, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return false;
  }
  if (wanted > hugePage) {
    madvise(memory, margin + wanted, MADV_HUGEPAGE);
  }
  *static_cast<volatile std::byte *>(memory) = std::byte{0};
  data_ = static_cast<std::byte *>(memory) + margin;
  size_ = wanted;
  return true;
}

void Arena::release() {
  if (data_) {
    munmap(data_ - margin, margin + size_);
    data_ = nullptr;
    size_ = 0;
  }
}

}  // namespace host
