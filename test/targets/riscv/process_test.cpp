// The process of the device: unnoticed, asleep when idle, gone with its owner.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "fixture.h"

namespace riscv::test {
namespace {

using namespace std::chrono_literals;

volatile sig_atomic_t childSignals = 0;

TEST(RiscvProcess, IsNoChildOfTheApplication) {
  struct sigaction action = {}, before = {};
  action.sa_handler = [](int) { ++childSignals; };
  sigaction(SIGCHLD, &action, &before);
  childSignals = 0;
  pid_t process;
  {
    OpenDevice device;
    process = emulatorProcess();
    ASSERT_GT(process, 0);
    EXPECT_EQ(device.run(empty, {}), hal_success);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    EXPECT_NE(getsid(process), getsid(0));
    EXPECT_NE(getpgid(process), getpgid(0));
  }
  EXPECT_FALSE(isRunning(process)) << "close ends it";
  EXPECT_EQ(childSignals, 0);
  sigaction(SIGCHLD, &before, nullptr);
}

TEST(RiscvProcess, InheritsOnlyWhatIsItsOwn) {
  const int files[] = {open("/dev/zero", O_RDONLY), open("/dev/zero", O_RDONLY)};
  struct sigaction before = {};
  sigaction(SIGUSR1, nullptr, &before);
  signal(SIGUSR1, SIG_IGN);
  {
    OpenDevice device;
    const std::string folder = "/proc/" + std::to_string(emulatorProcess());
    for (const auto &entry : std::filesystem::directory_iterator(folder + "/fd")) {
      std::error_code ignored;
      EXPECT_NE(std::filesystem::read_symlink(entry.path(), ignored), "/dev/zero");
    }
    const std::string status = contents(folder + "/status");
    const size_t ignored = status.find("SigIgn:\t");
    ASSERT_NE(ignored, std::string::npos);
    EXPECT_EQ(std::stoull(status.substr(ignored + 8), nullptr, 16) >> (SIGUSR1 - 1) & 1, 0u);
  }
  sigaction(SIGUSR1, &before, nullptr);
  close(files[0]);
  close(files[1]);
}

TEST(RiscvProcess, IdleTakesNoProcessorTime) {
  OpenDevice device;
  ASSERT_EQ(device.run(empty, {}, 100), hal_success);
  std::this_thread::sleep_for(100ms);
  const pid_t emulator = emulatorProcess();
  const uint64_t theirs = processorTime(emulator), ours = processorTime(getpid());
  std::this_thread::sleep_for(500ms);
  // A single spinning thread would take 500 ms.
  EXPECT_LT(processorTime(emulator) - theirs, 5'000'000u);
  EXPECT_LT(processorTime(getpid()) - ours, 20'000'000u);
}

TEST(RiscvProcess, AWaitingHostTakesNoProcessorTime) {
  OpenDevice device;
  const hal_address_t words = device.allocate<uint32_t>(2);
  hal_job_t job = 0;
  ASSERT_EQ(device.launch(device.kernel(waitForFlag), {words, words + 4}, 1, &job), hal_success);
  const uint64_t ours = processorTime(getpid());
  EXPECT_EQ(device.wait(job, 500'000'000), hal_not_ready);
  EXPECT_LT(processorTime(getpid()) - ours, 20'000'000u);
}

TEST(RiscvProcess, EndsWithAnOwnerThatIsKilled) {
  for (bool isBusy : {false, true}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t owner = fork();
    ASSERT_GE(owner, 0);
    if (owner == 0) {
      OpenDevice device;
      hal_job_t job = 0;
      const hal_address_t words = device.allocate<uint32_t>(2);
      if (isBusy) {
        (void)device.launch(device.kernel(waitForFlag), {words, words + 4}, 2, &job);
      }
      const pid_t process = emulatorProcess();
      _exit(write(ends[1], &process, sizeof process) == sizeof process ? pause() : 1);
    }
    pid_t emulator = -1;
    ASSERT_EQ(read(ends[0], &emulator, sizeof emulator), static_cast<ssize_t>(sizeof emulator));
    EXPECT_TRUE(isRunning(emulator));
    kill(owner, SIGKILL);
    waitpid(owner, nullptr, 0);
    EXPECT_TRUE(eventually([&] { return !isRunning(emulator); }));
    close(ends[0]);
    close(ends[1]);
  }
}

TEST(RiscvProcess, EndsWithAnOwnerThatIsKilledDuringTheStart) {
  const std::string mark = "KILN_TEST_MARK=" + std::to_string(getpid());
  for (int i = 0; i < 30; ++i) {
    const pid_t owner = fork();
    ASSERT_GE(owner, 0);
    if (owner == 0) {
      putenv(const_cast<char *>(mark.c_str()));
      while (true) {
        OpenDevice device;
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(700 * i));
    kill(owner, SIGKILL);
    waitpid(owner, nullptr, 0);
  }
  EXPECT_TRUE(eventually([&] { return processesWith(mark) == 0; }));
}

TEST(RiscvProcess, AForkedChildCannotUseItNorEndIt) {
  OpenDevice device;
  const hal_address_t words = device.allocate<uint32_t>(64);
  hal_job_t job = 0;
  ASSERT_EQ(device.launch(device.kernel(waitForFlag), {words, words + 4}, 1, &job), hal_success);
  const hal_kernel_t kernel = device.kernel(empty);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const hal_t &hal = device.hal();
    uint32_t word = 1;
    hal_address_t address = 0;
    hal_job_t other = 0;
    bool isGood = hal.write(device.device(), words + 4, &word, 4) == hal_error_device_lost &&
                  hal.read(device.device(), &word, words, 4) == hal_error_device_lost &&
                  hal.allocate(device.device(), 64, 0, &address) == hal_error_device_lost &&
                  device.launch(kernel, {}, 1, &other) == hal_error_device_lost &&
                  device.wait(job) == hal_error_device_lost;
    hal.release(device.device(), words);
    hal.close(device.device());
    OpenDevice own;
    isGood = isGood && own.run(empty, {}) == hal_success;
    own.hal().close(own.device());
    _exit(isGood ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  const uint32_t one = 1;
  ASSERT_EQ(device.hal().write(device.device(), words + 4, &one, sizeof one), hal_success);
  EXPECT_EQ(device.wait(job), hal_success);
  EXPECT_EQ(device.run(empty, {}), hal_success);
}

}  // namespace
}  // namespace riscv::test
