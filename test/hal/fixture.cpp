#include "fixture.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

extern "C" {
extern const unsigned char hal_test_kernels[], hal_test_kernels_end[];
}

namespace hal::test {

std::span<const std::byte> kernelBinary() {
  return std::as_bytes(std::span(hal_test_kernels, hal_test_kernels_end));
}

size_t threadCount() {
  auto threads = std::filesystem::directory_iterator("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(threads), end(threads)));
}

size_t awaitThreadCount(size_t count) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (threadCount() != count && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return threadCount();
}

mux_device_info_t infoOf(const Target &target) {
  mux_device_info_t info = nullptr;
  uint32_t count = 0;
  EXPECT_EQ(target.deviceInfos(1, &info, &count), mux_success);
  EXPECT_EQ(count, 1u);
  return info;
}

mux_device_info_t deviceInfo() {
  static const Target target(description(faultyHal()));
  return infoOf(target);
}

mux_argument_t bufferArgument(mux_buffer_t buffer) {
  mux_argument_t argument = {};
  argument.type = mux_argument_buffer;
  argument.buffer.buffer = buffer;
  return argument;
}

mux_argument_t localArgument(uint64_t size) {
  mux_argument_t argument = {};
  argument.type = mux_argument_local;
  argument.local.size = size;
  return argument;
}

RuntimeTest::RuntimeTest() {
  switches().reset();
  EXPECT_EQ(muxCreateDevice(deviceInfo(), nullptr, &device_), mux_success);
  EXPECT_EQ(muxCreateQueue(device_, &queue_), mux_success);
  EXPECT_EQ(
      muxCreateExecutable(device_, kernelBinary().data(), kernelBinary().size(), &executable_),
      mux_success);
}

RuntimeTest::~RuntimeTest() {
  muxWaitAll(queue_);
  std::ranges::for_each(fences_, [&](auto each) { muxDestroyFence(device_, each); });
  std::ranges::for_each(semaphores_, [&](auto each) { muxDestroySemaphore(device_, each); });
  std::ranges::for_each(commands_, [&](auto each) { muxDestroyCommandBuffer(device_, each); });
  std::ranges::for_each(kernels_, [&](auto each) { muxDestroyKernel(device_, each); });
  for (const Bound &each : buffers_) {
    muxDestroyBuffer(device_, each.buffer);
    muxFreeMemory(device_, each.memory);
  }
  muxDestroyExecutable(device_, executable_);
  muxDestroyQueue(device_, queue_);
  muxDestroyDevice(device_);
  switches().reset();
}

mux_buffer_t RuntimeTest::buffer(uint64_t size) {
  Bound bound = {};
  EXPECT_EQ(muxAllocateMemory(device_, size, 0, 0, &bound.memory), mux_success);
  EXPECT_EQ(muxCreateBuffer(device_, size, &bound.buffer), mux_success);
  EXPECT_EQ(muxBindBufferMemory(device_, bound.memory, bound.buffer, 0), mux_success);
  buffers_.push_back(bound);
  mux_command_buffer_t clearing = commands();
  const char zero = 0;
  EXPECT_EQ(muxCommandFillBuffer(clearing, bound.buffer, 0, size, &zero, 1), mux_success);
  EXPECT_EQ(finish(clearing), mux_success);
  return bound.buffer;
}

mux_kernel_t RuntimeTest::kernel(const char *name) {
  mux_kernel_t kernel = nullptr;
  EXPECT_EQ(muxCreateKernel(device_, executable_, name, &kernel), mux_success) << name;
  return kernels_.emplace_back(kernel);
}

mux_command_buffer_t RuntimeTest::commands() {
  mux_command_buffer_t commands = nullptr;
  EXPECT_EQ(muxCreateCommandBuffer(device_, &commands), mux_success);
  return commands_.emplace_back(commands);
}

mux_fence_t RuntimeTest::fence() {
  mux_fence_t fence = nullptr;
  EXPECT_EQ(muxCreateFence(device_, &fence), mux_success);
  return fences_.emplace_back(fence);
}

mux_semaphore_t RuntimeTest::semaphore() {
  mux_semaphore_t semaphore = nullptr;
  EXPECT_EQ(muxCreateSemaphore(device_, &semaphore), mux_success);
  return semaphores_.emplace_back(semaphore);
}

mux_result_t RuntimeTest::record(mux_command_buffer_t commands, const char *name, uint64_t global,
                                 uint64_t local, std::vector<mux_argument_t> arguments) {
  mux_ndrange_t range = {};
  range.dimensions = 1;
  std::ranges::fill(range.global_size, 1);
  std::ranges::fill(range.local_size, 1);
  range.global_size[0] = global;
  range.local_size[0] = local;
  range.argument_count = static_cast<uint32_t>(arguments.size());
  range.arguments = arguments.data();
  return muxCommandNDRange(commands, kernel(name), &range);
}

mux_result_t RuntimeTest::dispatch(mux_command_buffer_t commands, mux_fence_t fence,
                                   std::vector<mux_semaphore_t> waits,
                                   std::vector<mux_semaphore_t> signals, mux_queue_t queue) {
  EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  mux_dispatch_t info = {};
  info.command_buffer = commands;
  info.fence = fence;
  info.wait_count = static_cast<uint32_t>(waits.size());
  info.waits = waits.data();
  info.signal_count = static_cast<uint32_t>(signals.size());
  info.signals = signals.data();
  return muxDispatch(queue ? queue : queue_, &info);
}

mux_result_t RuntimeTest::finish(mux_command_buffer_t commands) {
  mux_fence_t done = fence();
  const mux_result_t result = dispatch(commands, done);
  return result != mux_success ? result : wait(done);
}

mux_result_t RuntimeTest::run(const char *name, uint64_t global, uint64_t local,
                              std::vector<mux_argument_t> arguments) {
  mux_command_buffer_t launching = commands();
  const mux_result_t result = record(launching, name, global, local, std::move(arguments));
  return result != mux_success ? result : finish(launching);
}

}  // namespace hal::test
