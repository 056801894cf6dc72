// RunTimes: the comparison of two variants' speed.

#include "core/build/run_times.h"

#include <gtest/gtest.h>

namespace {

using cl::Speed;

void addSome(cl::RunTimes &times, unsigned count, uint64_t nanoseconds, uint64_t items,
             uint64_t values = 0) {
  for (unsigned i = 0; i < count; ++i) {
    times.add(nanoseconds, {items, values});
  }
}

TEST(RunTimes, ComparesTheFastestLaunchOfEach) {
  cl::RunTimes one, other;
  for (const uint64_t time : {900, 110, 400, 500}) {
    addSome(one, 1, time, 10);
  }
  addSome(other, 1, 5000, 10);
  EXPECT_EQ(one.comparedWith(other), Speed::unknown) << "too few to be faster";
  addSome(one, 4, 500, 10);
  EXPECT_EQ(one.comparedWith(other), Speed::faster);
  addSome(other, 1, 100, 10);
  EXPECT_EQ(one.comparedWith(other), Speed::slower);
  EXPECT_EQ(one.total(), 3910u);
}

TEST(RunTimes, NeedsSomeLaunches) {
  cl::RunTimes one, other;
  EXPECT_EQ(one.comparedWith(other), Speed::unknown);
  addSome(one, 3, 100, 1);
  addSome(other, 1, 10, 1);
  EXPECT_EQ(one.comparedWith(other), Speed::unknown);
  addSome(one, 1, 0, 1);
  EXPECT_EQ(one.comparedWith(other), Speed::unknown) << "a launch without a time says nothing";
  addSome(one, 1, 100, 1);
  EXPECT_EQ(one.comparedWith(other), Speed::slower);
  EXPECT_EQ(one.comparedWith(cl::RunTimes()), Speed::unknown);
}

TEST(RunTimes, KnowsTheValuesOfTheLaunchesToCompare) {
  cl::RunTimes times;
  EXPECT_FALSE(times.areOf(0)) << "no launch yet";
  addSome(times, 2, 100, 10, 7);
  addSome(times, 2, 100, 10, 8);
  EXPECT_TRUE(times.areOf(7)) << "the first of equal size";
  EXPECT_FALSE(times.areOf(8));
  addSome(times, 1, 100, 20, 8);
  EXPECT_TRUE(times.areOf(8)) << "a larger launch";
}

TEST(RunTimes, NeedsTwoLaunchesThatAreLongAndMuchSlower) {
  cl::RunTimes one, other, little;
  addSome(other, 5, 1'000'000, 10);
  addSome(one, 1, 1'600'000, 10);
  addSome(little, 2, 1'400'000, 10);
  EXPECT_EQ(one.comparedWith(other), Speed::unknown) << "of one launch";
  addSome(one, 1, 1'700'000, 10);
  EXPECT_EQ(one.comparedWith(other), Speed::slower);
  EXPECT_EQ(little.comparedWith(other), Speed::unknown);
}

TEST(RunTimes, NeedsOneLaunchThatIsVeryLongAndMuchSlower) {
  cl::RunTimes one, other, little;
  addSome(other, 5, 10'000'000, 10);
  addSome(one, 1, 16'000'000, 10);
  addSome(little, 1, 14'000'000, 10);
  EXPECT_EQ(one.comparedWith(other), Speed::slower);
  EXPECT_EQ(little.comparedWith(other), Speed::unknown);
}

TEST(RunTimes, ComparesLaunchesOfTheSameWork) {
  cl::RunTimes one, other;
  addSome(one, 4, 1000, 100);
  addSome(other, 4, 100, 50);
  EXPECT_EQ(one.comparedWith(other), Speed::unknown);
  EXPECT_EQ(other.comparedWith(one), Speed::unknown);
  addSome(other, 1, 500, 100);
  addSome(other, 1, 1, 50);
  EXPECT_EQ(one.comparedWith(other), Speed::slower) << "the largest ones count";
  addSome(one, 1, 5000, 1000);
  EXPECT_EQ(one.comparedWith(other), Speed::unknown);
}

TEST(RunTimes, ComparesLaunchesWithTheSameArguments) {
  cl::RunTimes one, other;
  addSome(one, 8, 1000, 100, 1);
  addSome(other, 8, 100, 100, 2);
  EXPECT_EQ(one.comparedWith(other), Speed::unknown);
  addSome(other, 8, 100, 100, 1);
  EXPECT_EQ(one.comparedWith(other), Speed::unknown) << "the first arguments count";
  EXPECT_FALSE(one.areMany());
  EXPECT_TRUE(one.areComparable());
  EXPECT_FALSE(cl::RunTimes().areComparable());
  addSome(one, 24, 1000, 100, 3);
  EXPECT_TRUE(one.areMany());
}

TEST(RunTimes, TakesLittleForNothing) {
  cl::RunTimes one, other;
  addSome(one, 8, 104, 1);
  addSome(other, 4, 100, 1);
  EXPECT_EQ(one.comparedWith(other), Speed::same);
  EXPECT_EQ(other.comparedWith(one), Speed::unknown);
}

TEST(RunTimes, KnowsShortLaunches) {
  cl::RunTimes times;
  for (int i = 0; i < 15; ++i) {
    times.add(20'000, {10});
  }
  EXPECT_FALSE(times.areShort(10)) << "of too few launches";
  times.add(90'000, {10});
  EXPECT_TRUE(times.areShort(10));
  EXPECT_TRUE(times.areShort(1));
  EXPECT_FALSE(times.areShort(11)) << "a larger launch may take longer";
  times.add(20'001, {20});
  EXPECT_FALSE(times.areShort(10));
}

TEST(RunTimes, AddsLaunchesThatRanTogether) {
  cl::RunTimes one, other;
  addSome(one, 4, 100, 10);
  addSome(other, 4, 100, 10);
  one.add(9000, {0});
  EXPECT_EQ(one.total(), 9400u);
  one.add(1, {0});
  other.add(50, {10});
  EXPECT_EQ(one.comparedWith(other), Speed::slower) << "the shortest launch is that of one alone";
}

}  // namespace
