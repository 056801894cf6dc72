// A process may end, or fork, whatever the compiler is doing.

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "library_fixture.h"

namespace compiler {
namespace {

using ExitTest = LibraryTest;

bool buildsOnce(Target &target) {
  auto module = target.createModule();
  return module->parseOptions("", OptionsMode::build) && module->compileOpenCLC(addSource, {}) &&
         module->link({}, false) && module->finalize() && module->createBinary();
}

[[noreturn]] void leaveWhileBuilding() {
  auto context = openLibrary().createContext();
  auto target = std::move(*hostInfo().createTarget(*context, ""));
  std::thread builder([&] {
    while (buildsOnce(*target)) {
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  std::exit(7);
}

TEST_F(ExitTest, LeavesWhileAThreadBuilds) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_EXIT(leaveWhileBuilding(), testing::ExitedWithCode(7), "");
  }
}

TEST_F(ExitTest, BuildsInAForkedChild) {
  ASSERT_TRUE(buildsOnce(*target));
  std::atomic<bool> stop = false;
  std::thread builder([&] {
    while (!stop && buildsOnce(*target)) {
    }
  });
  for (int i = 0; i < 5; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      auto ownContext = openLibrary().createContext();
      auto ownTarget = std::move(*hostInfo().createTarget(*ownContext, ""));
      _exit(buildsOnce(*ownTarget) ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  stop = true;
  builder.join();
}

}  // namespace
}  // namespace compiler
