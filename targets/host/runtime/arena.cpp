#include "arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

namespace host {

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
  void *memory = mmap(nullptr, wanted, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return false;
  }
  if (wanted > hugePage) {
    madvise(memory, wanted, MADV_HUGEPAGE);
  }
  data_ = static_cast<std::byte *>(memory);
  size_ = wanted;
  return true;
}

void Arena::release() {
  if (data_) {
    munmap(data_, size_);
    data_ = nullptr;
    size_ = 0;
  }
}

}  // namespace host
