// Crashes, hangs, and lying devices.
#include <signal.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "fixture.h"
#include "hal/agent_protocol.h"

namespace riscv::test {
namespace {

using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

/// Every call reports the lost device, and does so at once.
void expectLost(OpenDevice &device) {
  const hal_t &hal = device.hal();
  uint64_t word = 0;
  hal_address_t address = 0;
  hal_program_t program = 0;
  hal_job_t job = 0;
  EXPECT_EQ(hal.allocate(device.device(), 64, 0, &address), hal_error_device_lost);
  EXPECT_EQ(hal.write(device.device(), uint64_t{1} << 36, &word, 8), hal_error_device_lost);
  EXPECT_EQ(hal.read(device.device(), &word, uint64_t{1} << 36, 8), hal_error_device_lost);
  EXPECT_EQ(
      hal.load_program(device.device(), kernelBinary().data(), kernelBinary().size(), &program),
      hal_error_device_lost);
  EXPECT_EQ(device.launch(1, {}, 1, &job), hal_error_device_lost);
  hal.release(device.device(), 12345);
  hal.unload_program(device.device(), 1);
}

void expectNewDeviceWorks() {
  OpenDevice device;
  EXPECT_EQ(device.run(empty, {}), hal_success);
}

class RiscvCrash : public testing::TestWithParam<uint64_t> {};

TEST_P(RiscvCrash, IsAnErrorOfTheJobsAndTheDevice) {
  CaptureStderr();
  {
    OpenDevice device;
    hal_job_t before = 0, crashing = 0, behind = 0;
    ASSERT_EQ(device.launch(device.kernel(empty), {}, 1, &before), hal_success);
    ASSERT_EQ(device.wait(before), hal_success);
    const hal_kernel_t other = device.kernel(empty);
    ASSERT_EQ(device.launch(device.kernel(crash), {GetParam()}, 1, &crashing), hal_success);
    const hal_result_t submitted = device.launch(other, {}, 1, &behind);
    EXPECT_EQ(device.wait(crashing), hal_error_device_lost);
    if (submitted == hal_success) {
      EXPECT_EQ(device.wait(behind), hal_error_device_lost);
    }
    expectLost(device);
  }
  EXPECT_THAT(GetCapturedStderr(), testing::HasSubstr("the device has stopped: signal "));
  expectNewDeviceWorks();
}

// Null pointer, illegal instruction, writing to code and to constants, executing data,
// overflowing the stack.
INSTANTIATE_TEST_SUITE_P(All, RiscvCrash, testing::Range<uint64_t>(0, 6));

TEST(RiscvLoss, AHangEndsTheDevice) {
  CaptureStderr();
  {
    Options options = baseOptions();
    options.timeout = 1;
    OpenDevice device(options);
    const hal_address_t words = device.allocate<uint32_t>(2);
    EXPECT_EQ(device.run(waitForFlag, {words, words + 4}), hal_error_device_lost);
    expectLost(device);
  }
  EXPECT_THAT(GetCapturedStderr(), testing::HasSubstr("the device hangs"));
  expectNewDeviceWorks();
}

TEST(RiscvLoss, AJobThatTakesLongerThanTheTimeoutButEndsRangesDoesNotHang) {
  Options options = baseOptions();
  options.timeout = 1;
  OpenDevice device(options);
  const uint64_t rounds = 20'000'000;  // of two instructions: a noticeable part of a second
  const auto start = std::chrono::steady_clock::now();
  uint64_t groups = 64;
  while (std::chrono::steady_clock::now() - start < std::chrono::seconds(2)) {
    ASSERT_EQ(device.run(scalarLoop, {rounds}, groups), hal_success);
  }
}

TEST(RiscvLoss, KillingTheProcessWakesAllWaiters) {
  CaptureStderr();
  OpenDevice device;
  const hal_address_t words = device.allocate<uint32_t>(2);
  hal_job_t jobs[4];
  for (hal_job_t &job : jobs) {
    ASSERT_EQ(device.launch(device.kernel(waitForFlag), {words, words + 4}, 1, &job), hal_success);
  }
  std::atomic<int> lost = 0;
  std::vector<std::thread> waiters;
  for (hal_job_t job : jobs) {
    waiters.emplace_back([&, job] {
      hal_job_result_t result = {};
      lost += device.hal().wait(device.device(), job, UINT64_MAX, &result) == hal_error_device_lost;
    });
  }
  while (device.read<uint32_t>(words, 1)[0] == 0) {
    std::this_thread::yield();
  }
  ASSERT_EQ(kill(emulatorProcess(), SIGKILL), 0);
  for (std::thread &waiter : waiters) {
    waiter.join();
  }
  EXPECT_EQ(lost, 4);
  expectLost(device);
  GetCapturedStderr();
  expectNewDeviceWorks();
}

/// A device's life; it may be lost at each step. Returns true if it was not.
bool live(const Device &description) {
  const hal_t hal = hal::process::commonFunctions();
  hal_device_t device = nullptr;
  if (hal::process::openDevice(description.configuration, &device) != hal_success) {
    return false;
  }
  hal_program_t program = 0;
  hal_kernel_t kernel = 0;
  hal_result_t result =
      hal.load_program(device, kernelBinary().data(), kernelBinary().size(), &program);
  if (result == hal_success) {
    result = hal.find_kernel(device, program, scalarLoop, &kernel);
  }
  const uint64_t rounds = 100'000;
  mux_schedule_t schedule = {};
  schedule.abi_version = MUX_ABI_VERSION;
  const hal_launch_t launch = {.kernel = kernel,
                               .arguments = &rounds,
                               .arguments_size = sizeof rounds,
                               .schedule = &schedule,
                               .group_count = 64,
                               .arenas = 0,
                               .arena_stride = 0,
                               .arena_size = 0,
                               .frame_offset = 0,
                               .local_offset = 0};
  for (int i = 0; i < 20 && result == hal_success; ++i) {
    hal_job_t job = 0;
    result = hal.launch(device, &launch, &job);
    if (result == hal_success) {
      hal_job_result_t ended = {};
      result = hal.wait(device, job, UINT64_MAX, &ended);
    }
  }
  EXPECT_TRUE(result == hal_success || result == hal_error_device_lost) << result;
  hal.close(device);
  return result == hal_success;
}

TEST(RiscvLoss, DevicesOfManyThreadsMayBeKilledAtAnyTime) {
  CaptureStderr();
  const auto description = describeDevice(baseOptions());
  ASSERT_TRUE(description && *description);
  std::atomic<int> left = 4 * 6;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 6; ++n, --left) {
        live(**description);
      }
    });
  }
  std::mt19937 random(5);
  while (left > 0) {
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000));
    for (const pid_t process : emulatorProcesses()) {
      if (random() % 2 == 0) {
        kill(process, SIGKILL);
      }
    }
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_TRUE(emulatorProcesses().empty());
  GetCapturedStderr();
  EXPECT_TRUE(live(**description));
}

