// Tests programs, launches and jobs (doc/hal.md).
#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <thread>

#include "fixture.h"

namespace hal::cts {

KILN_HAL_CTS_SUITE(Programs);

// A kernel with each kind of access: read, write, and a value.
constexpr char addSource[] = R"(
kernel void k(global int *out, global const int *in, int value) {
  out[get_global_id(0)] = in[get_global_id(0)] + value;
}
)";

// Returns 0, 1, 2 and so on.
std::vector<int> numbers(size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

/// Kernel i is entry i of the kernel table; beyond it is hal_error_missing_kernel.
/// Contract of find_kernel; a wrong number must not reach the device.
TEST_P(Programs, FindTheirKernelsByNumber) {
  std::string log;
  const auto binary = registration().compile(
      device().info(),
      "kernel void a(global int *p) { *p = 1; } kernel void b(global int *p) { *p = 2; }", &log);
  ASSERT_TRUE(binary) << log;
  hal_program_t program = 0;
  ASSERT_EQ(device()(&hal_t::load_program, static_cast<const void *>(binary->data()),
                     uint64_t{binary->size()}, &program),
            hal_success);
  hal_kernel_t first = 0, second = 0, third = 0;
  EXPECT_EQ(device()(&hal_t::find_kernel, program, 0u, &first), hal_success);
  EXPECT_EQ(device()(&hal_t::find_kernel, program, 1u, &second), hal_success);
  EXPECT_NE(first, second);
  EXPECT_EQ(device()(&hal_t::find_kernel, program, 2u, &third), hal_error_missing_kernel);
  EXPECT_EQ(device()(&hal_t::find_kernel, program, UINT32_MAX, &third), hal_error_missing_kernel);
  device().unload(program);
}

/// hal_error_invalid_binary, and the device still works.
/// Contract of load_program: it trusts no byte. Half of the files are cut off, half have eight
/// random bytes in their first 2048. A changed byte may leave a valid file.
TEST_P(Programs, AreRefusedWhenDamaged) {
  std::string log;
  const auto binary = registration().compile(device().info(), addSource, &log);
  ASSERT_TRUE(binary) << log;
  // A fixed seed: failures repeat.
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    Binary damaged = *binary;
    if (i % 2 == 0) {
      damaged.resize(random() % (damaged.size() / 4));  // headers, but not all of the segments
    } else {
      for (int n = 0; n < 8; ++n) {
        damaged[random() % std::min<size_t>(damaged.size(), 2048)] =
            static_cast<std::byte>(random());
      }
    }
    hal_program_t program = 0;
    const hal_result_t result =
        device()(&hal_t::load_program, static_cast<const void *>(damaged.data()),
                 uint64_t{damaged.size()}, &program);
    if (result == hal_success) {
      EXPECT_NE(i % 2, 0) << "its segments are cut off";
      device().unload(program);
    } else {
      EXPECT_TRUE(result == hal_error_invalid_binary || result == hal_error_out_of_memory)
          << result;
    }
  }
  // The device still works.
  Kernel kernel(device(), addSource);
  ASSERT_TRUE(kernel);
}

/// Loading and unloading can be repeated.
/// A HAL that leaks the code of a program runs out of memory here.
TEST_P(Programs, ComeAndGo) {
  std::string log;
  const auto binary = registration().compile(device().info(), addSource, &log);
  ASSERT_TRUE(binary) << log;
  for (int i = 0; i < 300; ++i) {
    hal_program_t program = 0;
    ASSERT_EQ(device()(&hal_t::load_program, static_cast<const void *>(binary->data()),
                       uint64_t{binary->size()}, &program),
              hal_success);
    device().unload(program);
  }
}

KILN_HAL_CTS_SUITE(Launches);

/// Each work-item writes its own place.
/// Contract of launch: also for one item, for groups of one item, and for a last group that is
/// smaller.
TEST_P(Launches, RunEveryWorkItem) {
  Kernel kernel(device(), addSource);
  ASSERT_TRUE(kernel);
  for (const Kernel::Grid grid : {Kernel::Grid{1, 1}, {64, 16}, {1000, 1}, {1000, 7}, {4096, 64}}) {
    const Memory in = memoryOf(numbers(grid.global));
    const Memory out = memoryOf(std::vector<int>(grid.global));
    ASSERT_EQ(kernel.run(grid, out, in, 5), hal_success);
    std::vector<int> expected = numbers(grid.global);
    for (int &value : expected) {
      value += 5;
    }
    EXPECT_EQ(contents<int>(out, grid.global), expected) << grid.global << " by " << grid.local;
  }
}

