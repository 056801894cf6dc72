// Loading: refused binaries, mapped segments, the debuggers' view.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "fixture.h"

extern "C" {
struct TestCodeEntry {
  TestCodeEntry *next, *previous;
  const char *file;
  uint64_t size;
};
struct TestCodeDescriptor {
  uint32_t version, action;
  TestCodeEntry *relevant, *first;
};
extern TestCodeDescriptor __jit_debug_descriptor;
}

namespace host::test {
namespace {

class CodeTest : public HostTest {
 protected:
  mux_result_t load(std::span<const std::byte> binary) {
    mux_executable_t executable = nullptr;
    mux_result_t result = muxCreateExecutable(device_, binary.data(), binary.size(), &executable);
    if (result == mux_success) {
      muxDestroyExecutable(device_, executable);
    }
    return result;
  }
  static std::vector<std::byte> copy() { return {kernelBinary().begin(), kernelBinary().end()}; }
  /// The binary with a text of the note replaced by one of the same length.
  static std::vector<std::byte> replaced(std::string_view from, std::string_view to) {
    std::vector<std::byte> binary = copy();
    auto bytes = std::as_bytes(std::span(from));
    auto found = std::ranges::search(binary, bytes);
    EXPECT_FALSE(found.empty()) << from;
    std::ranges::copy(std::as_bytes(std::span(to)), found.begin());
    return binary;
  }
};

TEST_F(CodeTest, RefusesWhatIsNotABinary) {
  EXPECT_EQ(load(std::as_bytes(std::span("nonsense"))), mux_error_invalid_binary);
  std::vector<std::byte> shortened = copy();
  shortened.resize(shortened.size() / 2);
  EXPECT_EQ(load(shortened), mux_error_invalid_binary);
  EXPECT_EQ(load(copy()), mux_success);
}

TEST_F(CodeTest, RefusesCodeForOtherDevices) {
#if defined(__x86_64__)
  EXPECT_EQ(load(replaced("cpu=x86-64;", "cpu=znver9;")), mux_error_invalid_binary);
#endif
}

TEST_F(CodeTest, FindsKernelsAndStrings) {
  mux_kernel_t kernel = nullptr;
  EXPECT_EQ(muxCreateKernel(device_, executable_, "nothing", &kernel), mux_error_missing_kernel);
  const char *text = nullptr;
  uint64_t length = 0;
  ASSERT_EQ(muxGetPrintfString(executable_, 1, &text, &length), mux_success);
  EXPECT_STREQ(text, "second");
  EXPECT_EQ(length, 6u);
  EXPECT_EQ(muxGetPrintfString(executable_, 2, &text, &length), mux_error_invalid_value);
}

TEST_F(CodeTest, NothingIsWritableAndExecutable) {
  std::ifstream maps("/proc/self/maps");
  int executableAnonymous = 0;
  for (std::string line; std::getline(maps, line);) {
    EXPECT_EQ(line.find(" rwx"), std::string::npos) << line;
    executableAnonymous += line.find(" r-xp 00000000 00:00 0") != std::string::npos;
  }
  EXPECT_GE(executableAnonymous, 1);
}

TEST_F(CodeTest, IsListedForDebuggersWhileItIsLoaded) {
  auto count = [] {
    int entries = 0;
    for (TestCodeEntry *entry = __jit_debug_descriptor.first; entry; entry = entry->next) {
      ++entries;
    }
    return entries;
  };
  const int before = count();
  mux_executable_t executable = nullptr;
  ASSERT_EQ(muxCreateExecutable(device_, kernelBinary().data(), kernelBinary().size(), &executable),
            mux_success);
  EXPECT_EQ(count(), before + 1);
  muxDestroyExecutable(device_, executable);
  EXPECT_EQ(count(), before);
}

TEST_F(CodeTest, PerfsMapNamesKernels) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string command =
      "echo $$; KILN_PERF_MAP=1 exec " + self + " --gtest_filter=CodeTest.FindsKernelsAndStrings";
  std::FILE *output = popen(command.c_str(), "r");
  ASSERT_NE(output, nullptr);
  int pid = 0;
  EXPECT_EQ(std::fscanf(output, "%d", &pid), 1);
  char rest[256];
  while (std::fread(rest, 1, sizeof rest, output) != 0) {
  }
  EXPECT_EQ(pclose(output), 0);
  const std::string path = "/tmp/perf-" + std::to_string(pid) + ".map";
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  EXPECT_TRUE(std::filesystem::remove("/tmp/kiln-" + std::to_string(pid) + "-1.so"));
  EXPECT_THAT(text.str(), testing::ContainsRegex("^[0-9a-f]+ [0-9a-f]+ kernel_"));
  EXPECT_THAT(text.str(), testing::HasSubstr(" kernel_use_data\n"));
}

TEST_F(CodeTest, GdbKnowsKernelsByName) {
  if (std::system("gdb --version >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "gdb is not installed";
  }
  if (std::getenv("HOST_TEST_IN_GDB")) {
    EXPECT_EQ(run("use_data", {{1}, {1}, {}}, {Buffer<uint32_t>(device_, 2).argument()}),
              mux_success);
    return;
  }
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string output = testing::TempDir() + "/host-gdb-" + std::to_string(getpid());
  const std::string command =
      "HOST_TEST_IN_GDB=1 gdb -nx -batch -iex 'set debuginfod enabled off' "
      "-ex 'set breakpoint pending on' -ex 'break kernel_use_data' -ex run -ex bt "
      "-ex 'info symbol $pc' --args " +
      self + " --gtest_filter=CodeTest.GdbKnowsKernelsByName >" + output + " 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::stringstream text;
  text << std::ifstream(output).rdbuf();
  std::filesystem::remove(output);
  EXPECT_THAT(text.str(), testing::HasSubstr("kernel_use_data in section .text"));
  EXPECT_THAT(text.str(), testing::HasSubstr("runChunks"));  // the backtrace goes on
  EXPECT_THAT(text.str(), testing::Not(testing::HasSubstr("outside of ELF segments")));
}

}  // namespace
}  // namespace host::test
