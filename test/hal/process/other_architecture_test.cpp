// A device of an architecture without a target: all its own code is in aarch64/.
#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <span>
#include <string>
#include <vector>

#include "hal/process.h"

extern "C" {
extern const unsigned char processTestKernels[], processTestKernels_end[];
extern const unsigned char processTestAgent[], processTestAgent_end[];
}

namespace {

constexpr char emulator[] = "/usr/bin/qemu-aarch64";

hal::process::Configuration describe() {
  hal::process::Configuration made;
  made.name = "aarch64";
  made.info.name = "AArch64";
  made.info.address_bits = 64;
  made.info.elf_machine = EM_AARCH64;
  made.info.elf_relative_type = R_AARCH64_RELATIVE;
  made.info.page_size = 4096;
  made.info.workers = 3;
  made.info.memory_size = 64 << 20;
  made.info.max_allocation_size = 32 << 20;
  made.info.memory_alignment = 128;
  made.info.max_arena_size = 1 << 20;
  made.info.vector_width_bits = 128;
  made.command = {emulator, hal::process::agentPath};
  made.agent = std::span(processTestAgent, processTestAgent_end);
  return made;
}

const hal::process::Configuration *configuration() {
  static const hal::process::Configuration value = describe();
  return access(emulator, X_OK) == 0 ? &value : nullptr;
}

constexpr uint64_t scratchpadSize = 8 << 10;

const hal::process::Configuration *configurationWithScratchpads() {
  static const hal::process::Configuration value = [] {
    hal::process::Configuration made = describe();
    made.info.local_memory_size = made.info.scratchpad_size = scratchpadSize;
    made.scratchpad = uint64_t{1} << 38;
    made.scratchpadStride = scratchpadSize;
    return made;
  }();
  return access(emulator, X_OK) == 0 ? &value : nullptr;
}

hal_result_t run(const hal_t &hal, hal_device_t device, uint32_t index, uint64_t argument,
                 uint64_t groups, uint64_t localSize = 0) {
  hal_program_t program = 0;
  hal_kernel_t kernel = 0;
  hal_job_t job = 0;
  EXPECT_EQ(hal.load_program(device, processTestKernels,
                             static_cast<uint64_t>(processTestKernels_end - processTestKernels),
                             &program),
            hal_success);
  EXPECT_EQ(hal.find_kernel(device, program, index, &kernel), hal_success);
  mux_schedule_t schedule = {};
  schedule.local_memory_size = localSize;
  hal_launch_t launch = {};
  launch.kernel = kernel;
  launch.arguments = &argument;
  launch.arguments_size = sizeof argument;
  launch.schedule = &schedule;
  launch.group_count = groups;
  EXPECT_EQ(hal.launch(device, &launch, &job), hal_success);
  hal_job_result_t result = {};
  return hal.wait(device, job, UINT64_MAX, &result);
}

void expectSquares(const hal_t &hal, hal_device_t device, uint64_t localSize) {
  constexpr uint64_t groups = 5000;
  hal_address_t out = 0;
  ASSERT_EQ(hal.allocate(device, groups * 8, 0, &out), hal_success);
  EXPECT_EQ(run(hal, device, 0, out, groups, localSize), hal_success);
  std::vector<uint64_t> squares(groups);
  ASSERT_EQ(hal.read(device, squares.data(), out, groups * 8), hal_success);
  for (uint64_t i = 0; i < groups; ++i) {
    ASSERT_EQ(squares[i], i * i);
  }
}

/// The launch names no arena: local memory can only be the scratchpad.
TEST(OtherArchitecture, HasScratchpads) {
  const hal_t &hal = *hal::process::halOf<configurationWithScratchpads>();
  hal_device_t device = nullptr;
  const hal_result_t opened = hal.open(&device);
  if (opened == hal_error_unsupported) {
    GTEST_SKIP() << "there is no " << emulator;
  }
  ASSERT_EQ(opened, hal_success);
  expectSquares(hal, device, scratchpadSize);
  hal.close(device);
}

TEST(OtherArchitecture, RunsKernelsAndSurvivesThem) {
  const hal_t &hal = *hal::process::halOf<configuration>();
  hal_device_t device = nullptr;
  const hal_result_t opened = hal.open(&device);
  if (opened == hal_error_unsupported) {
    GTEST_SKIP() << "there is no " << emulator;
  }
  ASSERT_EQ(opened, hal_success);
  expectSquares(hal, device, 0);
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(hal, device, 1, 0, 1), hal_error_device_lost);
  hal.close(device);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("aarch64: the device has stopped: signal 11 at address 0x10"));
}

}  // namespace
