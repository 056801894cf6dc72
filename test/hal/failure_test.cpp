// Failures of a HAL, and a device in a forked child.
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"

namespace hal::test {
namespace {

using Failures = RuntimeTest;

void setFlag(void *flag) {
  static_cast<std::atomic<bool> *>(flag)->store(true);
}

TEST_F(Failures, EndTheDispatchAndThoseThatWaitForIt) {
  mux_buffer_t some = buffer(64);
  std::atomic<bool> before = false, after = false, later = false;
  mux_command_buffer_t failing = commands(), following = commands(), unrelated = commands();
  ASSERT_EQ(muxCommandUserCallback(failing, setFlag, &before), mux_success);
  ASSERT_EQ(muxCommandCopyBuffer(failing, some, 0, some, 32, 16), mux_success);
  ASSERT_EQ(muxCommandUserCallback(failing, setFlag, &after), mux_success);
  ASSERT_EQ(muxCommandUserCallback(following, setFlag, &later), mux_success);
  switches().copy.fails = hal_error_failure;
  mux_fence_t first = fence(), second = fence();
  mux_semaphore_t between = semaphore();
  ASSERT_EQ(dispatch(following, second, {between}), mux_success);
  ASSERT_EQ(dispatch(failing, first, {}, {between}), mux_success);
  EXPECT_EQ(wait(first), mux_error_failure);
  EXPECT_EQ(wait(second), mux_error_failure);
  EXPECT_TRUE(before);
  EXPECT_FALSE(after);
  EXPECT_FALSE(later);
  EXPECT_EQ(finish(unrelated), mux_success) << "the device is not lost";
}

/// Every way of a HAL to report the loss of the device.
class Losses : public RuntimeTest, public testing::WithParamInterface<Switch Switches::*> {
 protected:
  /// A command buffer whose last command meets the switch.
  mux_command_buffer_t everyCommand(mux_buffer_t some) {
    static char bytes[64];
    mux_command_buffer_t all = commands();
    EXPECT_EQ(muxCommandWriteBuffer(all, some, 0, bytes, 64), mux_success);
    EXPECT_EQ(muxCommandFillBuffer(all, some, 0, 64, bytes, 1), mux_success);
    EXPECT_EQ(muxCommandCopyBuffer(all, some, 0, some, 32, 16), mux_success);
    EXPECT_EQ(record(all, "count_groups", 4, 1, {bufferArgument(some)}), mux_success);
    EXPECT_EQ(muxCommandReadBuffer(all, some, 0, bytes, 64), mux_success);
    return all;
  }
};

INSTANTIATE_TEST_SUITE_P(All, Losses,
                         testing::Values(&Switches::write, &Switches::read, &Switches::copy,
                                         &Switches::fill, &Switches::launch, &Switches::wait));

TEST_P(Losses, AreForGood) {
  mux_buffer_t some = buffer(64);
  mux_command_buffer_t all = everyCommand(some), waiting = everyCommand(some), late = commands();
  mux_fence_t done = fence(), held = fence();
  mux_semaphore_t between = semaphore();
  ASSERT_EQ(dispatch(waiting, held, {between}), mux_success);
  (switches().*GetParam()).fails = hal_error_device_lost;
  ASSERT_EQ(dispatch(all, done, {}, {between}), mux_success);
  EXPECT_EQ(wait(done), mux_error_device_lost);
  EXPECT_EQ(wait(held), mux_error_device_lost);
  EXPECT_EQ(muxWaitAll(queue_), mux_error_device_lost);

  switches().reset();  // a returning device is another one
  EXPECT_EQ(dispatch(late), mux_error_device_lost);
  uint64_t now = 0;
  EXPECT_EQ(muxGetDeviceTime(device_, &now), mux_error_device_lost);
  mux_memory_t memory = nullptr;
  mux_buffer_t unbound = nullptr;
  mux_queue_t queue = nullptr;
  mux_kernel_t kernel = nullptr;
  mux_executable_t executable = nullptr;
  EXPECT_EQ(muxAllocateMemory(device_, 64, 0, 0, &memory), mux_error_device_lost);
  EXPECT_EQ(muxCreateBuffer(device_, 64, &unbound), mux_error_device_lost);
  EXPECT_EQ(muxCreateQueue(device_, &queue), mux_error_device_lost);
  EXPECT_EQ(muxCreateKernel(device_, executable_, "empty", &kernel), mux_error_device_lost);
  EXPECT_EQ(muxCreateExecutable(device_, kernelBinary().data(), kernelBinary().size(), &executable),
            mux_error_device_lost);

  mux_device_t fresh = nullptr;
  ASSERT_EQ(muxCreateDevice(deviceInfo(), nullptr, &fresh), mux_success);
  EXPECT_EQ(muxAllocateMemory(fresh, 64, 0, 0, &memory), mux_success) << "a new one works";
  muxFreeMemory(fresh, memory);
  muxDestroyDevice(fresh);
}

TEST_F(Failures, OfOpeningAreThoseOfTheFirstCall) {
  mux_device_t device = nullptr;
  mux_queue_t queue = nullptr;
  mux_memory_t memory = nullptr;
  ASSERT_EQ(muxCreateDevice(deviceInfo(), nullptr, &device), mux_success);
  switches().open.fails = hal_error_out_of_host_memory;
  EXPECT_EQ(muxCreateQueue(device, &queue), mux_error_out_of_memory);
  EXPECT_EQ(muxAllocateMemory(device, 64, 0, 0, &memory), mux_error_out_of_memory);
  switches().open.fails = hal_success;
  EXPECT_EQ(muxCreateQueue(device, &queue), mux_success);
  muxDestroyQueue(device, queue);
  muxDestroyDevice(device);
}

TEST_F(Failures, OfLoadingLeaveNothing) {
  mux_executable_t executable = nullptr;
  switches().load.fails = hal_error_out_of_memory;
  EXPECT_EQ(muxCreateExecutable(device_, kernelBinary().data(), kernelBinary().size(), &executable),
            mux_error_device_out_of_memory);
  switches().find.fails = hal_error_missing_kernel;
  mux_kernel_t kernel = nullptr;
  EXPECT_EQ(muxCreateKernel(device_, executable_, "empty", &kernel), mux_error_missing_kernel);
  switches().allocate.fails = hal_error_out_of_memory;
  mux_memory_t memory = nullptr;
  EXPECT_EQ(muxAllocateMemory(device_, 64, 0, 0, &memory), mux_error_device_out_of_memory);
}

#if !__has_feature(thread_sanitizer)  // it does not know forks of threaded processes

/// The number of the first failed check, or 0.
int childOfFork(mux_device_t device, mux_queue_t queue, mux_fence_t fence,
                mux_executable_t executable, mux_buffer_t buffer, mux_semaphore_t semaphore) {
  mux_memory_t memory = nullptr;
  mux_queue_t another = nullptr;
  mux_kernel_t kernel = nullptr;
  int checks = 0;
  for (mux_result_t result : {
           muxTryWait(queue, UINT64_MAX, fence),
           muxWaitAll(queue),
           muxAllocateMemory(device, 64, 0, 0, &memory),
           muxCreateQueue(device, &another),
           muxCreateKernel(device, executable, "empty", &kernel),
           muxResetSemaphore(semaphore),
           muxHelp(
               queue, [](void *) { return 0; }, nullptr),
       }) {
    ++checks;
    if (result != mux_error_device_lost) {
      return checks;
    }
  }
  mux_memory_t bound = buffer->memory;
  muxDestroyBuffer(device, buffer);
  muxFreeMemory(device, bound);
  muxDestroyFence(device, fence);
  muxDestroySemaphore(device, semaphore);
  muxDestroyExecutable(device, executable);
  muxDestroyQueue(device, queue);
  muxDestroyDevice(device);
  // A new device is as good as any.
  mux_device_t own = nullptr;
  mux_queue_t ownQueue = nullptr;
  if (muxCreateDevice(deviceInfo(), nullptr, &own) != mux_success ||
      muxAllocateMemory(own, 64, 0, 0, &memory) != mux_success ||
      muxCreateQueue(own, &ownQueue) != mux_success) {
    return 100;
  }
  muxDestroyQueue(own, ownQueue);
  muxFreeMemory(own, memory);
  muxDestroyDevice(own);
  return 0;
}

TEST_F(Failures, ForkedChildrenHaveNoDevice) {
  mux_buffer_t started = buffer(4), flag = buffer(4);
  mux_command_buffer_t waiting = commands();
  ASSERT_EQ(record(waiting, "wait_for_flag", 8, 1, {bufferArgument(started), bufferArgument(flag)}),
            mux_success);
  mux_fence_t pending = fence();
  mux_semaphore_t signalled = semaphore();
  ASSERT_EQ(dispatch(waiting, pending), mux_success);  // in flight during the fork
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(30);
    _exit(childOfFork(device_, queue_, pending, executable_, started, signalled));
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  const uint32_t one = 1;
  mux_command_buffer_t setting = commands();
  ASSERT_EQ(muxCommandWriteBuffer(setting, flag, 0, &one, 4), mux_success);
  EXPECT_EQ(finish(setting), mux_success);
  EXPECT_EQ(wait(pending), mux_success);  // the parent goes on
}

TEST_F(Failures, ForkInACallbackIsSurvived) {
  static std::atomic<pid_t> child;
  child = 0;
  mux_command_buffer_t forking = commands();
  ASSERT_EQ(muxCommandUserCallback(
                forking,
                [](void *) {
                  const pid_t result = fork();
                  if (result == 0) {
                    alarm(30);  // the thread returns to the driver, and the driver must end it
                  }
                  child = result;
                },
                nullptr),
            mux_success);
  ASSERT_EQ(finish(forking), mux_success);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
}

TEST_F(Failures, ExitWithWorkInFlightIsClean) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(30);
    mux_device_t device = nullptr;
    mux_queue_t queue = nullptr;
    mux_command_buffer_t commands = nullptr;
    muxCreateDevice(deviceInfo(), nullptr, &device);
    muxCreateQueue(device, &queue);
    muxCreateCommandBuffer(device, &commands);
    static std::atomic<bool> started;
    started = false;
    muxCommandUserCallback(
        commands,
        [](void *) {
          started = true;
          sleep(60);
        },
        nullptr);
    muxFinalizeCommandBuffer(commands);
    mux_dispatch_t info = {};
    info.command_buffer = commands;
    muxDispatch(queue, &info);
    while (!started) {
      usleep(1000);
    }
    std::exit(7);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

#endif

TEST(Binaries, OfOtherDevicesAreRefused) {
  const auto create = [](const Description &described) {
    const Target target(described);
    mux_device_t device = nullptr;
    mux_executable_t executable = nullptr;
    EXPECT_EQ(muxCreateDevice(infoOf(target), nullptr, &device), mux_success);
    const mux_result_t result =
        muxCreateExecutable(device, kernelBinary().data(), kernelBinary().size(), &executable);
    muxDestroyExecutable(device, executable);
    muxDestroyDevice(device);
    return result;
  };
  Description described = description(arenaHal());
  EXPECT_EQ(create(described), mux_success);
  described.name = "another";
  EXPECT_EQ(create(described), mux_error_invalid_binary);

  static constexpr auto other = [] {
    InProcessConfiguration configuration;
    configuration.targetProperties = "cpu=other;features=";
    return configuration;
  };
  described = description(inProcessHal<+other>());
  EXPECT_EQ(create(described), mux_error_invalid_binary);
  described.suits = [](const char *code, const char *device) {
    return std::string_view(code) == baselineProperties() &&
           std::string_view(device) == "cpu=other;features=";
  };
  EXPECT_EQ(create(described), mux_success);
  described.suits = [](const char *, const char *) { return false; };
  EXPECT_EQ(create(described), mux_error_invalid_binary);
}

TEST(Targets, WithoutADeviceHaveNone) {
  hal_t absent = *arenaHal();
  absent.get_info = [](const hal_info_t **) { return hal_error_unsupported; };
  hal_t foreign = *arenaHal();
  foreign.version += 0x10000;
  for (const hal_t *hal : {&absent, &foreign}) {
    const Target target(description(hal));
    mux_device_info_t info = nullptr;
    uint32_t count = 7;
    EXPECT_EQ(target.deviceInfos(1, &info, &count), mux_success);
    EXPECT_EQ(count, 0u);
    EXPECT_EQ(info, nullptr);
  }
}

}  // namespace
}  // namespace hal::test
