#include "core/base/pool.h"

#include <gtest/gtest.h>

#include <set>

namespace cl {
namespace {

TEST(Pool, GivesBackWhatItGot) {
  Pool<int *> pool;
  int object = 0;
  EXPECT_EQ(pool.take(), nullptr);
  pool.expectOneMore();
  EXPECT_TRUE(pool.give(&object));
  EXPECT_EQ(pool.take(), &object);
  EXPECT_EQ(pool.take(), nullptr);
}

TEST(Pool, RefusesWhatItDidNotExpect) {
  Pool<int *> pool;
  int object = 0;
  EXPECT_FALSE(pool.give(&object));
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
    kept += pool.give(&object) ? 1 : 0;
  }
  EXPECT_EQ(kept, Pool<int *>::bound);
  std::set<int *> taken;
  while (int *object = pool.take()) {
    taken.insert(object);
  }
  EXPECT_EQ(taken.size(), Pool<int *>::bound);
}

}  // namespace
}  // namespace cl
