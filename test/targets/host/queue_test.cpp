// Queues: order, failures, callbacks, times, threads.
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>

#include "fixture.h"

namespace host::test {
namespace {

using namespace std::chrono_literals;
using testing::Each;

class QueueTest : public HostTest {
 protected:
  mux_command_buffer_t callback(void (*function)(void *), void *user) {
    mux_command_buffer_t commands = commandBuffer();
    EXPECT_EQ(muxCommandUserCallback(commands, function, user), mux_success);
    EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    return commands;
  }
  mux_command_buffer_t empty() {
    mux_command_buffer_t commands = commandBuffer();
    EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    return commands;
  }
  /// A launch that runs until flag[0] is set.
  mux_command_buffer_t waiting(uint64_t groups, Buffer<uint32_t> &started, Buffer<uint32_t> &flag) {
    mux_command_buffer_t commands = commandBuffer();
    EXPECT_EQ(record(commands, "wait_for_flag", {{groups}, {1}, {}},
                     {started.argument(), flag.argument()}),
              mux_success);
    EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    return commands;
  }
  static std::atomic_ref<uint32_t> atomic(uint32_t &word) { return std::atomic_ref(word); }
  /// A launch whose frame takes 256 MiB.
  mux_command_buffer_t large(Buffer<uint64_t> &sums) {
    mux_command_buffer_t commands = commandBuffer();
    EXPECT_EQ(record(commands, "use_frame", {{4096}, {4096}, {}}, {sums.argument()}), mux_success);
    EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    return commands;
  }
};

/// Leaves this process `bytes` of address space.
class AddressSpaceLimit {
 public:
  explicit AddressSpaceLimit(uint64_t bytes) {
    getrlimit(RLIMIT_AS, &previous_);
    uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit limit = previous_;
    limit.rlim_cur = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) + bytes;
    EXPECT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  }
  ~AddressSpaceLimit() { setrlimit(RLIMIT_AS, &previous_); }
  AddressSpaceLimit(const AddressSpaceLimit &) = delete;
  AddressSpaceLimit &operator=(const AddressSpaceLimit &) = delete;

 private:
  rlimit previous_;
};

TEST_F(QueueTest, WorkProgressesWithoutAWaiter) {
  std::atomic<bool> ran = false;
  ASSERT_EQ(dispatch(callback([](void *p) { *static_cast<std::atomic<bool> *>(p) = true; }, &ran)),
            mux_success);
  for (int i = 0; i < 5000 && !ran; ++i) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(ran);
}

TEST_F(QueueTest, WaitsTimeOut) {
  Buffer<uint32_t> started(device_, 1), flag(device_, 1);
  mux_fence_t done = fence();
  ASSERT_EQ(dispatch(waiting(1, started, flag), done), mux_success);
  EXPECT_EQ(muxTryWait(queue_, 0, done), mux_not_ready);
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(muxTryWait(queue_, 20'000'000, done), mux_not_ready);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 20ms);
  atomic(flag[0]) = 1;
  EXPECT_EQ(wait(done), mux_success);
  EXPECT_EQ(muxTryWait(queue_, 0, done), mux_success);
  ASSERT_EQ(muxResetFence(done), mux_success);
  EXPECT_EQ(muxTryWait(queue_, 0, done), mux_not_ready);
}

TEST_F(QueueTest, SemaphoresOrderDispatches) {
  struct Step {
    std::atomic<int> *counter;
    int seen;
  };
  std::atomic<int> counter = 0;
  constexpr int count = 50;
  std::vector<Step> steps(count, Step{&counter, -1});
  std::vector<mux_command_buffer_t> commands;
  std::vector<mux_semaphore_t> semaphores;
  for (int i = 0; i < count; ++i) {
    auto run = [](void *p) {
      auto *step = static_cast<Step *>(p);
      step->seen = (*step->counter)++;
    };
    commands.push_back(callback(run, &steps[static_cast<size_t>(i)]));
    semaphores.push_back(semaphore());
  }
  for (int i = count - 1; i >= 0; --i) {  // the last one first
    const auto n = static_cast<size_t>(i);
    std::vector<mux_semaphore_t> waits;
    if (i > 0) {
      waits.push_back(semaphores[n - 1]);
    }
    ASSERT_EQ(dispatch(commands[n], nullptr, waits, {semaphores[n]}), mux_success);
  }
  ASSERT_EQ(muxWaitAll(queue_), mux_success);
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(steps[static_cast<size_t>(i)].seen, i);
  }
}

