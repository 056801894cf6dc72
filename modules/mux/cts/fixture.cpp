// Steps shared by the tests. Each reports its own failure, so tests need not check each step.
#include "fixture.h"

#include <cstdlib>

namespace mux::cts {

/// Half a minute is longer than any emulator needs. A seeded defect may wait in vain, so its test
/// is shorter.
uint64_t patience() {
  static const char *defect = std::getenv("KILN_CTS_DEFECT");
  const bool isDefective = defect && *defect;
  return (isDefective ? 2 : 30) * oneSecond;
}

/// A linear congruential generator: equal on all machines.
std::vector<uint8_t> pattern(size_t size, uint8_t seed) {
  std::vector<uint8_t> bytes(size);
  uint32_t state = 0x9e3779b9u * (seed + 1u);
  for (uint8_t &byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<uint8_t>(state >> 24);
  }
  return bytes;
}

// A null buffer is a null pointer in the kernel.
mux_argument_t bufferArgument(mux_buffer_t buffer, uint64_t offset) {
  mux_argument_t argument{};
  argument.type = mux_argument_buffer;
  argument.buffer = {buffer, offset};
  return argument;
}

mux_argument_t localArgument(uint64_t size) {
  mux_argument_t argument{};
  argument.type = mux_argument_local;
  argument.local.size = size;
  return argument;
}

// Missing sizes are 1, missing offsets 0.
mux_ndrange_t ndrange(std::vector<uint64_t> global, std::vector<uint64_t> local,
                      std::span<const mux_argument_t> arguments, std::vector<uint64_t> offset) {
  mux_ndrange_t range{};
  range.dimensions = static_cast<uint32_t>(global.size());
  for (size_t i = 0; i < 3; ++i) {
    range.global_size[i] = i < global.size() ? global[i] : 1;
    range.local_size[i] = i < local.size() ? local[i] : 1;
    range.global_offset[i] = i < offset.size() ? offset[i] : 0;
  }
  range.argument_count = static_cast<uint32_t>(arguments.size());
  range.arguments = arguments.data();
  return range;
}

std::string deviceName(const testing::TestParamInfo<size_t> &device) {
  return registration().name + std::to_string(device.param);
}

/// Test names are "Cts/Suite" and "Test/device"; registered skips name "Suite.Test".
void DeviceTest::SetUp() {
  const auto *test = testing::UnitTest::GetInstance()->current_test_info();
  // "Cts/Suite" and "Test/device": registered skips name "Suite.Test".
  const std::string suite = test->test_suite_name();
  const std::string name = test->name();
  if (auto reason =
          skipReason(suite.substr(suite.find('/') + 1) + "." + name.substr(0, name.find('/')))) {
    GTEST_SKIP() << *reason;
  }
  ASSERT_EQ(muxCreateDevice(info(), nullptr, &device_), mux_success);
}

/// The queue goes before its device.
void DeviceTest::TearDown() {
  queue_.reset();
  muxDestroyDevice(device_);
}

/// Tests without a dispatch never start a thread.
mux_queue_t DeviceTest::queue() {
  if (!queue_) {
    EXPECT_EQ(muxCreateQueue(device_, &queue_), mux_success);
  }
  return queue_;
}

// For tests of binding, and of errors without memory.
BareBuffer DeviceTest::makeUnbound(uint64_t size) {
  BareBuffer buffer;
  EXPECT_EQ(muxCreateBuffer(device_, size, &buffer), mux_success);
  return buffer;
}

/// Memory of the first heap, with undefined contents.
Buffer DeviceTest::makeBuffer(uint64_t size) {
  Buffer buffer;
  EXPECT_EQ(muxAllocateMemory(device_, size, 0, 0, &buffer.memory), mux_success);
  buffer.handle = makeUnbound(size);
  EXPECT_EQ(muxBindBufferMemory(device_, buffer.memory, buffer, 0), mux_success);
  return buffer;
}

// Writes through a command and waits for it, so that every target serves.
Buffer DeviceTest::makeBuffer(std::span<const uint8_t> contents) {
  Buffer buffer = makeBuffer(contents.size());
  CommandBuffer commands = record();
  EXPECT_EQ(muxCommandWriteBuffer(commands, buffer, 0, contents.data(), contents.size()),
            mux_success);
  EXPECT_EQ(run(commands), mux_success);
  return buffer;
}

// A new command buffer is in the recording state.
CommandBuffer DeviceTest::record() {
  CommandBuffer commands;
  EXPECT_EQ(muxCreateCommandBuffer(device_, &commands), mux_success);
  return commands;
}

Fence DeviceTest::makeFence() {
  Fence fence;
  EXPECT_EQ(muxCreateFence(device_, &fence), mux_success);
  return fence;
}

Semaphore DeviceTest::makeSemaphore() {
  Semaphore semaphore;
  EXPECT_EQ(muxCreateSemaphore(device_, &semaphore), mux_success);
  return semaphore;
}

// On the test's queue, without callbacks.
mux_result_t DeviceTest::dispatch(mux_command_buffer_t commands, mux_fence_t fence,
                                  std::vector<mux_semaphore_t> waits,
                                  std::vector<mux_semaphore_t> signals) {
  mux_dispatch_t what{};
  what.command_buffer = commands;
  what.fence = fence;
  what.wait_count = static_cast<uint32_t>(waits.size());
  what.waits = waits.data();
  what.signal_count = static_cast<uint32_t>(signals.size());
  what.signals = signals.data();
  return muxDispatch(queue(), &what);
}

mux_result_t DeviceTest::run(mux_command_buffer_t commands) {
  const mux_result_t result = muxFinalizeCommandBuffer(commands);
  return result != mux_success ? result : runFinalized(commands);
}

// Settles the queue even after a timeout: the fence must not be destroyed under a pending dispatch.
mux_result_t DeviceTest::runFinalized(mux_command_buffer_t commands) {
  Fence fence = makeFence();
  const Settle settle(queue());
  if (const mux_result_t result = dispatch(commands, fence); result != mux_success) {
    return result;
  }
  return wait(fence);
}

/// Reads through a command, as an application would.
std::vector<uint8_t> DeviceTest::contents(mux_buffer_t buffer) {
  if (!buffer) {
    return {};
  }
  std::vector<uint8_t> bytes(buffer->size);
  CommandBuffer commands = record();
  EXPECT_EQ(muxCommandReadBuffer(commands, buffer, 0, bytes.data(), bytes.size()), mux_success);
  EXPECT_EQ(run(commands), mux_success);
  return bytes;
}

// A source that does not build fails the test with its log.
Executable DeviceTest::compile(std::string_view source) {
  std::string log;
  const auto binary = registration().compile(info(), source, &log);
  Executable executable;
  EXPECT_TRUE(binary) << log;
  if (binary) {
    EXPECT_EQ(muxCreateExecutable(device_, binary->data(), binary->size(), &executable),
              mux_success);
  }
  return executable;
}

Kernel DeviceTest::makeKernel(std::string_view source, const char *name) {
  Kernel kernel{compile(source), {}};
  if (kernel.executable) {
    EXPECT_EQ(muxCreateKernel(device_, kernel.executable, name, &kernel.handle), mux_success);
  }
  return kernel;
}

// One command buffer for each launch.
mux_result_t DeviceTest::launch(mux_kernel_t kernel, const mux_ndrange_t &range) {
  CommandBuffer commands = record();
  const mux_result_t result = muxCommandNDRange(commands, kernel, &range);
  return result != mux_success ? result : run(commands);
}

}  // namespace mux::cts
