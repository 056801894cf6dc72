// The log of mux calls, in a process that has it on from its first call.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "mux/mux.h"
#include "mux/null_target.h"

namespace {

const std::string path = "mux-trace-" + std::to_string(getpid()) + ".txt";

/// Set before main, since the options are read once.
const int isSet = setenv("KILN_MUX_TRACE", path.c_str(), 1);

std::string logText() {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class CallLog : public testing::Test {
 protected:
  void TearDown() override { unlink(path.c_str()); }
};

TEST_F(CallLog, HasOneLineForEachCall) {
  mux_device_info_t info = nullptr;
  uint32_t count = 0;
  ASSERT_EQ(kiln_null_get_device_infos(1, &info, &count), mux_success);
  mux_device_t device = nullptr;
  ASSERT_EQ(muxCreateDevice(info, nullptr, &device), mux_success);
  mux_buffer_t buffer = nullptr;
  EXPECT_EQ(muxCreateBuffer(device, 64, &buffer), mux_error_unsupported);
  EXPECT_EQ(muxCreateBuffer(device, 0, &buffer), mux_error_invalid_value);
  muxDestroyBuffer(device, nullptr);

  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        mux_fence_t fence = nullptr;
        muxCreateFence(device, &fence);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  const mux_domain_info_t *domains = nullptr;
  ASSERT_EQ(muxGetDomains(info, &domains, &count), mux_success);
  muxDestroyDevice(device);

  std::istringstream text(logText());
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    lines.push_back(line);
  }
  ASSERT_EQ(lines.size(), 406u);
  EXPECT_THAT(lines[0], testing::MatchesRegex(
                            "[0-9.]+ [0-9]+ muxCreateDevice\\(0x[0-9a-f]+, 0x0, out\\) = success "
                            "-> 0x[0-9a-f]+"));
  EXPECT_THAT(lines[1], testing::HasSubstr(", 64, out) = unsupported"));
  EXPECT_THAT(lines[2], testing::HasSubstr(", 0, out) = invalid_value"));
  EXPECT_THAT(lines[3], testing::HasSubstr("muxDestroyBuffer("));
  for (size_t i = 4; i < 404; ++i) {
    EXPECT_THAT(lines[i], testing::HasSubstr("muxCreateFence("));
  }
  // The count has 4 bytes.
  EXPECT_THAT(lines[404], testing::HasSubstr(", out, out) = success -> 0x0 -> 0"));
  EXPECT_THAT(lines[405], testing::HasSubstr("muxDestroyDevice("));
}

}  // namespace
