#include "kept_mappings.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <thread>
#include <vector>

namespace {

constexpr uint64_t megabyte = uint64_t{1} << 20;

std::byte *map(uint64_t size) {
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_NE(memory, MAP_FAILED);
  return static_cast<std::byte *>(memory);
}

/// Returns true if the page at an address of this process is mapped.
bool isMapped(std::byte *address) {
  unsigned char present = 0;
  return mincore(address, 1, &present) == 0;
}

TEST(KeptMappings, GivesBackAMappingOfTheSameSizeAlone) {
  host::KeptMappings kept;
  std::byte *const data = map(megabyte);
  ASSERT_TRUE(kept.store(data, megabyte));
  EXPECT_EQ(kept.take(megabyte / 2, 4096), nullptr);
  EXPECT_EQ(kept.take(megabyte * 2, 4096), nullptr);
  EXPECT_EQ(kept.take(megabyte, 4096), data);
  EXPECT_EQ(kept.take(megabyte, 4096), nullptr) << "it has a new owner";
  munmap(data, megabyte);
}

TEST(KeptMappings, LooksAtTheAlignment) {
  host::KeptMappings kept;
  std::byte *const data = map(megabyte);
  ASSERT_TRUE(kept.store(data + 4096, megabyte - 4096));
  EXPECT_EQ(kept.take(megabyte - 4096, 8192 << 20), nullptr);
  EXPECT_EQ(kept.take(megabyte - 4096, 4096), data + 4096);
  munmap(data, megabyte);
}

TEST(KeptMappings, UnmapsTheOldestBeyondTheNumber) {
  host::KeptMappings kept;
  std::vector<std::byte *> all;
  for (size_t i = 0; i <= host::KeptMappings::most; ++i) {
    all.push_back(map(megabyte));
    ASSERT_TRUE(kept.store(all.back(), megabyte));
  }
  EXPECT_FALSE(isMapped(all[0]));
  EXPECT_TRUE(isMapped(all[1]));
  EXPECT_EQ(kept.take(megabyte, 4096), all.back()) << "the newest comes first";
  munmap(all.back(), megabyte);
}

TEST(KeptMappings, UnmapsTheOldestBeyondTheBytes) {
  host::KeptMappings kept;
  constexpr uint64_t half = host::KeptMappings::mostBytes / 2;
  std::byte *const first = map(half), *const second = map(half), *const third = map(half);
  ASSERT_TRUE(kept.store(first, half));
  ASSERT_TRUE(kept.store(second, half));
  ASSERT_TRUE(kept.store(third, half));
  EXPECT_FALSE(isMapped(first));
  EXPECT_TRUE(isMapped(second));

  const uint64_t tooLarge = host::KeptMappings::mostBytes + 4096;
  std::byte *const large = map(tooLarge);
  EXPECT_FALSE(kept.store(large, tooLarge));
  EXPECT_TRUE(isMapped(second)) << "a refused mapping replaces nothing";
  munmap(large, tooLarge);
}

TEST(KeptMappings, UnmapsAllAtTheEnd) {
  std::byte *const data = map(megabyte);
  {
    host::KeptMappings kept;
    ASSERT_TRUE(kept.store(data, megabyte));
  }
  EXPECT_FALSE(isMapped(data));
}

TEST(KeptMappings, GivesAMappingToOneThreadOnly) {
  host::KeptMappings kept;
  constexpr uint64_t size = 65536;
  const auto work = [&kept](unsigned char mark) {
    for (int i = 0; i < 2000; ++i) {
      std::byte *data = kept.take(size, 4096);
      data = data ? data : map(size);
      std::memset(data, mark, 256);
      for (int k = 0; k < 256; ++k) {
        ASSERT_EQ(data[k], std::byte{mark});
      }
      if (!kept.store(data, size)) {
        munmap(data, size);
      }
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned char mark = 1; mark <= 4; ++mark) {
    threads.emplace_back(work, mark);
  }
}

}  // namespace
