// The embedded library: the index finds the symbols defined by units, and nothing else.
#include "builtins/library.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace {

TEST(Library, FindsSymbolsOfEveryTopic) {
  for (const char *name : {"_Z3sinDv4_f", "_Z3powdd", "_Z14convert_uchar4Dv4_i", "_Z3absi",
                           "_Z8isfinitef", "_Z6vload4mPU3AS1Kf", "_Z10atomic_addPU3AS1Vii",
                           "_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event"}) {
    EXPECT_NE(builtins::findUnit(name), nullptr) << name;
  }
}

TEST(Library, DoesNotFindOthers) {
  for (const char *name : {"", "_", "_Z3sin", "_Z3sinDv4_fx", "_Z3sinDv5_f", "~", "\xff", "main"}) {
    EXPECT_EQ(builtins::findUnit(name), nullptr) << name;
  }
}

TEST(Library, UnitsAreAlignedBitcode) {
  EXPECT_GT(builtins::units().size(), 100u);
  for (const builtins::Unit &unit : builtins::units()) {
    ASSERT_GE(unit.bitcode.size(), 4u) << unit.name;
    EXPECT_EQ(unit.bitcode.size() % 4, 0u) << unit.name;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(unit.bitcode.data()) % 4, 0u) << unit.name;
    EXPECT_EQ(std::memcmp(unit.bitcode.data(), "BC\xc0\xde", 4), 0) << unit.name;
  }
}

TEST(Library, FindsTheUnitThatDefines) {
  const builtins::Unit *unit = builtins::findUnit("_Z3expf");
  ASSERT_NE(unit, nullptr);
  EXPECT_EQ(unit->name, "math/exp");
}

}  // namespace
