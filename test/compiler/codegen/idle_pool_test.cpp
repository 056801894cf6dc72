#include "codegen/idle_pool.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace compiler {
namespace {

TEST(IdlePoolTest, GivesWhatCameBackWithTheKeyOnce) {
  IdlePool<std::string, int> pool(4);
  EXPECT_EQ(pool.acquire("a"), nullptr);
  pool.release("a", std::make_unique<int>(1));
  pool.release("b", std::make_unique<int>(2));
  EXPECT_EQ(pool.acquire("c"), nullptr);
  EXPECT_EQ(*pool.acquire("b"), 2);
  EXPECT_EQ(pool.acquire("b"), nullptr);
  EXPECT_EQ(*pool.acquire("a"), 1);
}

TEST(IdlePoolTest, KeepsWhatCameLast) {
  IdlePool<int, int> pool(2);
  for (int i = 0; i < 4; ++i) {
    pool.release(i, std::make_unique<int>(i));
  }
  EXPECT_EQ(pool.acquire(0), nullptr);
  EXPECT_EQ(pool.acquire(1), nullptr);
  EXPECT_EQ(*pool.acquire(2), 2);
  EXPECT_EQ(*pool.acquire(3), 3);
}

TEST(IdlePoolTest, GivesNothingToTwoThreads) {
  constexpr int items = 64;
  IdlePool<int, int> pool(items);
  for (int i = 0; i < items; ++i) {
    pool.release(0, std::make_unique<int>(i));
  }
  std::vector<std::multiset<int>> taken(4);
  std::vector<std::thread> threads;
  for (std::multiset<int> &mine : taken) {
    threads.emplace_back([&] {
      while (auto item = pool.acquire(0)) {
        mine.insert(*item);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  std::multiset<int> all;
  for (const std::multiset<int> &mine : taken) {
    all.insert(mine.begin(), mine.end());
  }
  EXPECT_EQ(all.size(), size_t{items});
  EXPECT_EQ(std::set<int>(all.begin(), all.end()).size(), size_t{items});
}

}  // namespace
}  // namespace compiler
