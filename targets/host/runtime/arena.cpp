// Arenas are anonymous mappings, so untouched pages cost nothing.
//
// Small ones double in size, from 64 KiB on. From 2 MiB on the size is a multiple of a huge page,
// and the system is asked for huge pages: a work-group walks over its whole frame for each region,
// and would miss the TLB on every page.
#include "arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

namespace host {

namespace {

/// Bytes in front of the arena with a readable page.
///
/// A vector access with its first lanes masked out may begin before the arena: for example a[l - 1]
/// of an array at its start. No byte is read there. On a page that is not mapped, or was never
/// written, processors take hundreds of cycles each time to find this out.
constexpr uint64_t margin = 4096;

}  // namespace

// The first page, in front of data_, is written once for the same reason. Sizes above 64 TiB fail
// early, so that no sum can overflow.
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
