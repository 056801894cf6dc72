#include "mux/target_support/transfer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

namespace mux {
namespace {

using Piece = std::tuple<uint64_t, uint64_t, uint64_t>;

std::vector<Piece> runsOf(const mux_buffer_region_t &region) {
  std::vector<Piece> runs;
  forEachRun(region, [&](uint64_t from, uint64_t to, uint64_t bytes) {
    runs.emplace_back(from, to, bytes);
  });
  return runs;
}

mux_buffer_region_t box(mux_extent_3d_t size, uint64_t row, uint64_t slice) {
  mux_buffer_region_t region = {};
  region.region = size;
  region.source_row_pitch = region.destination_row_pitch = row;
  region.source_slice_pitch = region.destination_slice_pitch = slice;
  return region;
}

TEST(ForEachRun, JoinsWhatIsContiguous) {
  EXPECT_THAT(runsOf(box({8, 3, 2}, 8, 24)), testing::ElementsAre(Piece(0, 0, 48)));
  EXPECT_THAT(runsOf(box({8, 3, 2}, 8, 32)),
              testing::ElementsAre(Piece(0, 0, 24), Piece(32, 32, 24)));
  EXPECT_EQ(runsOf(box({8, 3, 2}, 9, 27)).size(), 6u);
}

TEST(ForEachRun, JoinsOnlyIfBothSidesAre) {
  mux_buffer_region_t region = box({8, 2, 1}, 8, 16);
  region.destination_row_pitch = 10;
  region.destination_slice_pitch = 20;
  EXPECT_THAT(runsOf(region), testing::ElementsAre(Piece(0, 0, 8), Piece(8, 10, 8)));
}

TEST(ForEachRun, AddsOffsets) {
  mux_buffer_region_t region = box({2, 1, 2}, 10, 100);
  region.source_offset = {1, 2, 3};
  region.destination_offset = {4, 5, 6};
  EXPECT_THAT(runsOf(region), testing::ElementsAre(Piece(321, 654, 2), Piece(421, 754, 2)));
}

TEST(ForEachRun, AnEmptyBoxHasNone) {
  EXPECT_TRUE(runsOf(box({0, 3, 2}, 8, 24)).empty());
  EXPECT_TRUE(runsOf(box({8, 0, 2}, 8, 24)).empty());
  EXPECT_TRUE(runsOf(box({8, 3, 0}, 8, 24)).empty());
}

TEST(FillPattern, RepeatsPatternsOfAllSizes) {
  for (size_t size : {1, 2, 3, 4, 12, 16, 128}) {
    std::vector<std::byte> pattern(size);
    for (size_t i = 0; i < size; ++i) {
      pattern[i] = static_cast<std::byte>(i + 1);
    }
    for (size_t count : {0, 1, 2, 7, 1000, 20000}) {
      std::vector<std::byte> area(count * size + 1, std::byte{0xff});
      fillPattern(std::span(area).first(count * size), pattern);
      for (size_t i = 0; i < count * size; ++i) {
        ASSERT_EQ(area[i], pattern[i % size]) << size << " " << count << " " << i;
      }
      EXPECT_EQ(area.back(), std::byte{0xff});
    }
  }
}

}  // namespace
}  // namespace mux
