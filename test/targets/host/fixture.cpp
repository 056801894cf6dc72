#include "fixture.h"

#include <algorithm>
#include <filesystem>

extern "C" {
extern const unsigned char host_test_kernels[], host_test_kernels_end[];
mux_result_t kiln_host_get_device_infos(uint32_t capacity, mux_device_info_t *infos,
                                        uint32_t *count);
}

namespace host::test {

mux_device_info_t hostInfo() {
  mux_device_info_t info = nullptr;
  uint32_t count = 0;
  EXPECT_EQ(kiln_host_get_device_infos(1, &info, &count), mux_success);
  EXPECT_EQ(count, 1u);
  return info;
}

std::span<const std::byte> kernelBinary() {
  return std::as_bytes(std::span(host_test_kernels, host_test_kernels_end));
}

size_t threadCount() {
  auto threads = std::filesystem::directory_iterator("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(threads), end(threads)));
}

mux_argument_t localArgument(uint64_t size) {
  mux_argument_t argument = {};
  argument.type = mux_argument_local;
  argument.local.size = size;
  return argument;
}

HostTest::HostTest() {
  EXPECT_EQ(muxCreateDevice(hostInfo(), nullptr, &device_), mux_success);
  EXPECT_EQ(muxCreateQueue(device_, &queue_), mux_success);
  EXPECT_EQ(
      muxCreateExecutable(device_, kernelBinary().data(), kernelBinary().size(), &executable_),
      mux_success);
}

HostTest::~HostTest() {
  EXPECT_EQ(muxWaitAll(queue_), mux_success);
  std::ranges::for_each(queues_, [&](auto queue) { muxDestroyQueue(device_, queue); });
  std::ranges::for_each(fences_, [&](auto fence) { muxDestroyFence(device_, fence); });
  std::ranges::for_each(semaphores_, [&](auto s) { muxDestroySemaphore(device_, s); });
  std::ranges::for_each(commandBuffers_,
                        [&](auto buffer) { muxDestroyCommandBuffer(device_, buffer); });
  std::ranges::for_each(kernels_, [&](auto kernel) { muxDestroyKernel(device_, kernel); });
  muxDestroyExecutable(device_, executable_);
  muxDestroyQueue(device_, queue_);
  muxDestroyDevice(device_);
}

mux_kernel_t HostTest::kernel(const char *name) {
  mux_kernel_t kernel = nullptr;
  EXPECT_EQ(muxCreateKernel(device_, executable_, name, &kernel), mux_success) << name;
  return kernels_.emplace_back(kernel);
}

mux_command_buffer_t HostTest::commandBuffer() {
  mux_command_buffer_t commandBuffer = nullptr;
  EXPECT_EQ(muxCreateCommandBuffer(device_, &commandBuffer), mux_success);
  return commandBuffers_.emplace_back(commandBuffer);
}

mux_fence_t HostTest::fence() {
  mux_fence_t fence = nullptr;
  EXPECT_EQ(muxCreateFence(device_, &fence), mux_success);
  return fences_.emplace_back(fence);
}

mux_semaphore_t HostTest::semaphore() {
  mux_semaphore_t semaphore = nullptr;
  EXPECT_EQ(muxCreateSemaphore(device_, &semaphore), mux_success);
  return semaphores_.emplace_back(semaphore);
}

mux_queue_t HostTest::queue() {
  mux_queue_t queue = nullptr;
  EXPECT_EQ(muxCreateQueue(device_, &queue), mux_success);
  return queues_.emplace_back(queue);
}

mux_result_t HostTest::record(mux_command_buffer_t commandBuffer, const char *name,
                              const Grid &grid, std::vector<mux_argument_t> arguments,
                              mux_buffer_t printf) {
  mux_ndrange_t ndrange = {};
  ndrange.dimensions = static_cast<uint32_t>(grid.global.size());
  std::ranges::fill(ndrange.global_size, 1);
  std::ranges::fill(ndrange.local_size, 1);
  std::ranges::copy(grid.global, ndrange.global_size);
  std::ranges::copy(grid.local, ndrange.local_size);
  std::ranges::copy(grid.offset, ndrange.global_offset);
  ndrange.argument_count = static_cast<uint32_t>(arguments.size());
  ndrange.arguments = arguments.data();
  ndrange.printf_buffer = printf;
  return muxCommandNDRange(commandBuffer, kernel(name), &ndrange);
}

mux_result_t HostTest::dispatch(mux_command_buffer_t commandBuffer, mux_fence_t fence,
                                std::vector<mux_semaphore_t> waits,
                                std::vector<mux_semaphore_t> signals) {
  mux_dispatch_t info = {};
  info.command_buffer = commandBuffer;
  info.fence = fence;
  info.wait_count = static_cast<uint32_t>(waits.size());
  info.waits = waits.data();
  info.signal_count = static_cast<uint32_t>(signals.size());
  info.signals = signals.data();
  return muxDispatch(queue_, &info);
}

mux_result_t HostTest::run(const char *name, const Grid &grid,
                           std::vector<mux_argument_t> arguments, mux_buffer_t printf) {
  mux_command_buffer_t commands = commandBuffer();
  if (mux_result_t result = record(commands, name, grid, std::move(arguments), printf)) {
    return result;
  }
  EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  mux_fence_t done = fence();
  EXPECT_EQ(dispatch(commands, done), mux_success);
  return wait(done);
}

}  // namespace host::test