/// No group is lost, and none runs twice.
/// 3000 groups of 4 items count themselves with atomics, on all workers at once.
TEST_P(Launches, RunEveryGroupOnce) {
  Kernel kernel(device(), R"(
    kernel void k(global uint *total, global uint *perGroup) {
      atomic_inc(total);
      atomic_inc(perGroup + get_group_id(0));
    })");
  ASSERT_TRUE(kernel);
  const Memory total = memoryOf(std::vector<uint32_t>(1));
  const Memory perGroup = memoryOf(std::vector<uint32_t>(3000));
  ASSERT_EQ(kernel.run({3000 * 4, 4}, total, perGroup), hal_success);
  EXPECT_EQ(contents<uint32_t>(total, 1)[0], 12000u);
  EXPECT_THAT(contents<uint32_t>(perGroup, 3000), testing::Each(4u));
}

/// Workers do not share arenas or scratchpads.
/// Contract of hal_launch_t: frame, static and dynamic local memory lie apart in each worker's
/// arena. A value lives in the frame across a barrier, with one word of each local array.
TEST_P(Launches, HaveLocalMemoryAndFrames) {
  Kernel kernel(device(), R"(
    kernel void k(global int *out, global const int *in, local int *dynamic) {
      local int fixed[64];
      int mine = in[get_global_id(0)] * 3;  // lives across the barrier
      fixed[get_local_id(0)] = mine + 1;
      dynamic[63 - get_local_id(0)] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = mine + fixed[63 - get_local_id(0)] + dynamic[get_local_id(0)];
    })");
  ASSERT_TRUE(kernel);
  constexpr int count = 64 * 100;
  const Memory in = memoryOf(numbers(count));
  const Memory out = memoryOf(std::vector<int>(count));
  ASSERT_EQ(kernel.run({count, 64}, out, in, Local{64 * sizeof(int)}), hal_success);
  std::vector<int> expected(count);
  for (int i = 0; i < count; ++i) {
    const int opposite = i / 64 * 64 + 63 - i % 64;
    expected[static_cast<size_t>(i)] = 3 * (i + 2 * opposite) + 1;
  }
  EXPECT_EQ(contents<int>(out, count), expected);
}

/// hal_error_invalid_value for launches without a kernel or without groups.
/// Contract of launch: checked before anything runs.
TEST_P(Launches, RefuseNonsense) {
  mux_schedule_t schedule = {};
  hal_launch_t launch = {};
  launch.schedule = &schedule;
  launch.group_count = 1;
  hal_job_t job = 0;
  EXPECT_EQ(device()(&hal_t::launch, static_cast<const hal_launch_t *>(&launch), &job),
            hal_error_invalid_value)
      << "no kernel";
  Kernel kernel(device(), addSource);
  ASSERT_TRUE(kernel);
  launch.kernel = kernel.get();
  // The kernel is good now, and the count is not.
  launch.group_count = 0;
  EXPECT_EQ(device()(&hal_t::launch, static_cast<const hal_launch_t *>(&launch), &job),
            hal_error_invalid_value)
      << "no work-group";
}

KILN_HAL_CTS_SUITE(Jobs);

// The result depends on the order of the launches: x * 3 + i does not commute.
constexpr char chainSource[] = "kernel void k(global uint *x, uint i) { *x = *x * 3 + i; }";

