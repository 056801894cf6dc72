// The HAL suite under test: it fails on each seeded defect.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include <string>
#include <vector>

#include "defects.h"

extern char **environ;

namespace {

/// Like the parent's environment, but reports of the child are its own affair.
std::vector<std::string> childEnvironment(const std::string &defect) {
  std::vector<std::string> result;
  for (char **entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!text.starts_with("GTEST_") && !text.starts_with("KILN_HAL_CTS_DEFECT=")) {
      result.push_back(text);
    }
  }
  result.push_back("KILN_HAL_CTS_DEFECT=" + defect);
  return result;
}

std::vector<char *> pointers(std::vector<std::string> &strings) {
  std::vector<char *> result;
  for (std::string &text : strings) {
    result.push_back(text.data());
  }
  result.push_back(nullptr);
  return result;
}

/// The exit code of the suite; -1 if it crashed.
int runSuite(const std::string &defect) {
  std::vector<std::string> arguments = {KILN_GOOD_HAL_CTS, "--gtest_brief=1", "--gtest_fail_fast"};
  std::vector<std::string> environment = childEnvironment(defect);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments[0].c_str(), &actions, nullptr,
                                pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  EXPECT_EQ(error, 0);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class SeededHalDefect : public testing::TestWithParam<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(All, SeededHalDefect, testing::ValuesIn(hal::cts::defectNames()),
                         [](const auto &defect) {
                           std::string name(defect.param);
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(SeededHalDefect, IsCaught) {
  EXPECT_EQ(runSuite(std::string(GetParam())), 1);
}

TEST(HalSuite, UnknownDefectIsAnError) {
  EXPECT_EQ(runSuite("no-such-defect"), 2);
}

}  // namespace
