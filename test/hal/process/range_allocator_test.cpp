#include "range_allocator.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace {

using hal::process::RangeAllocator;

TEST(RangeAllocator, FillsAndRefillsTheWholeRange) {
  RangeAllocator ranges(4096, 4096 + 1024);
  for (int round = 0; round < 2; ++round) {
    for (uint64_t i = 0; i < 8; ++i) {
      EXPECT_EQ(ranges.allocate(128, 128), 4096 + i * 128);
    }
    EXPECT_EQ(ranges.allocate(1, 1), 0u);
    for (uint64_t i : {3, 1, 2, 7, 0, 6, 4, 5}) {
      EXPECT_EQ(ranges.release(4096 + i * 128), 128u);
    }
  }
  EXPECT_EQ(ranges.allocate(1024, 4096), 4096u);
}

TEST(RangeAllocator, KeepsAlignmentsAndBounds) {
  RangeAllocator ranges(1, 1000);
  EXPECT_EQ(ranges.allocate(10, 512), 512u);
  EXPECT_EQ(ranges.allocate(500, 512), 0u);
  EXPECT_EQ(ranges.allocate(1, 2048), 0u);
  EXPECT_EQ(ranges.allocate(~uint64_t{0}, 1), 0u);
  EXPECT_EQ(ranges.allocate(511, 1), 1u);
  EXPECT_TRUE(ranges.contains(512, 10));
  EXPECT_TRUE(ranges.contains(515, 7));
  EXPECT_FALSE(ranges.contains(515, 8));
  EXPECT_FALSE(ranges.contains(515, ~uint64_t{0}));
  EXPECT_FALSE(ranges.contains(600, 1));
  EXPECT_EQ(ranges.release(513), 0u);
}

TEST(RangeAllocator, RandomUseNeverOverlaps) {
  std::mt19937_64 random(7);
  RangeAllocator ranges(64, 1 << 16);
  std::map<uint64_t, uint64_t> used;
  for (int i = 0; i < 20000; ++i) {
    if (random() % 2 == 0 && !used.empty()) {
      auto it = used.lower_bound(random() % (1 << 16));
      it = it == used.end() ? used.begin() : it;
      EXPECT_EQ(ranges.release(it->first), it->second);
      used.erase(it);
      continue;
    }
    const uint64_t size = random() % 2000 + 1, alignment = uint64_t{1} << random() % 9;
    const uint64_t address = ranges.allocate(size, alignment);
    if (address == 0) {
      continue;
    }
    EXPECT_EQ(address % alignment, 0u);
    const auto next = used.lower_bound(address);
    EXPECT_TRUE(next == used.end() || address + size <= next->first);
    EXPECT_TRUE(next == used.begin() ||
                std::prev(next)->first + std::prev(next)->second <= address);
    used.emplace(address, size);
  }
  for (const auto &[address, size] : used) {
    EXPECT_EQ(ranges.release(address), size);
  }
  EXPECT_EQ(ranges.allocate((1 << 16) - 64, 1), 64u) << "all of it is one range again";
}

}  // namespace