/// Each job sees all writes of the jobs before.
/// Contract of launch: jobs run in the order of submission, at most HAL_MAX_JOBS at one time; one
/// more is hal_not_ready. Waits may come in any order.
TEST_P(Jobs, RunInTheirOrder) {
  Kernel kernel(device(), chainSource);
  ASSERT_TRUE(kernel);
  const Memory x = memoryOf(std::vector<uint32_t>{7});
  std::vector<hal_job_t> jobs;
  uint32_t expected = 7;
  for (uint32_t i = 0; i < HAL_MAX_JOBS; ++i) {
    jobs.emplace_back();
    ASSERT_EQ(kernel.launch({1, 1}, &jobs.back(), x, i), hal_success);
    expected = expected * 3 + i;
  }
  hal_job_t tooMany = 0;
  EXPECT_EQ(kernel.launch({1, 1}, &tooMany, x, 1u), hal_not_ready);
  // Waited for in another order.
  std::ranges::reverse(jobs);
  uint64_t laterStart = UINT64_MAX;
  for (hal_job_t job : jobs) {
    hal_job_result_t result = {};
    ASSERT_EQ(device()(&hal_t::wait, job, forever, &result), hal_success);
    EXPECT_EQ(result.result, hal_success);
    EXPECT_LE(result.start, result.end);
    EXPECT_LE(result.start, laterStart);
    laterStart = result.start;
  }
  EXPECT_EQ(contents<uint32_t>(x, 1)[0], expected);
  ASSERT_EQ(kernel.run({1, 1}, x, 1u), hal_success) << "there is room again";
}

/// A second wait is hal_error_invalid_value.
/// Contract of wait: it ends the job, so its number means nothing afterwards. The same error
/// answers a number that was never given.
TEST_P(Jobs, AreForgottenOnceWaitedFor) {
  Kernel kernel(device(), chainSource);
  ASSERT_TRUE(kernel);
  const Memory x = memoryOf(std::vector<uint32_t>{7});
  hal_job_t job = 0;
  ASSERT_EQ(kernel.launch({1, 1}, &job, x, 1u), hal_success);
  hal_job_result_t result = {};
  ASSERT_EQ(device()(&hal_t::wait, job, forever, &result), hal_success);
  EXPECT_EQ(device()(&hal_t::wait, job, forever, &result), hal_error_invalid_value);
  EXPECT_EQ(device()(&hal_t::wait, hal_job_t{123456789}, uint64_t{0}, &result),
            hal_error_invalid_value);
}

/// Of several threads that wait for one job at a time, one gets its result.
TEST_P(Jobs, AreWaitedForByOneThread) {
  Kernel kernel(device(), chainSource);
  ASSERT_TRUE(kernel);
  const Memory x = memoryOf(std::vector<uint32_t>{7});
  for (int round = 0; round < 20; ++round) {
    hal_job_t job = 0;
    ASSERT_EQ(kernel.launch({1, 1}, &job, x, 1u), hal_success);
    std::atomic<int> winners = 0, losers = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        hal_job_result_t result = {};
        const hal_result_t code = device()(&hal_t::wait, job, forever, &result);
        winners += code == hal_success;
        losers += code == hal_error_invalid_value;
      });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
    EXPECT_EQ(winners, 1);
    EXPECT_EQ(losers, 3);
  }
}

/// hal_not_ready after the timeout, and the job can be waited for again.
/// Contract of wait. A write from the host ends the kernel, so transfers have to work beside a
/// running job.
TEST_P(Jobs, TimeOut) {
  // A loop of a tenth of a second at least; the host ends it earlier through memory.
  Kernel kernel(device(), R"(
    kernel void k(global volatile int *stop) {
      for (ulong i = 0; i < 300000000UL && *stop == 0; ++i) {}
    })");
  ASSERT_TRUE(kernel);
  const Memory stop = memoryOf(std::vector<int>{0});
  hal_job_t job = 0;
  ASSERT_EQ(kernel.launch({1, 1}, &job, stop), hal_success);
  hal_job_result_t result = {};
  EXPECT_EQ(device()(&hal_t::wait, job, uint64_t{0}, &result), hal_not_ready);
  EXPECT_EQ(device()(&hal_t::wait, job, oneSecond / 100, &result), hal_not_ready);
  const int one = 1;
  ASSERT_EQ(device()(&hal_t::write, hal_address_t{stop}, static_cast<const void *>(&one),
                     uint64_t{sizeof one}),
            hal_success)
      << "transfers run beside launches";
  EXPECT_EQ(device()(&hal_t::wait, job, forever, &result), hal_success);
}

