// SpinMutex: exclusion, and sleepers that are woken.

#include "support/spin_mutex.h"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace {

TEST(SpinMutex, OneThreadAtATimeHasIt) {
  constexpr int threads = 4, rounds = 20'000;
  support::SpinMutex mutex;
  int count = 0;
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([&] {
      for (int round = 0; round < rounds; ++round) {
        const std::lock_guard guard(mutex);
        ++count;
      }
    });
  }
  for (auto &thread : running) {
    thread.join();
  }
  EXPECT_EQ(count, threads * rounds);
}

// The lock is held for far longer than the others spin, so they sleep; each wakes the next.
TEST(SpinMutex, WakesAllSleepers) {
  support::SpinMutex mutex;
  int count = 0;
  std::vector<std::thread> running;
  {
    const std::lock_guard guard(mutex);
    for (int i = 0; i < 4; ++i) {
      running.emplace_back([&] {
        const std::lock_guard inner(mutex);
        ++count;
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(count, 0);
  }
  for (auto &thread : running) {
    thread.join();
  }
  EXPECT_EQ(count, 4);
}

}  // namespace
