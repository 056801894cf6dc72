// The suite under test: run in child processes, it must pass on a good compiler half and fail on
// each seeded defect.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <string>
#include <vector>

#include "defects.h"

extern char **environ;

namespace {

/// Like the parent's environment, but reports of the child are its own affair.
std::vector<std::string> childEnvironment(const std::vector<std::string> &changes) {
  std::vector<std::string> result = changes;
  for (char **entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    const std::string name = text.substr(0, text.find('=') + 1);
    const auto changed = [&](const std::string &change) { return change.starts_with(name); };
    if (!text.starts_with("GTEST_") && std::ranges::none_of(changes, changed)) {
      result.push_back(text);
    }
  }
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

/// The exit code of a suite's program; -1 if it crashed.
int runSuite(const std::vector<std::string> &changes) {
  // The first failure is enough, and so is one variant, but where variants are compared.
  std::vector<std::string> arguments = {KILN_GOOD_CTS, "--gtest_brief=1", "--gtest_fail_fast",
                                        "--gtest_filter=*0:*NameTheirTarget*:-*Code.*"};
  std::vector<std::string> environment = childEnvironment(changes);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, KILN_GOOD_CTS, &actions, nullptr,
                                pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  EXPECT_EQ(error, 0);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(CompilerSuite, PassesWithoutADefect) {
  EXPECT_EQ(runSuite({"KILN_CTS_DEFECT="}), 0);
}

TEST(CompilerSuite, UnknownDefectIsAnError) {
  EXPECT_EQ(runSuite({"KILN_CTS_DEFECT=no-such-defect"}), 2);
}

TEST(CompilerSuite, MissingLibraryIsAnError) {
  EXPECT_EQ(runSuite({"KILN_COMPILER_LIBRARY="}), 2);
  EXPECT_EQ(runSuite({"KILN_COMPILER_LIBRARY=/no/such/library.so"}), 2);
}

class CompilerDefect : public testing::TestWithParam<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(All, CompilerDefect, testing::ValuesIn(compiler::cts::defectNames()),
                         [](const auto &defect) {
                           std::string name(defect.param);
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(CompilerDefect, IsCaught) {
  EXPECT_EQ(runSuite({"KILN_CTS_DEFECT=" + std::string(GetParam())}), 1);
}

}  // namespace
