#include "support/environment.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/options.h"

namespace {

class EnvironmentTest : public testing::Test {
 protected:
  void TearDown() override {
    unsetenv("KILN_TEST_NUMBER");
    unsetenv("KILN_ISOLATE");
    unsetenv("KILN_MUX_TRACE");
  }
};

/// The number of the option, or 7.
unsigned readNumber() {
  unsigned value = 7;
  support::readOption("KILN_TEST_NUMBER", value);
  return value;
}

TEST_F(EnvironmentTest, DefaultsWhereNothingIsSet) {
  EXPECT_EQ(readNumber(), 7u);
  EXPECT_FALSE(support::readEnvironment().isolate);
  EXPECT_EQ(support::readEnvironment().muxTrace, "");
}

TEST_F(EnvironmentTest, ReadsEachType) {
  setenv("KILN_TEST_NUMBER", "12", 1);
  setenv("KILN_ISOLATE", "1", 1);
  setenv("KILN_MUX_TRACE", "/tmp/trace", 1);
  const support::Environment values = support::readEnvironment();
  EXPECT_EQ(readNumber(), 12u);
  EXPECT_TRUE(values.isolate);
  EXPECT_EQ(values.muxTrace, "/tmp/trace");
}

TEST_F(EnvironmentTest, EmptyIsTheDefault) {
  setenv("KILN_TEST_NUMBER", "", 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(readNumber(), 7u);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(EnvironmentTest, MalformedValuesAreReportedAndIgnored) {
  for (const char *bad : {"-1", "4x", " 4", "99999999999", "four"}) {
    setenv("KILN_TEST_NUMBER", bad, 1);
    testing::internal::CaptureStderr();
    EXPECT_EQ(readNumber(), 7u) << bad;
    EXPECT_NE(testing::internal::GetCapturedStderr().find("KILN_TEST_NUMBER"), std::string::npos);
  }
  setenv("KILN_ISOLATE", "yes", 1);
  testing::internal::CaptureStderr();
  EXPECT_FALSE(support::readEnvironment().isolate);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("KILN_ISOLATE"), std::string::npos);
}

}  // namespace
