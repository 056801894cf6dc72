#include <algorithm>
#include <numeric>

#include "fixture.h"

namespace riscv::test {
namespace {

using testing::Each;
using testing::ElementsAre;

TEST(RiscvLaunch, EachGroupRunsOnce) {
  OpenDevice device;
  for (uint64_t groups : {1, 2, 17, 1000, 4099}) {
    const hal_address_t counts = device.allocate<uint32_t>(groups);
    const hal_address_t workers = device.allocate<uint32_t>(64);
    ASSERT_EQ(device.run(countGroups, {counts, workers}, groups), hal_success);
    EXPECT_THAT(device.read<uint32_t>(counts, groups), Each(1u));
    const auto perWorker = device.read<uint32_t>(workers, 64);
    EXPECT_EQ(std::accumulate(perWorker.begin(), perWorker.end(), uint64_t{0}), groups);
    EXPECT_LE(device.result.start, device.result.end);
  }
}

TEST(RiscvLaunch, AllHartsWorkAtTheSameTime) {
  Options options = baseOptions();
  for (unsigned harts : {1u, 2u, 5u}) {
    options.harts = harts;
    OpenDevice device(options);
    const hal_address_t arrived = device.allocate<uint32_t>(1);
    EXPECT_EQ(device.run(meet, {arrived, harts}, harts), hal_success);
    EXPECT_THAT(device.read<uint32_t>(arrived, 1), ElementsAre(harts));
  }
}

TEST(RiscvLaunch, WorkersHaveArenasAndStacksOfTheirOwn) {
  OpenDevice device;
  const hal_address_t errors = device.allocate<uint32_t>(1);
  ASSERT_EQ(device.run(useArena, {errors}, 2000), hal_success);
  EXPECT_THAT(device.read<uint32_t>(errors, 1), ElementsAre(0u));

  const hal_address_t out = device.allocate<mux_schedule_t>(100);
  ASSERT_EQ(device.run(recordSchedule, {out}, 100), hal_success);
  for (const mux_schedule_t &seen : device.read<mux_schedule_t>(out, 100)) {
    EXPECT_EQ(seen.global_size[0], 100u);
    EXPECT_LT(seen.worker, device.info().workers);
    EXPECT_EQ(seen.frame, seen.arena + 128);
    EXPECT_EQ(seen.local_memory, seen.arena + 2048);
    EXPECT_EQ(seen.arena % 128, 0u);
    EXPECT_GE(seen.private_memory_size, 8u << 20);
  }
}

TEST(RiscvLaunch, ArgumentBlocksMayBeLarge) {
  OpenDevice device;
  const hal_address_t sum = device.allocate<uint64_t>(1);
  for (uint64_t words : {1, 1000, 100000}) {
    std::vector<uint64_t> arguments = {sum, words * 8};
    arguments.insert(arguments.end(), words, 0x0101010101010101);
    ASSERT_EQ(device.run(sumBytes, arguments), hal_success);
    EXPECT_THAT(device.read<uint64_t>(sum, 1), ElementsAre(words * 8));
  }
}

TEST(RiscvLaunch, JobsRunInOrderAndAreAwaitedInAny) {
  OpenDevice device;
  const hal_address_t out = device.allocate<uint32_t>(1);
  std::vector<hal_job_t> jobs(HAL_MAX_JOBS);
  for (int round = 0; round < 5; ++round) {
    for (hal_job_t &job : jobs) {
      ASSERT_EQ(device.launch(device.kernel(useData), {out}, 1, &job), hal_success);
    }
    hal_job_t none = 0;
    EXPECT_EQ(device.launch(device.kernel(empty), {}, 1, &none), hal_not_ready);
    std::ranges::reverse(jobs);
    for (hal_job_t job : jobs) {
      EXPECT_EQ(device.wait(job), hal_success);
      EXPECT_EQ(device.wait(job), hal_error_invalid_value) << "it was forgotten";
    }
    EXPECT_THAT(device.read<uint32_t>(out, 1), ElementsAre(1 + 10 * (round + 1) * HAL_MAX_JOBS));
  }
}

TEST(RiscvLaunch, AWaitEndsWithItsTime) {
  OpenDevice device;
  const hal_address_t words = device.allocate<uint32_t>(2);
  hal_job_t job = 0;
  ASSERT_EQ(device.launch(device.kernel(waitForFlag), {words, words + 4}, 1, &job), hal_success);
  EXPECT_EQ(device.wait(job, 0), hal_not_ready);
  EXPECT_EQ(device.wait(job, 1000000), hal_not_ready);
  const uint32_t one = 1;
  ASSERT_EQ(device.hal().write(device.device(), words + 4, &one, sizeof one), hal_success);
  EXPECT_EQ(device.wait(job), hal_success);
}

TEST(RiscvLaunch, EachRangeStartsWithTheDefaultFpEnvironment) {
  struct Result {
    uint32_t control;
    float halved;
  };
  OpenDevice device;
  const hal_address_t out = device.allocate<Result>(1);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(device.run(changeFp, {out}), hal_success);
    const Result seen = device.read<Result>(out, 1)[0];
    EXPECT_EQ(seen.control, 0u);
    EXPECT_EQ(seen.halved, 0x1p-127f);
  }
}

TEST(RiscvLaunch, WhatNoCallerShouldPassIsAnError) {
  OpenDevice device;
  hal_job_t job = 0;
  hal_kernel_t kernel = 0;
  EXPECT_EQ(device.launch(12345, {}, 1, &job), hal_error_invalid_value);
  EXPECT_EQ(device.launch(device.kernel(empty), {}, 0, &job), hal_error_invalid_value);
  EXPECT_EQ(device.wait(987654321), hal_error_invalid_value);
  EXPECT_EQ(device.hal().find_kernel(device.device(), 77, 0, &kernel), hal_error_invalid_value);
  const hal_program_t program = device.load(kernelBinary());
  EXPECT_EQ(device.hal().find_kernel(device.device(), program, kernelCount, &kernel),
            hal_error_missing_kernel);
}

}  // namespace
}  // namespace riscv::test
