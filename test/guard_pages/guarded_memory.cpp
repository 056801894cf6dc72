#include "guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace guards {

namespace {

constexpr std::byte pattern{0xA5};

size_t pageSize() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

[[noreturn]] void fail(const char *what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

GuardedMemory::GuardedMemory(size_t size, Side side) : size_(size) {
  const size_t page = pageSize();
  const size_t room = (size + page - 1) / page * page;
  mapSize_ = room + 2 * page;
  void *map = mmap(nullptr, mapSize_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED) {
    fail("mmap");
  }
  map_ = static_cast<std::byte *>(map);
  range_ = map_ + page + (side == Side::end ? room - size : 0);
  protect(Access::readWrite);
  std::fill(map_ + page, map_ + page + room, pattern);
}

GuardedMemory::~GuardedMemory() {
  munmap(map_, mapSize_);
}

void GuardedMemory::protect(Access access) {
  const int protection = access == Access::none   ? PROT_NONE
                         : access == Access::read ? PROT_READ
                                                  : PROT_READ | PROT_WRITE;
  if (mprotect(map_ + pageSize(), mapSize_ - 2 * pageSize(), protection) != 0) {
    fail("mprotect");
  }
}

bool GuardedMemory::isPaddingWhole() const {
  const std::byte *begin = map_ + pageSize();
  const std::byte *end = map_ + mapSize_ - pageSize();
  const auto isPattern = [](std::byte byte) { return byte == pattern; };
  return std::all_of(begin, static_cast<const std::byte *>(range_), isPattern) &&
         std::all_of(static_cast<const std::byte *>(range_) + size_, end, isPattern);
}

}  // namespace guards