TEST_F(QueueTest, ADispatchMayWaitForManyAndBeWaitedForByMany) {
  Buffer<uint32_t> counts(device_, 1);
  auto increment = [&] {
    mux_command_buffer_t commands = commandBuffer();
    EXPECT_EQ(record(commands, "count_groups", {{1}, {1}, {}}, {counts.argument()}), mux_success);
    EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    return commands;
  };
  std::vector<mux_semaphore_t> first = {semaphore(), semaphore(), semaphore()};
  mux_semaphore_t second = semaphore();
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(dispatch(increment(), nullptr, {second}), mux_success);
  }
  uint32_t seen = 0;
  mux_command_buffer_t middle = commandBuffer();
  ASSERT_EQ(muxCommandReadBuffer(middle, counts.handle(), 0, &seen, 4), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(middle), mux_success);
  ASSERT_EQ(dispatch(middle, nullptr, first, {second}), mux_success);
  for (mux_semaphore_t semaphore : first) {
    ASSERT_EQ(dispatch(increment(), nullptr, {}, {semaphore}), mux_success);
  }
  ASSERT_EQ(muxWaitAll(queue_), mux_success);
  EXPECT_EQ(seen, 3u);
  EXPECT_EQ(counts[0], 13u);
}

TEST_F(QueueTest, AFailureReachesWhatWaitsForIt) {
  Buffer<uint64_t> sums(device_, 1);
  mux_command_buffer_t fails = large(sums);
  mux_semaphore_t semaphore1 = semaphore(), semaphore2 = semaphore();
  mux_fence_t failed = fence(), dependent = fence(), second = fence(), other = fence();
  std::atomic<bool> ran = false;
  auto set = [](void *p) { *static_cast<std::atomic<bool> *>(p) = true; };
  ASSERT_EQ(dispatch(callback(set, &ran), dependent, {semaphore1}, {semaphore2}), mux_success);
  const mux_result_t result = mux_error_out_of_resources;
  {
    AddressSpaceLimit limit(128 << 20);
    ASSERT_EQ(dispatch(fails, failed, {}, {semaphore1}), mux_success);
    EXPECT_EQ(wait(failed), result);
  }
  EXPECT_EQ(wait(dependent), result);
  ASSERT_EQ(dispatch(callback(set, &ran), second, {semaphore2}), mux_success);
  EXPECT_EQ(wait(second), result);
  EXPECT_FALSE(ran);
  ASSERT_EQ(muxResetSemaphore(semaphore1), mux_success);
  ASSERT_EQ(dispatch(empty(), nullptr, {}, {semaphore1}), mux_success);
  ASSERT_EQ(dispatch(callback(set, &ran), other, {semaphore1}), mux_success);
  EXPECT_EQ(wait(other), mux_success);
  EXPECT_TRUE(ran);
  ASSERT_EQ(muxResetFence(failed), mux_success);
  ASSERT_EQ(dispatch(fails, failed), mux_success);  // with enough memory it works
  EXPECT_EQ(wait(failed), mux_success);
}

struct CompletionSeen {
  mux_completion_t completion = {};
  mux_device_t device = nullptr;
  mux_command_buffer_t commands = nullptr;
  std::atomic<int> calls = 0;
};

