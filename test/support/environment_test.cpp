#include "support/environment.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace {

class EnvironmentTest : public testing::Test {
 protected:
  void TearDown() override {
    unsetenv("KILN_NUM_THREADS");
    unsetenv("KILN_ISOLATE");
    unsetenv("KILN_HOST_CPU");
  }
};

TEST_F(EnvironmentTest, DefaultsWhereNothingIsSet) {
  unsetenv("KILN_NUM_THREADS");
  EXPECT_EQ(support::readEnvironment().numThreads, 0u);
  EXPECT_FALSE(support::readEnvironment().isolate);
  EXPECT_EQ(support::readEnvironment().hostCpu, "");
}

TEST_F(EnvironmentTest, ReadsEachType) {
  setenv("KILN_NUM_THREADS", "12", 1);
  setenv("KILN_ISOLATE", "1", 1);
  setenv("KILN_HOST_CPU", "x86-64-v3", 1);
  support::Environment values = support::readEnvironment();
  EXPECT_EQ(values.numThreads, 12u);
  EXPECT_TRUE(values.isolate);
  EXPECT_EQ(values.hostCpu, "x86-64-v3");
}

TEST_F(EnvironmentTest, EmptyIsTheDefault) {
  setenv("KILN_NUM_THREADS", "", 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(support::readEnvironment().numThreads, 0u);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(EnvironmentTest, MalformedValuesAreReportedAndIgnored) {
  for (const char *bad : {"-1", "4x", " 4", "99999999999", "four"}) {
    setenv("KILN_NUM_THREADS", bad, 1);
    testing::internal::CaptureStderr();
    EXPECT_EQ(support::readEnvironment().numThreads, 0u) << bad;
    EXPECT_NE(testing::internal::GetCapturedStderr().find("KILN_NUM_THREADS"), std::string::npos);
  }
  setenv("KILN_NUM_THREADS", "1", 1);
  setenv("KILN_ISOLATE", "yes", 1);
  testing::internal::CaptureStderr();
  EXPECT_FALSE(support::readEnvironment().isolate);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("KILN_ISOLATE"), std::string::npos);
}

}  // namespace
