// Applications with unusual habits: they close all descriptors, live in small limits, ignore
// SIGCHLD, reap whatever there is. Each is a child process, since the effects stay.
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "fixture.h"

namespace riscv::test {
namespace {

/// Runs `application` in a child and returns its status; no child takes longer than two minutes.
template <class Application>
int statusOf(Application application) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(120);
    _exit(application() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

hal_result_t openAndClose(const Options &options = baseOptions()) {
  const auto description = describeDevice(options);
  hal_device_t device = nullptr;
  if (!description || !*description) {
    return hal_error_unsupported;
  }
  const hal_result_t result = hal::process::openDevice((*description)->configuration, &device);
  if (result == hal_success) {
    hal::process::commonFunctions().close(device);
  }
  return result;
}

size_t entriesOf(const char *folder) {
  return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

bool setLimit(decltype(RLIMIT_AS) which, rlim_t value) {
  const rlimit limit = {value, value};
  return setrlimit(which, &limit) == 0;
}

uint64_t addressSpace() {
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Returns when the thread watching the emulator sleeps: until then it needs the descriptor.
void waitForWatcher() {
  for (;;) {
    for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
      std::string status;
      std::getline(std::ifstream(task.path() / "stat"), status);
      if (status.find("(kiln-watch) S ") != std::string::npos) {
        return;
      }
    }
  }
}

TEST(RiscvApplication, DescriptorsAndThreadsComeBack) {
  ASSERT_EQ(openAndClose(), hal_success);
  const size_t files = entriesOf("/proc/self/fd"), threads = entriesOf("/proc/self/task");
  const uint64_t space = addressSpace();
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(openAndClose(), hal_success);
  }
  EXPECT_EQ(entriesOf("/proc/self/fd"), files);
  EXPECT_EQ(entriesOf("/proc/self/task"), threads);
  EXPECT_LT(addressSpace(), space + (64 << 20)) << "the memory of a device is 256 MiB";
}

/// The numbers soon belong to other files; the device leaves them alone.
TEST(RiscvApplication, ClosesAllDescriptors) {
  pid_t emulator = -1;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(
      statusOf([&] {
        OpenDevice device;
        if (device.run(empty, {}) != hal_success) {
          return false;
        }
        emulator = emulatorProcess();
        bool isGood = write(ends[1], &emulator, sizeof emulator) == sizeof emulator;
        waitForWatcher();
        closefrom(3);
        constexpr off_t size = 4 << 20;
        std::vector<int> files;
        for (int i = 0; i < 20; ++i) {
          files.push_back(memfd_create("mine", 0));
          isGood = isGood && pwrite(files.back(), "mine", 4, size - 4) == 4;
        }
        hal_address_t memory = 0;
        isGood =
            isGood && device.hal().allocate(device.device(), size, 4096, &memory) == hal_success;
        device.hal().release(device.device(), memory);
        isGood = isGood && device.run(useArena, {device.allocate<uint32_t>(1)}) == hal_success;
        device.hal().close(device.device());
        device.forget();
        for (int file : files) {
          char text[5] = {}, start[9] = {};
          isGood = isGood && pread(file, text, 4, size - 4) == 4 && std::string(text) == "mine" &&
                   pread(file, start, 8, 0) == 8 && std::string(start).empty();
        }
        return isGood && !isRunning(emulator);
      }),
      0);
  ASSERT_EQ(read(ends[0], &emulator, sizeof emulator), static_cast<ssize_t>(sizeof emulator));
  EXPECT_FALSE(isRunning(emulator));
  close(ends[0]);
  close(ends[1]);
}

TEST(RiscvApplication, FewDescriptorsAreAnErrorOrEnough) {
  for (rlim_t most = 3; most < 20; ++most) {
    EXPECT_EQ(statusOf([&] {
                const rlimit limit = {most, 4096};
                const bool isSet = setrlimit(RLIMIT_NOFILE, &limit) == 0;
                const hal_result_t result = openAndClose();
                return isSet && (most < 10 ? result != hal_success : true);
              }),
              0)
        << most;
  }
}

/// The memory of the device is 256 MiB, and beyond it the emulator's share decides.
TEST(RiscvApplication, LittleAddressSpaceIsAnErrorOrEnough) {
  for (uint64_t more : {16 << 20, 64 << 20, 320 << 20, 640 << 20}) {
    EXPECT_EQ(statusOf([&] {
                const bool isSet = setLimit(RLIMIT_AS, addressSpace() + more);
                const hal_result_t result = openAndClose();
                return isSet && (result != hal_success || more > 256 << 20);
              }),
              0)
        << more;
  }
}

TEST(RiscvApplication, SmallFilesAreAnError) {
  for (rlim_t most : {0, 4096, 1 << 20}) {
    EXPECT_EQ(
        statusOf([&] { return setLimit(RLIMIT_FSIZE, most) && openAndClose() != hal_success; }), 0)
        << most;
  }
}

TEST(RiscvApplication, NoMoreProcessesAreAnError) {
  EXPECT_EQ(statusOf([] {
              const uid_t nobody = 65534;  // root has no limit
              const bool isLimited = (geteuid() != 0 || setresuid(nobody, nobody, nobody) == 0) &&
                                     setLimit(RLIMIT_NPROC, 0);
              return isLimited && openAndClose() != hal_success;
            }),
            0);
}

TEST(RiscvApplication, NoThreadIsAnErrorAndSignalsStayAsTheyAre) {
  EXPECT_EQ(statusOf([] {
              pthread_attr_t attributes;
              pthread_attr_init(&attributes);
              pthread_attr_setstacksize(&attributes, size_t{1} << 47);
              sigset_t blocked;
              const bool isGood = pthread_setattr_default_np(&attributes) == 0 &&
                                  openAndClose() == hal_error_failure &&
                                  pthread_sigmask(SIG_BLOCK, nullptr, &blocked) == 0;
              return isGood && sigismember(&blocked, SIGTERM) == 0;
            }),
            0);
}

/// From now on the system call is not permitted, here and in children.
bool forbid(int systemCall) {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(systemCall), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter = {static_cast<unsigned short>(std::size(program)), program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

#ifdef SYS_poll
constexpr int callOfPoll = SYS_poll;
#else
constexpr int callOfPoll = SYS_ppoll;
#endif

TEST(RiscvApplication, MayNotDoWhatOpeningNeeds) {
  for (const int call : {SYS_memfd_create, SYS_ftruncate, SYS_pidfd_open, SYS_fcntl}) {
    EXPECT_EQ(statusOf([call] { return forbid(call) && openAndClose() != hal_success; }), 0)
        << call;
  }
}

/// A device ready at once is never waited for.
TEST(RiscvApplication, MayNotPollForADevice) {
  EXPECT_EQ(statusOf([] {
              const bool isForbidden = forbid(callOfPoll);
              const hal_result_t result = openAndClose();
              return isForbidden && (result == hal_success || result == hal_error_device_lost ||
                                     result == hal_error_failure);
            }),
            0);
}

/// Then devices end because they are asked to.
TEST(RiscvApplication, MayNotKillItsDevices) {
  for (const int call : {SYS_pidfd_send_signal, SYS_waitid, SYS_madvise}) {
    EXPECT_EQ(statusOf([call] {
                OpenDevice device;
                const pid_t emulator = emulatorProcess();
                const bool isGood = forbid(call) && device.run(empty, {}) == hal_success;
                device.hal().close(device.device());
                device.forget();
                return isGood && eventually([&] { return !isRunning(emulator); });
              }),
              0)
        << call;
  }
}

TEST(RiscvApplication, IgnoresTheEndsOfItsChildren) {
  EXPECT_EQ(statusOf([] {
              signal(SIGCHLD, SIG_IGN);
              return OpenDevice().run(empty, {}) == hal_success;
            }),
            0);
}

TEST(RiscvApplication, ReapsWhateverThereIs) {
  EXPECT_EQ(statusOf([] {
              std::atomic<bool> ends = false;
              std::atomic<int> reaped = 0;
              std::thread reaper([&] {
                while (!ends) {
                  reaped += waitpid(-1, nullptr, WNOHANG) > 0;
                }
              });
              bool isGood = true;
              for (int i = 0; i < 5; ++i) {
                isGood = isGood && OpenDevice().run(empty, {}) == hal_success;
              }
              ends = true;
              reaper.join();
              return isGood && reaped == 0;
            }),
            0);
}

/// As the first process of a container is.
TEST(RiscvApplication, GetsTheOrphansOfOthers) {
  EXPECT_EQ(statusOf([] {
              prctl(PR_SET_CHILD_SUBREAPER, 1);
              bool isGood = OpenDevice().run(empty, {}) == hal_success;
              Options wrong = baseOptions();
              wrong.cpu += ",no-such-property=1";
              isGood = isGood && openAndClose(wrong) == hal_error_failure;
              return isGood && waitpid(-1, nullptr, __WALL) == -1 && errno == ECHILD;
            }),
            0);
}

TEST(RiscvApplication, EndsWhileAKernelRuns) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(statusOf([&] {
              auto *device = new OpenDevice();
              const hal_address_t words = device->allocate<uint32_t>(2);
              hal_job_t job = 0;
              if (device->launch(device->kernel(waitForFlag), {words, words + 4}, 2, &job)) {
                return false;
              }
              std::thread([=] { device->wait(job); }).detach();
              const pid_t emulator = emulatorProcess();
              if (write(ends[1], &emulator, sizeof emulator) == sizeof emulator) {
                exit(0);  // with destructors, while threads run
              }
              return false;
            }),
            0);
  pid_t emulator = -1;
  ASSERT_EQ(read(ends[0], &emulator, sizeof emulator), static_cast<ssize_t>(sizeof emulator));
  EXPECT_TRUE(eventually([&] { return !isRunning(emulator); }));
  close(ends[0]);
  close(ends[1]);
}

/// An executable file.
class Script {
 public:
  explicit Script(const std::string &text) {
    std::ofstream(path_) << text;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  ~Script() { std::filesystem::remove(path_); }
  const std::string &path() const { return path_; }

 private:
  std::string path_ =
      (std::filesystem::temp_directory_path() / ("kiln-script-" + std::to_string(getpid())))
          .string();
};

hal_result_t openWith(const std::string &program, std::chrono::milliseconds startTimeout) {
  Options options = baseOptions();
  options.qemu = program;
  const auto description = describeDevice(options);
  if (!description || !*description) {
    return description ? hal_success : hal_error_unsupported;
  }
  hal::process::Configuration &configuration = (*description)->configuration;
  configuration.startTimeout = startTimeout;
  hal_device_t device = nullptr;
  return hal::process::openDevice(configuration, &device);
}

TEST(RiscvApplication, IsToldWhatIsNoEmulator) {
  testing::internal::CaptureStderr();
  const Script sleeps("#!/bin/sh\nexec sleep 1000\n"), nothing("not a program\n");
  EXPECT_EQ(openWith("/", std::chrono::minutes(1)), hal_error_unsupported);
  EXPECT_EQ(openWith("/dev/null", std::chrono::minutes(1)), hal_error_unsupported);
  EXPECT_EQ(openWith("/bin/true", std::chrono::minutes(1)), hal_error_failure);
  EXPECT_EQ(openWith(sleeps.path(), std::chrono::milliseconds(50)), hal_error_failure);
  testing::internal::GetCapturedStderr();
}

TEST(RiscvApplication, IsToldOneReadableLine) {
  testing::internal::CaptureStderr();
  const Script talks("#!/bin/sh\nprintf 'no\\033[2J\\377way\\nand more\\n' >&2\n");
  EXPECT_EQ(openWith(talks.path(), std::chrono::minutes(1)), hal_error_failure);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::EndsWith("does not start: no?[2J?way\n"));
}

/// The started process is the shell.
TEST(RiscvApplication, StartsTheEmulatorThroughAScript) {
  Options options = baseOptions();
  const auto plain = describeDevice(options);
  ASSERT_TRUE(plain && *plain);
  const Script script("#!/bin/sh\n" + (*plain)->configuration.command.front() +
                      " \"$@\" &\necho $! >&1\nwait\n");
  options.qemu = script.path();
  const std::string mark = "KILN_TEST_SCRIPT=" + std::to_string(getpid());
  putenv(const_cast<char *>(mark.c_str()));
  {
    OpenDevice device(options);
    EXPECT_EQ(device.run(empty, {}), hal_success);
    EXPECT_EQ(processesWith(mark), 1);
  }
  EXPECT_TRUE(eventually([&] { return processesWith(mark) == 0; }));
  unsetenv("KILN_TEST_SCRIPT");
}

}  // namespace
}  // namespace riscv::test
