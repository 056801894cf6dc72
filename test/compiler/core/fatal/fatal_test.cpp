// What happens after LLVM has met an error that it cannot return from.

#include <dirent.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>

#include "library_fixture.h"

namespace compiler {
namespace {

using FatalTest = LibraryTest;

/// An intrinsic of a device that is not there: code generation ends in "Cannot select".
constexpr char fatalSource[] =
    "float rcp(float x) __asm(\"llvm.amdgcn.rcp.f32\");\n"
    "kernel void k(global float *p) { *p = rcp(*p); }\n";

int threadsNamed(std::string_view wanted) {
  int count = 0;
  DIR *folder = opendir("/proc/self/task");
  while (const dirent *entry = readdir(folder)) {
    std::ifstream file("/proc/self/task/" + std::string(entry->d_name) + "/comm");
    std::string name;
    count += std::getline(file, name) && name == wanted;
  }
  closedir(folder);
  return count;
}

int childSignals = 0;

void expectFatal(Module &module) {
  auto result = module.createBinary();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Error::internalFailure) << result.error().message;
  EXPECT_FALSE(module.log().empty());
}

void expectBinary(Module &module) {
  auto binary = module.createBinary();
  ASSERT_TRUE(binary) << binary.error().message;
  EXPECT_FALSE(binary->empty());
}

/// Then no thread gets code generation ready beside the first build.
void stayOnOneProcessor() {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(sched_getcpu(), &processors);
  ASSERT_EQ(sched_setaffinity(0, sizeof processors, &processors), 0);
}

TEST_F(FatalTest, FailsTheBuildAndMovesTheNextOnesOut) {
  stayOnOneProcessor();
  signal(SIGCHLD, [](int) { ++childSignals; });
  auto before = finalized(addSource);
  expectBinary(*before);
  auto fatal = finalized(fatalSource);
  expectFatal(*fatal);
  EXPECT_EQ(threadsNamed("kiln-compile"), 1) << "the thread that met the error is parked";

  // All that follows happens in a helper process, which the application does not notice.
  auto after = finalized(addSource);
  expectBinary(*after);
  EXPECT_EQ(*after->createBinary(), *finalized(addSource)->createBinary());
  expectFatal(*fatal);
  expectBinary(*after);
  EXPECT_EQ(threadsNamed("kiln-compile"), 1);
  EXPECT_EQ(childSignals, 0);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace compiler
