#include "arena.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

namespace {

/// Returns true if memory is there, without touching it.
bool isPresent(std::byte *address) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  unsigned char present = 0;
  void *start = reinterpret_cast<void *>(reinterpret_cast<uintptr_t>(address) & ~(page - 1));
  return mincore(start, page, &present) == 0 && (present & 1) != 0;
}

TEST(Arena, HasWhatVectorsThatBeginBeforeItNeed) {
  host::Arena arena;
  for (uint64_t size : {uint64_t{1}, uint64_t{100'000}, uint64_t{5} << 20}) {
    ASSERT_TRUE(arena.reserve(size));
    EXPECT_GE(arena.size(), size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(arena.data()) % 128, 0U);
    EXPECT_TRUE(isPresent(arena.data() - 1));
    std::memset(arena.data(), 1, arena.size());
  }
  arena.release();
  EXPECT_EQ(arena.size(), 0U);
}

TEST(Arena, RefusesWhatCannotBe) {
  host::Arena arena;
  EXPECT_FALSE(arena.reserve(~uint64_t{0}));
  EXPECT_FALSE(arena.reserve(uint64_t{1} << 50));
  EXPECT_TRUE(arena.reserve(1));
}

}  // namespace
