#include "support/report_once.h"

#include <gtest/gtest.h>

#include <thread>

namespace support {
namespace {

TEST(ReportOnce, PrintsEachMessageOnce) {
  testing::internal::CaptureStderr();
  reportOnce("the first");
  reportOnce("the second");
  reportOnce("the first");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "kiln: the first\nkiln: the second\n");
}

TEST(ReportOnce, PrintsOnceForAllThreads) {
  testing::internal::CaptureStderr();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([] { reportOnce("of threads"); });
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "kiln: of threads\n");
}

}  // namespace
}  // namespace support
