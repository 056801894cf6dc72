#include "core/base/pool.h"

#include <gtest/gtest.h>

#include <set>

namespace cl {
namespace {

TEST(Pool, GivesBackWhatItGot) {
  Pool<int *> pool;
  int object = 0;
  EXPECT_EQ(pool.acquire(), nullptr);
  pool.expectOneMore();
  EXPECT_TRUE(pool.release(&object));
  EXPECT_EQ(pool.acquire(), &object);
  EXPECT_EQ(pool.acquire(), nullptr);
}

TEST(Pool, RefusesWhatItDidNotExpect) {
  Pool<int *> pool;
  int object = 0;
  EXPECT_FALSE(pool.release(&object));
  EXPECT_TRUE(pool.objects().empty());
}

TEST(Pool, KeepsAllThatThereWereAtOneTimeUpToItsBound) {
  Pool<int *> pool;
  std::vector<int> objects(Pool<int *>::bound + 1000);
  for (size_t i = 0; i < objects.size(); ++i) {
    pool.expectOneMore();
  }
  size_t kept = 0;
  for (int &object : objects) {
    kept += pool.release(&object) ? 1 : 0;
  }
  EXPECT_EQ(kept, Pool<int *>::bound);
  std::set<int *> taken;
  while (int *object = pool.acquire()) {
    taken.insert(object);
  }
  EXPECT_EQ(taken.size(), Pool<int *>::bound);
}

}  // namespace
}  // namespace cl