/// Any value in any part of the control block: the job ends, as done or as lost, and the host
/// is well.
TEST(RiscvLoss, ADeviceMayWriteAnythingIntoTheControlBlock) {
  CaptureStderr();
  constexpr uint64_t config = offsetof(hal_agent_control_t, status) / 4;
  constexpr uint64_t ring = offsetof(hal_agent_control_t, submitted) / 4;
  constexpr uint64_t all = sizeof(hal_agent_control_t) / 4;
  const std::pair<uint64_t, uint64_t> parts[] = {
      {config, ring - config},  // status and service
      {ring, 1},
      {ring + 1, 1},
      {ring + 2, 1},
      {ring + 3, 1},
      {ring + 4, HAL_MAX_JOBS},
      {config, all - config},
      {0, all},
  };
  for (const auto &[from, count] : parts) {
    for (uint64_t value : {0x0u, 0x3u, 0x7fffffffu, 0xffffffffu}) {
      OpenDevice device(baseOptions(), std::chrono::milliseconds(200));
      const hal_kernel_t kernel = device.kernel(mad);  // the first job may end the device
      hal_job_t jobs[3] = {};
      for (hal_job_t &job : jobs) {
        const hal_result_t result = device.launch(kernel, {from, count, value}, 1, &job);
        ASSERT_TRUE(result == hal_success || result == hal_error_device_lost);
      }
      for (hal_job_t job : jobs) {
        if (job != 0) {
          const hal_result_t result = device.wait(job);
          EXPECT_TRUE(result == hal_success || result == hal_error_device_lost) << result;
        }
      }
      hal_address_t address = 0;
      device.hal().allocate(device.device(), 64, 0, &address);
    }
  }
  GetCapturedStderr();
  expectNewDeviceWorks();
}

