// The mux device over a HAL: threads, queues, arenas, transfers in rows.
#include <cfenv>
#include <numeric>

#include "fixture.h"

namespace hal::test {
namespace {

using Runtime = RuntimeTest;

TEST(RuntimeThreads, ComeWithTheFirstQueueAndGoWithTheLast) {
  switches().reset();
  const size_t before = threadCount();
  mux_device_t device = nullptr;
  mux_memory_t memory = nullptr;
  mux_executable_t executable = nullptr;
  ASSERT_EQ(muxCreateDevice(deviceInfo(), nullptr, &device), mux_success);
  EXPECT_EQ(switches().open.calls, 0u) << "nothing has needed the device yet";
  ASSERT_EQ(muxAllocateMemory(device, 4096, 0, 0, &memory), mux_success);
  ASSERT_EQ(muxCreateExecutable(device, kernelBinary().data(), kernelBinary().size(), &executable),
            mux_success);
  EXPECT_EQ(switches().open.calls, 1u);
  EXPECT_EQ(threadCount(), before);
  for (int i = 0; i < 3; ++i) {
    mux_queue_t first = nullptr, second = nullptr;
    ASSERT_EQ(muxCreateQueue(device, &first), mux_success);
    EXPECT_EQ(threadCount(), before + 1);
    ASSERT_EQ(muxCreateQueue(device, &second), mux_success);
    EXPECT_EQ(threadCount(), before + 1) << "one for all queues";
    muxDestroyQueue(device, first);
    EXPECT_EQ(threadCount(), before + 1);
    muxDestroyQueue(device, second);
    EXPECT_EQ(awaitThreadCount(before), before);
  }
  muxDestroyExecutable(device, executable);
  muxFreeMemory(device, memory);
  muxDestroyDevice(device);
}

class RuntimeEnd : public RuntimeTest {
 public:
  void TestBody() override {
    mux_buffer_t counts = buffer(64 * sizeof(uint32_t));
    EXPECT_EQ(run("count_groups", 64, 1, {bufferArgument(counts)}), mux_success);
  }
};

TEST(RuntimeThreads, OfWorkersEndWithTheDevice) {
  const size_t before = threadCount();
  for (int i = 0; i < 3; ++i) {
    RuntimeEnd().TestBody();
    EXPECT_EQ(awaitThreadCount(before), before);
  }
}

TEST_F(Runtime, CallbacksThatTakeLongHoldUpNobody) {
  constexpr int count = 12;
  Gate gate;
  std::vector<mux_fence_t> fences;
  for (int i = 0; i < count; ++i) {
    mux_command_buffer_t waiting = commands();
    ASSERT_EQ(muxCommandUserCallback(waiting, Gate::wait, &gate), mux_success);
    ASSERT_EQ(dispatch(waiting, fences.emplace_back(fence())), mux_success);
  }
  gate.awaitEntries(count);  // all at the same time
  mux_buffer_t counts = buffer(64 * sizeof(uint32_t));
  EXPECT_EQ(run("count_groups", 64, 1, {bufferArgument(counts)}), mux_success);
  EXPECT_THAT(contents<uint32_t>(counts, 64), testing::Each(1u));
  gate.open();
  for (mux_fence_t each : fences) {
    EXPECT_EQ(wait(each), mux_success);
  }
}

TEST_F(Runtime, LongKernelsHoldUpNoTransfers) {
  mux_buffer_t flags = buffer(8), other = buffer(4096);
  mux_buffer_t flag = buffer(4);
  mux_command_buffer_t waiting = commands();
  ASSERT_EQ(record(waiting, "wait_for_flag", 1, 1, {bufferArgument(flags), bufferArgument(flag)}),
            mux_success);
  mux_fence_t done = fence();
  ASSERT_EQ(dispatch(waiting, done), mux_success);
  EXPECT_THAT(contents<uint8_t>(other, 4096), testing::Each(0));
  EXPECT_EQ(muxTryWait(queue_, 0, done), mux_not_ready);
  EXPECT_EQ(muxTryWait(queue_, 5'000'000, done), mux_not_ready);
  const uint32_t one = 1;
  mux_command_buffer_t setting = commands();
  ASSERT_EQ(muxCommandWriteBuffer(setting, flag, 0, &one, 4), mux_success);
  EXPECT_EQ(finish(setting), mux_success);
  EXPECT_EQ(wait(done), mux_success);
}

TEST_F(Runtime, KernelsHaveTheFloatingPointEnvironmentOfTheirSchedule) {
  struct Result {
    uint32_t control, x87;
    float halved;
  };
  mux_buffer_t out = buffer(8 * sizeof(Result));
  const int before = std::fegetround();
  std::fesetround(FE_UPWARD);
  const mux_result_t plain = run("observe_fp", 8, 1, {bufferArgument(out)});
  std::fesetround(before);
  ASSERT_EQ(plain, mux_success);
  for (const Result &result : contents<Result>(out, 8)) {
    EXPECT_EQ(result.halved, 0x1p-127f);
#if defined(__x86_64__)
    EXPECT_EQ(result.control & 0xffc0, 0x1f80u);
#endif
  }
  ASSERT_EQ(run("observe_fp_flushed", 8, 1, {bufferArgument(out)}), mux_success);
  for (const Result &result : contents<Result>(out, 8)) {
    EXPECT_EQ(result.halved, 0.0f);
  }
}

TEST_F(Runtime, KernelsKnowTheirPrivateMemory) {
  mux_buffer_t out = buffer(4);
  ASSERT_EQ(run("use_stack", 1, 1, {bufferArgument(out)}), mux_success);
  uint32_t expected = 0;
  for (uint32_t i = 0; i < 1 << 20; i += 64) {
    expected += static_cast<uint8_t>(i / 64);
  }
  EXPECT_EQ(contents<uint32_t>(out, 1)[0], expected);
}

/// The number written by use_frame for a group of this size.
uint64_t frameSum(uint64_t items) {
  constexpr uint64_t words = 65536 / 8;
  return words * (items * (items - 1) / 2) + items * (words * (words - 1) / 2);
}

TEST_F(Runtime, ArenasGrowWhileJobsRun) {
  constexpr uint64_t sizes[] = {1, 3, 2, 8, 5, 16, 1};
  std::vector<mux_buffer_t> sums;
  std::vector<mux_fence_t> fences;
  for (uint64_t size : sizes) {
    mux_command_buffer_t launching = commands();
    sums.push_back(buffer(20 * sizeof(uint64_t)));
    ASSERT_EQ(record(launching, "use_frame", 20 * size, size, {bufferArgument(sums.back())}),
              mux_success);
    ASSERT_EQ(dispatch(launching, fences.emplace_back(fence())), mux_success);
  }
  for (size_t i = 0; i < std::size(sizes); ++i) {
    EXPECT_EQ(wait(fences[i]), mux_success);
    EXPECT_THAT(contents<uint64_t>(sums[i], 20), testing::Each(frameSum(sizes[i]))) << sizes[i];
  }
}

TEST_F(Runtime, ArenasWithoutRoomAreOutOfResources) {
  mux_buffer_t sums = buffer(8);
  EXPECT_EQ(run("use_frame", 4096, 4096, {bufferArgument(sums)}), mux_error_invalid_value)
      << "more work-items than the device takes";
  EXPECT_EQ(run("use_frame", 1024, 1024, {bufferArgument(sums)}), mux_error_out_of_resources)
      << "more than an arena may have";
  std::vector<mux_memory_t> all;
  for (uint64_t size = device_->info->max_allocation_size; size >= 4096; size /= 2) {
    mux_memory_t memory = nullptr;
    while (muxAllocateMemory(device_, size, 0, 0, &memory) == mux_success) {
      all.push_back(memory);
    }
  }
  EXPECT_EQ(run("use_frame", 16, 16, {bufferArgument(sums)}), mux_error_out_of_resources);
  for (mux_memory_t memory : all) {
    muxFreeMemory(device_, memory);
  }
  EXPECT_EQ(run("use_frame", 16, 16, {bufferArgument(sums)}), mux_success);
  EXPECT_EQ(contents<uint64_t>(sums, 1)[0], frameSum(16));
}

TEST_F(Runtime, UnusedArenasMakeRoom) {
  // With arenas of half of the largest size, all but a little of the memory can be had.
  mux_buffer_t sums = buffer(8);
  const auto fill = [&] {
    std::vector<mux_memory_t> all;
    uint64_t total = 0;
    mux_memory_t memory = nullptr;
    for (uint64_t size = device_->info->max_allocation_size; size >= 1 << 20; size /= 2) {
      while (muxAllocateMemory(device_, size, 0, 0, &memory) == mux_success) {
        all.push_back(memory);
        total += size;
      }
    }
    for (mux_memory_t each : all) {
      muxFreeMemory(device_, each);
    }
    return total;
  };
  const uint64_t before = fill();
  ASSERT_EQ(run("use_frame", 256, 256, {bufferArgument(sums)}), mux_success);
  EXPECT_EQ(fill(), before);
  ASSERT_EQ(run("use_frame", 256, 256, {bufferArgument(sums)}), mux_success);
  EXPECT_EQ(contents<uint64_t>(sums, 1)[0], frameSum(256));
}

TEST_F(Runtime, IdleCostsNoProcessorTime) {
  mux_buffer_t counts = buffer(64 * 4);
  ASSERT_EQ(run("count_groups", 64, 1, {bufferArgument(counts)}), mux_success);
  Gate gate;
  mux_command_buffer_t waiting = commands(), behind = commands();
  mux_semaphore_t between = semaphore();
  mux_fence_t first = fence(), second = fence();
  ASSERT_EQ(muxCommandUserCallback(waiting, Gate::wait, &gate), mux_success);
  ASSERT_EQ(dispatch(behind, second, {between}), mux_success);
  ASSERT_EQ(dispatch(waiting, first, {}, {between}), mux_success);
  std::thread waiter([&] { EXPECT_EQ(wait(second), mux_success); });
  gate.awaitEntries(1);
  const auto processorTime = [] {
    timespec time = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  };
  const auto before = processorTime();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_LT(processorTime() - before, std::chrono::milliseconds(30));
  gate.open();
  waiter.join();
  EXPECT_EQ(wait(first), mux_success);
}

TEST_F(Runtime, ManyLaunchesFromSeveralQueues) {
  constexpr int threadCount = 4, launches = 60;
  constexpr uint64_t groups = 32;
  struct Own {
    mux_queue_t queue = nullptr;
    mux_buffer_t owners, errors, counts;
    std::vector<mux_command_buffer_t> commands;
    std::vector<mux_semaphore_t> semaphores;
    mux_fence_t last;
  } own[threadCount];
  for (Own &o : own) {
    ASSERT_EQ(muxCreateQueue(device_, &o.queue), mux_success);
    o.owners = buffer(64);
    o.errors = buffer(4);
    o.counts = buffer(groups * 4);
    o.last = fence();
    for (int i = 0; i < launches; ++i) {
      o.commands.push_back(commands());
      o.semaphores.push_back(semaphore());
      ASSERT_EQ(record(o.commands.back(), "own_worker", groups, 1,
                       {bufferArgument(o.owners), bufferArgument(o.errors)}),
                mux_success);
      ASSERT_EQ(record(o.commands.back(), "count_groups", groups, 1, {bufferArgument(o.counts)}),
                mux_success);
    }
  }
  std::vector<std::thread> threads;
  for (Own &o : own) {
    threads.emplace_back([&] {
      for (size_t i = 0; i < launches; ++i) {
        const bool isLast = i + 1 == launches;
        EXPECT_EQ(dispatch(o.commands[i], isLast ? o.last : nullptr,
                           i ? std::vector{o.semaphores[i - 1]} : std::vector<mux_semaphore_t>{},
                           {o.semaphores[i]}, o.queue),
                  mux_success);
      }
      EXPECT_EQ(muxTryWait(o.queue, UINT64_MAX, o.last), mux_success);
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  for (Own &o : own) {
    EXPECT_EQ(contents<uint32_t>(o.errors, 1)[0], 0u);
    EXPECT_THAT(contents<uint32_t>(o.counts, groups), testing::Each(uint32_t{launches}));
    muxDestroyQueue(device_, o.queue);
  }
}

TEST_F(Runtime, SmallRowsTravelTogether) {
  constexpr uint64_t rows = 100, width = 16, pitch = 64;
  mux_buffer_t wide = buffer(rows * pitch);
  std::vector<uint8_t> host(rows * pitch);
  std::iota(host.begin(), host.end(), uint8_t{0});
  mux_buffer_region_t gapsOnTheHost = {{width, rows, 1}, {},    {},          pitch,
                                       rows * pitch,     width, rows * width};
  mux_command_buffer_t writing = commands();
  ASSERT_EQ(muxCommandWriteBufferRegion(writing, wide, host.data(), &gapsOnTheHost), mux_success);
  ASSERT_EQ(finish(writing), mux_success);
  EXPECT_EQ(switches().write.calls, 1u) << "one piece of device memory";
  const auto packed = contents<uint8_t>(wide, rows * width);
  for (uint64_t row = 0; row < rows; ++row) {
    ASSERT_TRUE(std::equal(&host[row * pitch], &host[row * pitch] + width, &packed[row * width]));
  }

  const mux_buffer_region_t gapsOnTheDevice = {{width, rows, 1}, {},    {},          pitch,
                                               rows * pitch,     pitch, rows * pitch};
  writing = commands();
  ASSERT_EQ(muxCommandFillBuffer(writing, wide, 0, rows * pitch, "\xaa", 1), mux_success);
  ASSERT_EQ(muxCommandWriteBufferRegion(writing, wide, host.data(), &gapsOnTheDevice), mux_success);
  ASSERT_EQ(finish(writing), mux_success);
  EXPECT_EQ(switches().write.calls, 1 + rows) << "what lies between the rows is not ours";
  switches().read.calls = 0;
  std::vector<uint8_t> read(rows * pitch, 0xbb);
  mux_command_buffer_t reading = commands();
  ASSERT_EQ(muxCommandReadBufferRegion(reading, wide, read.data(), &gapsOnTheDevice), mux_success);
  ASSERT_EQ(finish(reading), mux_success);
  EXPECT_EQ(switches().read.calls, 1u);
  const auto whole = contents<uint8_t>(wide, rows * pitch);
  for (uint64_t i = 0; i < rows * pitch; ++i) {
    const bool isInRow = i % pitch < width;
    ASSERT_EQ(read[i], isInRow ? host[i] : 0xbb) << i;
    ASSERT_EQ(whole[i], isInRow ? host[i] : 0xaa) << i;
  }
}

TEST_F(Runtime, TransfersOfNothingReachNoDevice) {
  mux_buffer_t some = buffer(64);
  switches().reset();
  mux_command_buffer_t empty = commands();
  char byte = 0;
  EXPECT_EQ(muxCommandReadBuffer(empty, some, 0, &byte, 0), mux_success);
  EXPECT_EQ(muxCommandWriteBuffer(empty, some, 64, &byte, 0), mux_success);
  EXPECT_EQ(muxCommandFillBuffer(empty, some, 0, 0, &byte, 1), mux_success);
  EXPECT_EQ(finish(empty), mux_success);
  EXPECT_EQ(switches().read.calls + switches().write.calls + switches().fill.calls, 0u);
}

TEST_F(Runtime, HelpSaysAtOnceThatItIsNot) {
  Gate gate;
  mux_command_buffer_t waiting = commands();
  ASSERT_EQ(muxCommandUserCallback(waiting, Gate::wait, &gate), mux_success);
  mux_fence_t done = fence();
  ASSERT_EQ(dispatch(waiting, done), mux_success);
  EXPECT_EQ(muxHelp(queue_, [](void *) { return 0; }, nullptr), mux_not_ready);
  gate.open();
  EXPECT_EQ(wait(done), mux_success);
}

}  // namespace
}  // namespace hal::test