/// Start and end lie between two readings of the clock.
/// Contract of hal_job_result_t and get_time: one clock, in nanoseconds.
TEST_P(Jobs, AreTimedByTheDevicesClock) {
  Kernel kernel(device(), chainSource);
  ASSERT_TRUE(kernel);
  const Memory x = memoryOf(std::vector<uint32_t>{7});
  const uint64_t before = device().time();
  hal_job_t job = 0;
  ASSERT_EQ(kernel.launch({1, 1}, &job, x, 1u), hal_success);
  hal_job_result_t result = {};
  ASSERT_EQ(device()(&hal_t::wait, job, forever, &result), hal_success);
  EXPECT_LE(before, result.start);
  EXPECT_LE(result.start, result.end);
  EXPECT_LE(result.end, device().time());
}

/// Counters belong to one job alone.
/// Contract of hal_job_result_t::counters: all of them are written, for this job.
TEST_P(Jobs, AreCounted) {
  const uint32_t count = device().info().counter_count;
  Kernel kernel(device(), addSource);
  ASSERT_TRUE(kernel);
  // The large launch does far more work, so it shows in each counter, times included. The first
  // launch comes before both: it may have other work to do.
  constexpr uint32_t many = 1 << 18;
  const Memory memory = memoryOf(std::vector<int>(many));
  std::vector<uint64_t> first(count), small(count, ~uint64_t{0}), large(count, ~uint64_t{0});
  for (auto *counters : {&first, &small, &large}) {
    hal_job_t job = 0;
    ASSERT_EQ(kernel.launch({counters == &small ? 1u : many, 1}, &job, memory, memory, 1),
              hal_success);
    hal_job_result_t result = {};
    result.counters = count ? counters->data() : nullptr;
    ASSERT_EQ(device()(&hal_t::wait, job, forever, &result), hal_success);
  }
  for (uint32_t i = 0; i < count; ++i) {
    EXPECT_NE(small[i], ~uint64_t{0}) << device().info().counters[i].name;
    EXPECT_GE(large[i], small[i]) << device().info().counters[i].name;
  }
}

/// launch and wait are thread-safe.
/// Four threads launch and wait 50 times each. The first launch makes the arenas, so that none of
/// the threads replaces them.
TEST_P(Jobs, ComeFromManyThreads) {
  Kernel kernel(device(), "kernel void k(global uint *x) { atomic_inc(x); }");
  ASSERT_TRUE(kernel);
  const Memory x = memoryOf(std::vector<uint32_t>{0});
  ASSERT_EQ(kernel.run({16, 4}, x), hal_success) << "makes the arenas";
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(kernel.run({16, 4}, x), hal_success);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(contents<uint32_t>(x, 1)[0], (4u * 50 + 1) * 16);
}

/// `close` ends the device with everything it holds.
/// Contract of close: it waits for jobs or ends them. Twenty rounds, since the job may have ended
/// by chance.
TEST_P(Jobs, MayBeUnderWayWhenTheDeviceIsClosed) {
  // Nothing is waited for, unloaded or freed.
  std::string log;
  const auto binary = registration().compile(device().info(), "kernel void k() {}", &log);
  ASSERT_TRUE(binary) << log;
  for (int i = 0; i < 20; ++i) {
    const Device own(hal());
    hal_address_t address = 0;
    hal_program_t program = 0;
    hal_kernel_t kernel = 0;
    hal_job_t job = 0;
    EXPECT_EQ(own(&hal_t::allocate, uint64_t{4096}, uint64_t{0}, &address), hal_success);
    EXPECT_EQ(own(&hal_t::load_program, static_cast<const void *>(binary->data()),
                  uint64_t{binary->size()}, &program),
              hal_success);
    ASSERT_EQ(own(&hal_t::find_kernel, program, 0u, &kernel), hal_success);
    mux_schedule_t schedule = {};
    schedule.abi_version = MUX_ABI_VERSION;
    schedule.dimensions = 1;
    for (size_t d = 0; d < 3; ++d) {
      schedule.global_size[d] = schedule.local_size[d] = schedule.last_local_size[d] =
          schedule.num_groups[d] = 1;
    }
    hal_launch_t launch = {};
    launch.kernel = kernel;
    launch.schedule = &schedule;
    launch.group_count = 1;
    EXPECT_EQ(own(&hal_t::launch, static_cast<const hal_launch_t *>(&launch), &job), hal_success);
  }
}

}  // namespace hal::cts
