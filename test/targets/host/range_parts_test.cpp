// Parts of a range: each work-group is taken once, from the own part first.
#include "range_parts.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace {

using host::RangeParts;

constexpr uint64_t unlimited = ~uint64_t{0};

// Takes all that is left, beginning with a part, and counts how often each work-group came.
void takeAll(RangeParts &parts, uint32_t part, uint64_t largest, std::vector<int> &taken) {
  uint64_t first = 0, last = 0;
  while (parts.take(part, largest, first, last)) {
    ASSERT_LT(first, last);
    ASSERT_LE(last, taken.size());
    ASSERT_LE(last - first, largest);
    for (; first < last; ++first) {
      ++taken[first];
    }
  }
}

TEST(RangePartsTest, EachWorkGroupIsTakenOnce) {
  for (uint64_t groups : {1, 2, 3, 15, 16, 17, 1000}) {
    for (uint32_t participants : {1, 2, 3, 16, 17, 100}) {
      for (uint64_t largest : {uint64_t{1}, uint64_t{7}, unlimited}) {
        RangeParts parts;
        parts.assign(groups, participants);
        std::vector<int> taken(groups, 0);
        takeAll(parts, parts.count() - 1, largest, taken);
        EXPECT_EQ(taken, std::vector<int>(groups, 1)) << groups << ' ' << participants;
        EXPECT_TRUE(parts.isExhausted());
      }
    }
  }
}

TEST(RangePartsTest, OnePartIsTakenInOrder) {
  RangeParts parts;
  parts.assign(100, 1);
  EXPECT_EQ(parts.count(), 1u);
  uint32_t part = 0;
  uint64_t first = 0, last = 0, expected = 0, length = unlimited;
  while (parts.take(part, unlimited, first, last)) {
    EXPECT_EQ(first, expected);
    EXPECT_LE(last - first, length) << "chunks shrink";
    expected = last;
    length = last - first;
  }
  EXPECT_EQ(expected, 100u);
}

TEST(RangePartsTest, TheOwnPartComesFirst) {
  RangeParts parts;
  parts.assign(90, 3);
  uint32_t part = 1;
  uint64_t first = 0, last = 0, taken = 0;
  for (; taken < 30; taken += last - first) {
    ASSERT_TRUE(parts.take(part, unlimited, first, last));
    EXPECT_GE(first, 30u);
    EXPECT_LE(last, 60u);
  }
  ASSERT_TRUE(parts.take(part, unlimited, first, last));
  EXPECT_EQ(first, 60u) << "the next part follows";
  EXPECT_EQ(part, 2u);
}

TEST(RangePartsTest, ExhaustLeavesNothing) {
  RangeParts parts;
  parts.assign(50, 4);
  EXPECT_FALSE(parts.isExhausted());
  parts.exhaust();
  EXPECT_TRUE(parts.isExhausted());
  uint32_t part = 2;
  uint64_t first = 0, last = 0;
  EXPECT_FALSE(parts.take(part, unlimited, first, last));
  parts.assign(2, 2);
  EXPECT_TRUE(parts.take(part = 0, unlimited, first, last)) << "a new launch starts anew";
}

TEST(RangePartsTest, ThreadsShareTheWorkGroups) {
  constexpr uint32_t threads = 4;
  RangeParts parts;
  parts.assign(100'000, threads);
  std::vector<std::vector<int>> taken(threads, std::vector<int>(100'000, 0));
  std::vector<std::thread> running;
  for (uint32_t i = 0; i < threads; ++i) {
    running.emplace_back([&, i] { takeAll(parts, i, 3, taken[i]); });
  }
  for (std::thread &each : running) {
    each.join();
  }
  for (size_t group = 0; group < taken[0].size(); ++group) {
    int sum = 0;
    for (const std::vector<int> &each : taken) {
      sum += each[group];
    }
    ASSERT_EQ(sum, 1) << group;
  }
}

}  // namespace
