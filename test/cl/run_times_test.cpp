// RunTimes: the comparison of two variants' speed.

#include "core/build/run_times.h"

#include <gtest/gtest.h>

namespace {

void addFour(cl::RunTimes &times, uint64_t nanoseconds, uint64_t items) {
  for (int i = 0; i < 4; ++i) {
    times.add(nanoseconds, items);
  }
}

TEST(RunTimes, ComparesTheFastestLaunchOfEach) {
  cl::RunTimes one, other;
  for (const uint64_t time : {900, 110, 400, 500}) {
    one.add(time, 10);
  }
  other.add(5000, 10);
  EXPECT_FALSE(one.isSlowerThan(other)) << "of one launch that was slow";
  other.add(100, 10);
  EXPECT_TRUE(one.isSlowerThan(other));
  EXPECT_FALSE(other.isSlowerThan(one));
  EXPECT_EQ(one.total(), 1910u);
}

TEST(RunTimes, NeedsSomeLaunches) {
  cl::RunTimes one, other;
  EXPECT_FALSE(one.isSlowerThan(other));
  for (int i = 0; i < 3; ++i) {
    one.add(100, 1);
  }
  other.add(10, 1);
  EXPECT_FALSE(one.isSlowerThan(other));
  one.add(0, 1);
  EXPECT_FALSE(one.isSlowerThan(other)) << "a launch without a time says nothing";
  one.add(100, 1);
  EXPECT_TRUE(one.isSlowerThan(other));
  EXPECT_FALSE(one.isSlowerThan(cl::RunTimes()));
}

TEST(RunTimes, ComparesLaunchesOfTheSameSize) {
  cl::RunTimes one, other;
  addFour(one, 1000, 100);
  addFour(other, 100, 50);
  EXPECT_FALSE(one.isSlowerThan(other));
  EXPECT_FALSE(other.isSlowerThan(one));
  other.add(500, 100);
  other.add(1, 50);
  EXPECT_TRUE(one.isSlowerThan(other)) << "the largest ones count";
  one.add(5000, 1000);
  EXPECT_FALSE(one.isSlowerThan(other));
}

TEST(RunTimes, TakesLittleForNothing) {
  cl::RunTimes one, other;
  addFour(one, 104, 1);
  addFour(other, 100, 1);
  EXPECT_FALSE(one.isSlowerThan(other));
}

TEST(RunTimes, KnowsShortLaunches) {
  cl::RunTimes times;
  for (int i = 0; i < 15; ++i) {
    times.add(20'000, 10);
  }
  EXPECT_FALSE(times.areShort(10)) << "of too few launches";
  times.add(90'000, 10);
  EXPECT_TRUE(times.areShort(10));
  EXPECT_TRUE(times.areShort(1));
  EXPECT_FALSE(times.areShort(11)) << "a larger launch may take longer";
  times.add(20'001, 20);
  EXPECT_FALSE(times.areShort(10));
}

TEST(RunTimes, AddsLaunchesThatRanTogether) {
  cl::RunTimes one, other;
  addFour(one, 100, 10);
  addFour(other, 100, 10);
  one.add(9000, 0);
  EXPECT_EQ(one.total(), 9400u);
  one.add(1, 0);
  other.add(50, 10);
  EXPECT_TRUE(one.isSlowerThan(other)) << "the shortest launch is that of one alone";
}

}  // namespace
