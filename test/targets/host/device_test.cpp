// The device as a whole: its properties, its threads, its life in a forked process.
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <ctime>
#include <thread>

#include "fixture.h"
#include "host/properties.h"

namespace host::test {
namespace {

TEST(DeviceInfo, IsComplete) {
  const mux_device_info_s &info = *hostInfo();
  EXPECT_EQ(info.interface_version, MUX_VERSION);
  EXPECT_STREQ(info.target, targetName);
  EXPECT_GT(std::strlen(info.name), 0u);
  EXPECT_TRUE(parseTargetProperties(info.target_properties).has_value()) << info.target_properties;
  EXPECT_EQ(info.type, mux_device_type_cpu);
  EXPECT_GE(info.compute_units, 1u);
  EXPECT_GE(info.max_work_group_size, 4096u);
  EXPECT_GE(info.local_memory_size, 256u << 10);
  EXPECT_GE(info.printf_buffer_size, 1u << 20);
  EXPECT_GE(info.max_allocation_size, std::min(info.global_memory_size, uint64_t{128} << 20));
  EXPECT_LE(info.max_allocation_size, info.global_memory_size);
  EXPECT_EQ(info.shared_memory,
            uint32_t{mux_shared_coarse_grain_buffers | mux_shared_fine_grain_buffers |
                     mux_shared_system | mux_shared_atomics});
  ASSERT_EQ(info.heap_count, 1u);
  if (const char *threads = std::getenv("KILN_NUM_THREADS")) {
    EXPECT_EQ(info.compute_units, static_cast<uint32_t>(std::atoi(threads)));
  }
}

TEST(DeviceInfo, IsTheSameEachTime) {
  EXPECT_EQ(hostInfo(), hostInfo());
}

TEST(DeviceThreads, OfAPartAreAsManyAsItsUnits) {
  const uint32_t units = hostInfo()->compute_units;
  const size_t before = threadCount();
  mux_device_t device = nullptr;
  ASSERT_EQ(muxCreateDevice(hostInfo(), nullptr, &device), mux_success);
  mux_queue_t queues[3] = {};
  ASSERT_EQ(muxCreateQueueOnUnits(device, units - 1, 1, &queues[0]), mux_success);
  EXPECT_EQ(threadCount(), before + 1);
  ASSERT_EQ(muxCreateQueueOnUnits(device, units - 1, 1, &queues[1]), mux_success);
  EXPECT_EQ(threadCount(), before + 1) << "of the same part";
  ASSERT_EQ(muxCreateQueue(device, &queues[2]), mux_success);
  EXPECT_EQ(threadCount(), before + (units > 1 ? 1 + units : 1));
  muxDestroyQueue(device, queues[1]);
  muxDestroyQueue(device, queues[2]);
  EXPECT_EQ(threadCount(), before + 1);
  muxDestroyQueue(device, queues[0]);
  EXPECT_EQ(threadCount(), before);
  muxDestroyDevice(device);
}

TEST(DeviceMemory, EndsWithWhatTheInfoSays) {
  const mux_device_info_s &info = *hostInfo();
  mux_device_t device = nullptr;
  ASSERT_EQ(muxCreateDevice(hostInfo(), nullptr, &device), mux_success);
  for (int round = 0; round < 2; ++round) {
    std::vector<mux_memory_t> all;
    uint64_t total = 0;
    mux_memory_t memory = nullptr;
    mux_result_t result = mux_success;
    while ((result = muxAllocateMemory(device, info.max_allocation_size, 0, 0, &memory)) ==
           mux_success) {
      all.push_back(memory);
      total += info.max_allocation_size;
      ASSERT_LE(total, info.global_memory_size);
    }
    EXPECT_EQ(result, mux_error_device_out_of_memory);
    EXPECT_GT(total + info.max_allocation_size, info.global_memory_size);
    for (mux_memory_t each : all) {
      muxFreeMemory(device, each);
    }
  }
  muxDestroyDevice(device);
}

TEST(DeviceThreads, StartWithTheFirstQueueAndEndWithTheLast) {
  const size_t before = threadCount();
  mux_device_t device = nullptr;
  ASSERT_EQ(muxCreateDevice(hostInfo(), nullptr, &device), mux_success);
  EXPECT_EQ(threadCount(), before);
  for (int i = 0; i < 3; ++i) {
    mux_queue_t first = nullptr, second = nullptr;
    ASSERT_EQ(muxCreateQueue(device, &first), mux_success);
    EXPECT_EQ(threadCount(), before + hostInfo()->compute_units);
    ASSERT_EQ(muxCreateQueue(device, &second), mux_success);
    EXPECT_EQ(threadCount(), before + hostInfo()->compute_units);
    muxDestroyQueue(device, first);
    EXPECT_EQ(threadCount(), before + hostInfo()->compute_units);
    muxDestroyQueue(device, second);
    EXPECT_EQ(threadCount(), before);
  }
  muxDestroyDevice(device);
}

class Device : public HostTest {};

TEST_F(Device, SleepsWhenIdle) {
  ASSERT_EQ(run("empty", {{1000}, {1}, {}}, {}), mux_success);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const std::clock_t before = std::clock();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(std::clock() - before, CLOCKS_PER_SEC / 100);
}

TEST_F(Device, GivesLargeArenasBack) {
  auto residentPages = [] {
    long total = 0, resident = 0;
    std::FILE *file = std::fopen("/proc/self/statm", "r");
    EXPECT_EQ(std::fscanf(file, "%ld %ld", &total, &resident), 2);
    std::fclose(file);
    return resident;
  };
  Buffer<uint64_t> sums(device_, 1);
  const long before = residentPages();
  ASSERT_EQ(run("use_frame", {{1024}, {1024}, {}}, {sums.argument()}), mux_success);  // 64 MiB
  long after = residentPages();
  for (int i = 0; i < 1000 && after > before + 4096; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    after = residentPages();
  }
  EXPECT_LE(after, before + 4096);
}

TEST_F(Device, ImportsHostMemory) {
  std::vector<uint32_t> counts(100);
  mux_memory_t memory = nullptr;
  mux_buffer_t buffer = nullptr;
  ASSERT_EQ(muxCreateMemoryFromHost(device_, 0, 400, counts.data(), &memory), mux_success);
  ASSERT_EQ(muxCreateBuffer(device_, 400, &buffer), mux_success);
  ASSERT_EQ(muxBindBufferMemory(device_, memory, buffer, 0), mux_success);
  mux_argument_t argument = {};
  argument.type = mux_argument_buffer;
  argument.buffer.buffer = buffer;
  EXPECT_EQ(run("count_groups", {{100}, {1}, {}}, {argument}), mux_success);
  muxDestroyBuffer(device_, buffer);
  muxFreeMemory(device_, memory);
  EXPECT_THAT(counts, testing::Each(1));
}

TEST_F(Device, AllocatesMemoryOfAllSizes) {
  const uint64_t sizes[] = {1, 127, 4096, (1 << 20) - 1, 1 << 20, (2 << 20) + 1, 33 << 20};
  for (uint64_t size : sizes) {
    for (uint32_t alignment : {0u, 256u, 4096u, 65536u, 4u << 20}) {
      mux_memory_t memory = nullptr;
      ASSERT_EQ(muxAllocateMemory(device_, size, 0, alignment, &memory), mux_success);
      void *pointer = nullptr;
      ASSERT_EQ(muxMapMemory(device_, memory, 0, size, &pointer), mux_success);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % std::max(alignment, 128u), 0u);
      std::memset(pointer, 1, size);
      EXPECT_EQ(muxUnmapMemory(device_, memory), mux_success);
      muxFreeMemory(device_, memory);
    }
  }
  mux_memory_t memory = nullptr;
  EXPECT_EQ(muxAllocateMemory(device_, uint64_t{1} << 60, 0, 0, &memory),
            mux_error_device_out_of_memory);
}

TEST_F(Device, KeepsSmallMemoryOnPagesOfItsOwn) {
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "AddressSanitizer shall see what is written beyond the end";
#endif
  std::array<mux_memory_t, 8> memories = {};
  std::array<std::byte *, 8> starts = {};
  for (size_t i = 0; i < memories.size(); ++i) {
    ASSERT_EQ(muxAllocateMemory(device_, 32, 0, 0, &memories[i]), mux_success);
    void *pointer = nullptr;
    ASSERT_EQ(muxMapMemory(device_, memories[i], 0, 32, &pointer), mux_success);
    starts[i] = static_cast<std::byte *>(pointer);
  }
  for (std::byte *start : starts) {
    std::memset(start, 1, 4096);
  }
  std::ranges::sort(starts);
  for (size_t i = 1; i < starts.size(); ++i) {
    EXPECT_GE(starts[i] - starts[i - 1], 4096);
  }
  for (mux_memory_t memory : memories) {
    muxFreeMemory(device_, memory);
  }
}

TEST_F(Device, HasSamplers) {
  mux_sampler_t sampler = nullptr;
  mux_sampler_description_t description = {};
  EXPECT_EQ(muxCreateSampler(device_, &description, &sampler), mux_error_invalid_value);
  description = {0x1131, 0x1141, 1};  // CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR
  ASSERT_EQ(muxCreateSampler(device_, &description, &sampler), mux_success);
  muxDestroySampler(device_, sampler);
}

/// In the child: inherited handles fail, destroying them works, a new device works.
int childOfFork(mux_device_t device, mux_queue_t queue, mux_fence_t pending,
                mux_executable_t executable) {
  mux_fence_t fence = nullptr;
  mux_queue_t another = nullptr;
  mux_memory_t memory = nullptr;
  if (muxTryWait(queue, UINT64_MAX, pending) != mux_error_device_lost) {
    return 1;
  }
  if (muxWaitAll(queue) != mux_error_device_lost) {
    return 2;
  }
  if (muxCreateFence(device, &fence) != mux_error_device_lost) {
    return 3;
  }
  if (muxCreateQueue(device, &another) != mux_error_device_lost) {
    return 4;
  }
  if (muxAllocateMemory(device, 64, 0, 0, &memory) != mux_error_device_lost) {
    return 5;
  }
  muxDestroyExecutable(device, executable);
  muxDestroyFence(device, pending);
  muxDestroyQueue(device, queue);
  muxDestroyDevice(device);

  mux_device_t fresh = nullptr;
  mux_kernel_t kernel = nullptr;
  mux_command_buffer_t commands = nullptr;
  if (muxCreateDevice(hostInfo(), nullptr, &fresh) != mux_success) {
    return 6;
  }
  if (muxCreateQueue(fresh, &queue) != mux_success) {
    return 7;
  }
  if (muxCreateExecutable(fresh, kernelBinary().data(), kernelBinary().size(), &executable)) {
    return 8;
  }
  if (muxCreateKernel(fresh, executable, "empty", &kernel) != mux_success) {
    return 9;
  }
  if (muxCreateCommandBuffer(fresh, &commands) != mux_success) {
    return 10;
  }
  mux_ndrange_t ndrange = {};
  ndrange.dimensions = 1;
  ndrange.global_size[0] = 100;
  ndrange.local_size[0] = ndrange.local_size[1] = ndrange.local_size[2] = 1;
  if (muxCommandNDRange(commands, kernel, &ndrange) != mux_success) {
    return 11;
  }
  if (muxFinalizeCommandBuffer(commands) != mux_success) {
    return 12;
  }
  mux_dispatch_t info = {};
  info.command_buffer = commands;
  if (muxDispatch(queue, &info) != mux_success) {
    return 13;
  }
  if (muxWaitAll(queue) != mux_success) {
    return 14;
  }
  muxDestroyCommandBuffer(fresh, commands);
  muxDestroyKernel(fresh, kernel);
  muxDestroyExecutable(fresh, executable);
  muxDestroyQueue(fresh, queue);
  muxDestroyDevice(fresh);
  return 0;
}

#if !defined(__SANITIZE_THREAD__) && !__has_feature(thread_sanitizer)
TEST_F(Device, IsLostInAForkedChild) {
  Buffer<uint32_t> started(device_, 1), flag(device_, 1);
  mux_command_buffer_t commands = commandBuffer();
  ASSERT_EQ(
      record(commands, "wait_for_flag", {{100}, {1}, {}}, {started.argument(), flag.argument()}),
      mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  mux_fence_t pending = fence();
  ASSERT_EQ(dispatch(commands, pending), mux_success);  // in flight during the fork
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(30);
    _exit(childOfFork(device_, queue_, pending, executable_));
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  std::atomic_ref<uint32_t>{flag[0]}.store(1);
  EXPECT_EQ(wait(pending), mux_success);  // the parent goes on
}

TEST_F(Device, ExitWithWorkInFlightIsClean) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(30);
    mux_device_t device = nullptr;
    mux_queue_t queue = nullptr;
    mux_command_buffer_t commands = nullptr;
    muxCreateDevice(hostInfo(), nullptr, &device);
    muxCreateQueue(device, &queue);
    muxCreateCommandBuffer(device, &commands);
    muxCommandUserCallback(commands, [](void *) { sleep(60); }, nullptr);
    muxFinalizeCommandBuffer(commands);
    mux_dispatch_t info = {};
    info.command_buffer = commands;
    muxDispatch(queue, &info);
    std::exit(7);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}
#endif

}  // namespace
}  // namespace host::test
