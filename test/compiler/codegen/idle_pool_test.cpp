#include "codegen/idle_pool.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace compiler {
namespace {

TEST(IdlePoolTest, GivesWhatCameBackWithTheKeyOnce) {
  IdlePool<std::string, int> pool(4);
  EXPECT_EQ(pool.take("a"), nullptr);
  pool.giveBack("a", std::make_unique<int>(1));
  pool.giveBack("b", std::make_unique<int>(2));
  EXPECT_EQ(pool.take("c"), nullptr);
  EXPECT_EQ(*pool.take("b"), 2);
  EXPECT_EQ(pool.take("b"), nullptr);
  EXPECT_EQ(*pool.take("a"), 1);
}

TEST(IdlePoolTest, KeepsWhatCameLast) {
  IdlePool<int, int> pool(2);
  for (int i = 0; i < 4; ++i) {
    pool.giveBack(i, std::make_unique<int>(i));
  }
  EXPECT_EQ(pool.take(0), nullptr);
  EXPECT_EQ(pool.take(1), nullptr);
  EXPECT_EQ(*pool.take(2), 2);
  EXPECT_EQ(*pool.take(3), 3);
}

TEST(IdlePoolTest, GivesNothingToTwoThreads) {
  constexpr int items = 64;
  IdlePool<int, int> pool(items);
  for (int i = 0; i < items; ++i) {
    pool.giveBack(0, std::make_unique<int>(i));
  }
  std::vector<std::multiset<int>> taken(4);
  std::vector<std::thread> threads;
  for (std::multiset<int> &mine : taken) {
    threads.emplace_back([&] {
      while (auto item = pool.take(0)) {
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
