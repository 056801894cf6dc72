// Which devices have which bytes, against a model with a mask for each byte.
#include "core/memory/coherence.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace {

using cl::Coherence;
using cl::Range;

/// The first missing bytes as {offset, size, source}; {} if nothing is.
std::vector<size_t> missing(const Coherence &coherence, Range range, size_t device) {
  const auto found = coherence.findMissing(range, device);
  return found ? std::vector{found->range.offset, found->range.size, found->source}
               : std::vector<size_t>{};
}

TEST(Coherence, AllDevicesHaveWhatNobodyWrote) {
  const Coherence coherence(100);
  for (size_t device : {0u, 1u, 63u}) {
    EXPECT_EQ(missing(coherence, {0, 100}, device), std::vector<size_t>{});
  }
}

TEST(Coherence, WhatOneWroteIsMissingOnOthers) {
  Coherence coherence(100);
  coherence.markWritten({10, 20}, 1);
  EXPECT_EQ(missing(coherence, {0, 100}, 1), std::vector<size_t>{});
  EXPECT_EQ(missing(coherence, {0, 100}, 0), (std::vector<size_t>{10, 20, 1}));
  EXPECT_EQ(missing(coherence, {15, 5}, 0), (std::vector<size_t>{15, 5, 1}));
  EXPECT_EQ(missing(coherence, {0, 10}, 0), std::vector<size_t>{});
  EXPECT_EQ(missing(coherence, {30, 70}, 0), std::vector<size_t>{});
  coherence.markCopied({10, 15}, 1, 0);
  EXPECT_EQ(missing(coherence, {0, 100}, 0), (std::vector<size_t>{25, 5, 1}));
}

TEST(Coherence, ACopyOfWhatWasWrittenMeanwhileIsNone) {
  Coherence coherence(100);
  coherence.markWritten({0, 100}, 0);
  coherence.markWritten({40, 10}, 2);
  coherence.markCopied({0, 100}, 0, 1);
  EXPECT_EQ(missing(coherence, {0, 100}, 1), (std::vector<size_t>{40, 10, 2}));
}

TEST(Coherence, AFailureLeavesWhatOthersHave) {
  Coherence coherence(100);
  coherence.markWritten({0, 50}, 0);
  coherence.markCopied({0, 25}, 0, 1);
  coherence.markFailed({0, 50}, 0);
  EXPECT_EQ(missing(coherence, {0, 50}, 0), (std::vector<size_t>{0, 25, 1}));
  EXPECT_EQ(missing(coherence, {25, 25}, 0), std::vector<size_t>{}) << "nobody else has it";
}

TEST(Coherence, EmptyRangesChangeNothing) {
  Coherence coherence(100);
  coherence.markWritten({100, 0}, 0);
  coherence.markWritten({50, 0}, 0);
  EXPECT_EQ(missing(coherence, {0, 100}, 1), std::vector<size_t>{});
  EXPECT_EQ(missing(coherence, {100, 0}, 1), std::vector<size_t>{});
}

TEST(Coherence, RandomChangesAreThoseOfAModel) {
  constexpr size_t size = 40, devices = 3;
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Coherence coherence(size);
    std::vector<unsigned> model(size, ~0u);
    for (int step = 0; step < 50; ++step) {
      const size_t first = random() % size, count = random() % (size - first + 1);
      const size_t device = random() % devices, source = random() % devices;
      const Range range = {first, count};
      const int kind = static_cast<int>(random() % 3);
      kind == 0   ? coherence.markWritten(range, device)
      : kind == 1 ? coherence.markCopied(range, source, device)
                  : coherence.markFailed(range, device);
      for (size_t i = first; i < first + count; ++i) {
        const unsigned mine = 1u << device, others = model[i] & ~mine;
        const bool isThere = (model[i] >> source & 1) != 0;
        model[i] = kind == 0   ? mine
                   : kind == 1 ? (isThere ? model[i] | mine : model[i])
                               : (others ? others : model[i]);
      }
      for (size_t asked = 0; asked < devices; ++asked) {
        const auto found = coherence.findMissing({0, size}, asked);
        size_t expected = 0;
        while (expected < size && (model[expected] >> asked & 1) != 0) {
          ++expected;
        }
        ASSERT_EQ(found ? found->range.offset : size, expected);
        for (size_t i = 0; found && i < found->range.size; ++i) {
          ASSERT_EQ(model[expected + i] >> asked & 1, 0u);
          ASSERT_EQ(model[expected + i] >> found->source & 1, 1u);
        }
      }
    }
  }
}

TEST(Coherence, TurnsAreTakenInOrder) {
  Coherence coherence(100);
  // Turns are distinguished by their addresses; nobody follows these.
  std::vector<int> places(3);
  const auto at = [&](size_t i) -> cl::Migration & {
    return reinterpret_cast<cl::Migration &>(places[i]);
  };
  EXPECT_TRUE(coherence.enter(at(0)));
  EXPECT_FALSE(coherence.enter(at(1)));
  EXPECT_FALSE(coherence.enter(at(2)));
  EXPECT_EQ(coherence.leave(), &at(1));
  EXPECT_EQ(coherence.leave(), &at(2));
  EXPECT_EQ(coherence.leave(), nullptr);
  EXPECT_TRUE(coherence.enter(at(1)));
}

}  // namespace