TEST(RiscvLoss, ADeviceMayWriteAnythingIntoItsOwnMemory) {
  CaptureStderr();
  for (uint64_t number = 0; number < 12; ++number) {
    for (uint64_t value : {uint64_t{0}, ~uint64_t{0}}) {
      OpenDevice device(baseOptions(), std::chrono::milliseconds(500));
      const hal_kernel_t next = device.kernel(empty);
      const hal_result_t result = device.run(scribble, {number, value});
      EXPECT_TRUE(result == hal_success || result == hal_error_device_lost) << result;
      hal_job_t job = 0;
      if (device.launch(next, {}, 1, &job) == hal_success) {
        EXPECT_NE(device.wait(job), hal_not_ready);
      }
      hal_address_t address = 0;
      device.hal().allocate(device.device(), 64, 0, &address);
    }
  }
  GetCapturedStderr();
  expectNewDeviceWorks();
}

/// The bell wakes nobody then.
TEST(RiscvLoss, ADeviceMayMoveThoseWhoSleepOnItsBell) {
  OpenDevice device;
  EXPECT_EQ(device.run(moveSleeper, {offsetof(hal_agent_control_t, bell) / 4,
                                     offsetof(hal_agent_control_t, reserved) / 4}),
            hal_success);
}

/// Threads look at completed launches while others launch: the device must not seem to contradict
/// itself.
TEST(RiscvLoss, LaunchesOfManyThreadsAreNoContradiction) {
  OpenDevice device;
  const hal_kernel_t kernel = device.kernel(empty);
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 400 && failures == 0; ++n) {
        hal_job_t job = 0;
        hal_job_result_t result = {};
        failures += device.launch(kernel, {}, 1, &job) != hal_success ||
                    device.hal().wait(device.device(), job, UINT64_MAX, &result) != hal_success;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(failures, 0);
}

TEST(RiscvLoss, WhatCannotStartIsAnError) {
  CaptureStderr();
  const auto openWith = [&](auto change) {
    Options options = baseOptions();
    change(options);
    const auto description = describeDevice(options);
    hal_device_t device = nullptr;
    return description && *description
               ? hal::process::openDevice((*description)->configuration, &device)
               : hal_error_unsupported;
  };
  EXPECT_EQ(openWith([](Options &o) { o.qemu = "/bin/false"; }), hal_error_failure);
  EXPECT_EQ(openWith([](Options &o) { o.qemu = "/no/such/program"; }), hal_error_unsupported);
  EXPECT_EQ(openWith([](Options &o) { o.cpu += ",no-such-property=1"; }), hal_error_failure);
  EXPECT_EQ(openWith([](Options &o) { o.plugin = "/bin/true"; }), hal_error_failure);
  EXPECT_EQ(openWith([](Options &o) { o.plugin = "/no/such/plugin"; }), hal_error_unsupported);
  EXPECT_EQ(openWith([](Options &o) { o.counters = "maybe"; }), hal_error_unsupported);
  EXPECT_EQ(openWith([](Options &o) { o.harts = 0; }), hal_error_unsupported);
  EXPECT_EQ(openWith([](Options &o) { o.memory = 1; }), hal_error_unsupported);
  EXPECT_THAT(GetCapturedStderr(), testing::HasSubstr("no-such-property"));
}

TEST(RiscvLoss, ADeviceThatIsNotWhatItWasSaidToBeDoesNotOpen) {
  CaptureStderr();
  const auto description = describeDevice(baseOptions());
  ASSERT_TRUE(description && *description);
  hal::process::Configuration &configuration = (*description)->configuration;
  configuration.info.vector_width_bits *= 2;
  hal_device_t device = nullptr;
  EXPECT_EQ(hal::process::openDevice(configuration, &device), hal_error_failure);
  EXPECT_THAT(GetCapturedStderr(),
              testing::HasSubstr("the device has vectors of 256 bits, not 512"));
}

}  // namespace
}  // namespace riscv::test