TEST_F(QueueTest, CompletionComesBeforeTheFenceAndMayDestroy) {
  CompletionSeen seen;
  seen.device = device_;
  ASSERT_EQ(muxCreateCommandBuffer(device_, &seen.commands), mux_success);
  ASSERT_EQ(record(seen.commands, "empty", {{100}, {1}, {}}, {}), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(seen.commands), mux_success);
  mux_dispatch_t info = {};
  info.command_buffer = seen.commands;
  info.fence = fence();
  info.user = &seen;
  info.completed = [](const mux_completion_t *completion, void *user) {
    auto *out = static_cast<CompletionSeen *>(user);
    out->completion = *completion;
    muxDestroyCommandBuffer(out->device, out->commands);
    ++out->calls;
  };
  uint64_t before = 0, after = 0;
  ASSERT_EQ(muxGetDeviceTime(device_, &before), mux_success);
  ASSERT_EQ(muxDispatch(queue_, &info), mux_success);
  ASSERT_EQ(wait(info.fence), mux_success);
  ASSERT_EQ(muxGetDeviceTime(device_, &after), mux_success);
  EXPECT_EQ(seen.calls, 1);
  EXPECT_EQ(seen.completion.result, mux_success);
  EXPECT_LE(before, seen.completion.start);
  EXPECT_LE(seen.completion.start, seen.completion.end);
  EXPECT_LE(seen.completion.end, after);
}

struct Chain {
  mux_queue_t queue = nullptr;
  mux_dispatch_t info = {};
  int left = 0;
};

TEST_F(QueueTest, CompletionsMayDispatch) {
  Chain chain = {queue_, {}, 1000};
  chain.info.command_buffer = empty();
  chain.info.user = &chain;
  chain.info.completed = [](const mux_completion_t *, void *user) {
    auto *next = static_cast<Chain *>(user);
    if (--next->left > 0) {
      EXPECT_EQ(muxDispatch(next->queue, &next->info), mux_success);
    }
  };
  ASSERT_EQ(muxDispatch(queue_, &chain.info), mux_success);
  ASSERT_EQ(muxWaitAll(queue_), mux_success);
  EXPECT_EQ(chain.left, 0);
}

TEST_F(QueueTest, RangesOfSeveralDispatchesRunSideBySide) {
  if (hostInfo()->compute_units < 2) {
    return;  // with one unit they take turns
  }
  Buffer<uint32_t> started(device_, 1), flag(device_, 1);
  mux_fence_t first = fence(), second = fence();
  ASSERT_EQ(dispatch(waiting(1, started, flag), first), mux_success);
  ASSERT_EQ(dispatch(waiting(1, started, flag), second), mux_success);
  while (atomic(started[0]) < 2) {
    std::this_thread::yield();
  }
  atomic(flag[0]) = 1;
  EXPECT_EQ(wait(first), mux_success);
  EXPECT_EQ(wait(second), mux_success);
}

TEST_F(QueueTest, AllWorkersShareARange) {
  const uint32_t units = hostInfo()->compute_units;
  Buffer<uint32_t> started(device_, 1), flag(device_, 1);
  mux_fence_t done = fence();
  ASSERT_EQ(dispatch(waiting(64 * units, started, flag), done), mux_success);
  while (atomic(started[0]) < units) {  // each of them has to be in a group at once
    std::this_thread::yield();
  }
  atomic(flag[0]) = 1;
  EXPECT_EQ(wait(done), mux_success);
  EXPECT_EQ(started[0], 64 * units);
}

TEST_F(QueueTest, ABlockedCallbackDoesNotStopTheDevice) {
  Buffer<uint32_t> flag(device_, 1);
  auto block = [](void *p) {
    while (std::atomic_ref(*static_cast<uint32_t *>(p)) == 0) {
      std::this_thread::yield();
    }
  };
  mux_fence_t blocked = fence();
  ASSERT_EQ(dispatch(callback(block, &flag[0]), blocked), mux_success);
  mux_queue_t other = queue();
  Buffer<uint32_t> counts(device_, 1000);
  mux_command_buffer_t commands = commandBuffer();
  ASSERT_EQ(record(commands, "count_groups", {{1000}, {1}, {}}, {counts.argument()}), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  mux_dispatch_t info = {};
  info.command_buffer = commands;
  ASSERT_EQ(muxDispatch(other, &info), mux_success);
  ASSERT_EQ(muxWaitAll(other), mux_success);
  EXPECT_THAT(counts, Each(1));
  EXPECT_EQ(muxTryWait(queue_, 0, blocked), mux_not_ready);
  atomic(flag[0]) = 1;
  EXPECT_EQ(wait(blocked), mux_success);
}

TEST_F(QueueTest, AShortRangeDoesNotWaitForALongOne) {
  const uint32_t units = hostInfo()->compute_units;
  Buffer<uint32_t> owners(device_, units), errors(device_, 1), counts(device_, 100);
  mux_command_buffer_t slow = commandBuffer(), quick = commandBuffer();
  ASSERT_EQ(
      record(slow, "own_worker", {{5'000'000}, {1}, {}}, {owners.argument(), errors.argument()}),
      mux_success);
  ASSERT_EQ(record(quick, "count_groups", {{100}, {1}, {}}, {counts.argument()}), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(slow), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(quick), mux_success);
  mux_fence_t slowDone = fence();
  ASSERT_EQ(dispatch(slow, slowDone), mux_success);
  std::this_thread::sleep_for(5ms);  // by now all workers are busy
  mux_queue_t other = queue();
  mux_dispatch_t info = {};
  info.command_buffer = quick;
  ASSERT_EQ(muxDispatch(other, &info), mux_success);
  ASSERT_EQ(muxWaitAll(other), mux_success);
  EXPECT_THAT(counts, Each(1));
  EXPECT_EQ(muxTryWait(queue_, 0, slowDone), mux_not_ready);
  EXPECT_EQ(wait(slowDone), mux_success);
  EXPECT_EQ(errors[0], 0u);
}

TEST_F(QueueTest, HelpRunsReadyWork) {
  EXPECT_EQ(muxHelp(queue_, [](void *) { return 0; }, nullptr), mux_not_ready);
  EXPECT_EQ(muxHelp(queue_, [](void *) { return 1; }, nullptr), mux_success);
  std::atomic<bool> ran = false;
  ASSERT_EQ(dispatch(callback([](void *p) { *static_cast<std::atomic<bool> *>(p) = true; }, &ran)),
            mux_success);
  auto done = [](void *p) { return static_cast<int>(*static_cast<std::atomic<bool> *>(p)); };
  while (muxHelp(queue_, done, &ran) == mux_not_ready) {
    std::this_thread::yield();
  }
  EXPECT_TRUE(ran);
}

TEST_F(QueueTest, TransfersMoveBytes) {
  Buffer<uint8_t> a(device_, 256), b(device_, 256);
  uint8_t host[256], back[256] = {};
  for (int i = 0; i < 256; ++i) {
    host[i] = static_cast<uint8_t>(i);
  }
  const uint32_t pattern[3] = {1, 2, 3};
  mux_command_buffer_t commands = commandBuffer();
  ASSERT_EQ(muxCommandWriteBuffer(commands, a.handle(), 0, host, 256), mux_success);
  ASSERT_EQ(muxCommandCopyBuffer(commands, a.handle(), 100, b.handle(), 50, 20), mux_success);
  ASSERT_EQ(muxCommandFillBuffer(commands, b.handle(), 128, 64, pattern, 4), mux_success);
  ASSERT_EQ(muxCommandReadBuffer(commands, b.handle(), 0, back, 256), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  ASSERT_EQ(dispatch(commands), mux_success);
  ASSERT_EQ(muxWaitAll(queue_), mux_success);
  EXPECT_EQ(std::memcmp(back + 50, host + 100, 20), 0);
  for (int i = 128; i < 192; i += 4) {
    EXPECT_EQ(std::memcmp(back + i, pattern, 4), 0);
  }
  EXPECT_EQ(back[49], 0);
  EXPECT_EQ(back[70], 0);
  EXPECT_EQ(back[192], 0);
}

TEST_F(QueueTest, RegionsMoveBoxes) {
  Buffer<uint8_t> source(device_, 1000), destination(device_, 1000);
  for (size_t i = 0; i < 1000; ++i) {
    source[i] = static_cast<uint8_t>(i % 251);
  }
  mux_buffer_region_t region = {};
  region.region = {3, 4, 2};
  region.source_offset = {1, 2, 3};
  region.destination_offset = {2, 1, 0};
  region.source_row_pitch = 10;
  region.source_slice_pitch = 100;
  region.destination_row_pitch = 7;
  region.destination_slice_pitch = 77;
  std::vector<uint8_t> expected(1000), back(1000);
  for (size_t z = 0; z < 2; ++z) {
    for (size_t y = 0; y < 4; ++y) {
      for (size_t x = 0; x < 3; ++x) {
        expected[z * 77 + (y + 1) * 7 + x + 2] = source[(z + 3) * 100 + (y + 2) * 10 + x + 1];
      }
    }
  }
  mux_command_buffer_t commands = commandBuffer();
  ASSERT_EQ(muxCommandCopyBufferRegion(commands, source.handle(), destination.handle(), &region),
            mux_success);
  ASSERT_EQ(muxCommandReadBufferRegion(commands, source.handle(), back.data(), &region),
            mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  ASSERT_EQ(dispatch(commands), mux_success);
  ASSERT_EQ(muxWaitAll(queue_), mux_success);
  EXPECT_TRUE(std::ranges::equal(destination, expected));
  EXPECT_EQ(back, expected);
}

TEST_F(QueueTest, QueriesTimeCommands) {
  mux_query_pool_t pool = nullptr;
  ASSERT_EQ(muxCreateQueryPool(device_, mux_query_duration, 3, nullptr, 0, &pool), mux_success);
  mux_command_buffer_t commands = commandBuffer();
  ASSERT_EQ(muxCommandBeginQuery(commands, pool, 1), mux_success);
  ASSERT_EQ(muxCommandUserCallback(commands, [](void *) { usleep(2000); }, nullptr), mux_success);
  ASSERT_EQ(muxCommandEndQuery(commands, pool, 1), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  mux_duration_result_t durations[2] = {};
  EXPECT_EQ(muxGetQueryResults(pool, 1, 1, durations, sizeof durations), mux_not_ready);
  ASSERT_EQ(dispatch(commands), mux_success);
  ASSERT_EQ(muxWaitAll(queue_), mux_success);
  ASSERT_EQ(muxGetQueryResults(pool, 1, 1, durations, sizeof durations), mux_success);
  EXPECT_GE(durations[0].end - durations[0].start, 2'000'000u);
  EXPECT_EQ(muxGetQueryResults(pool, 1, 2, durations, sizeof durations), mux_not_ready);
  ASSERT_EQ(muxResetQueryPool(pool), mux_success);
  EXPECT_EQ(muxGetQueryResults(pool, 1, 1, durations, sizeof durations), mux_not_ready);
  muxDestroyQueryPool(device_, pool);
  const uint32_t counter = 1;
  EXPECT_EQ(muxCreateQueryPool(device_, mux_query_counter, 1, &counter, 1, &pool),
            mux_error_unsupported);
}

TEST_F(QueueTest, ManyThreadsDispatchAndWait) {
  constexpr int threads = 4, rounds = 300;
  std::vector<std::thread> running;
  std::atomic<int> failures = 0;
  struct Task {
    mux_command_buffer_t commands;
    mux_fence_t done;
  };
  Buffer<uint32_t> counts(device_, 64);
  std::vector<Task> tasks;
  for (int i = 0; i < threads; ++i) {
    tasks.push_back({commandBuffer(), fence()});
    ASSERT_EQ(record(tasks.back().commands, "count_groups", {{64}, {1}, {}}, {counts.argument()}),
              mux_success);
    ASSERT_EQ(muxFinalizeCommandBuffer(tasks.back().commands), mux_success);
  }
  for (const Task &task : tasks) {
    running.emplace_back([&, task] {
      for (int i = 0; i < rounds; ++i) {
        failures += dispatch(task.commands, task.done) != mux_success;
        failures += wait(task.done) != mux_success;
        failures += muxResetFence(task.done) != mux_success;
      }
    });
  }
  std::ranges::for_each(running, &std::thread::join);
  EXPECT_EQ(failures, 0);
  EXPECT_THAT(counts, Each(threads * rounds));
}

}  // namespace
}  // namespace host::test
