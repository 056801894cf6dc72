// The test fixture of the suite: a device per test, objects with an owner, and steps shared by
// many tests.
//
// A test reads like an application of mux:
//
//   TEST_P(Transfers, Example) {
//     const Buffer buffer = makeBuffer(16);
//     CommandBuffer commands = record();
//     EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 0, 16, "\1", 1), mux_success);
//     EXPECT_EQ(run(commands), mux_success);
//     EXPECT_THAT(contents(buffer), testing::Each(1));
//   }
//
// Owners release their objects in the opposite order of their declaration. So a command buffer
// declared behind its buffers goes before them. A test that leaves work running declares a Settle
// behind all of them.
//
// Helper steps report their own failures (EXPECT_EQ) and return a null object. Waits end after
// patience(), so a device that loses a dispatch fails the test and does not hang it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mux/mux.h"
#include "mux/target.h"
#include "suite.h"

namespace mux::cts {

/// Owns a handle; destroys it with its device. Movable.
/// Not thread-safe. The device, and all objects bound or recorded, follow the rules of mux: a
/// buffer goes before its memory, a kernel before its executable.
template <class Handle, void (*destroy)(mux_device_t, Handle)>
class Owned {
 public:
  /// Owns nothing.
  Owned() = default;
  /// Takes the handle over; null is allowed.
  explicit Owned(Handle handle) : handle_(handle) {}
  /// Leaves `other` without a handle.
  Owned(Owned &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  /// Exchanges the handles; `other` destroys the former one.
  Owned &operator=(Owned &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  /// Destroys the object. No command may use it any more.
  ~Owned() { reset(); }
  /// Destroys the object now.
  void reset() {
    if (handle_) {
      destroy(handle_->object.device, std::exchange(handle_, nullptr));
    }
  }
  /// The handle, still owned; null if there is none.
  Handle get() const { return handle_; }
  /// So that owners can be passed to mux functions.
  operator Handle() const { return handle_; }
  /// For out-parameters.
  Handle *operator&() { return &handle_; }

 private:
  // Null if nothing is owned.
  Handle handle_ = nullptr;
};

/// Owners of each kind of object.
using Memory = Owned<mux_memory_t, muxFreeMemory>;
using BareBuffer = Owned<mux_buffer_t, muxDestroyBuffer>;
using Executable = Owned<mux_executable_t, muxDestroyExecutable>;
using KernelHandle = Owned<mux_kernel_t, muxDestroyKernel>;
using CommandBuffer = Owned<mux_command_buffer_t, muxDestroyCommandBuffer>;
using Fence = Owned<mux_fence_t, muxDestroyFence>;
using Semaphore = Owned<mux_semaphore_t, muxDestroySemaphore>;
using QueryPool = Owned<mux_query_pool_t, muxDestroyQueryPool>;
using Queue = Owned<mux_queue_t, muxDestroyQueue>;

/// A buffer bound to memory of its own.
struct Buffer {
  /// Of the buffer alone; freed last.
  Memory memory;
  /// Goes first: memory must not be freed under a bound buffer.
  BareBuffer handle;
  /// For calls of mux functions.
  operator mux_buffer_t() const { return handle; }
};

/// A kernel with its executable.
struct Kernel {
  /// Loaded for this kernel alone.
  Executable executable;
  /// Goes before its executable.
  KernelHandle handle;
  /// For calls of mux functions.
  operator mux_kernel_t() const { return handle; }
};

/// In nanoseconds, as all times of mux.
inline constexpr uint64_t oneSecond = 1'000'000'000;
/// Returns the nanoseconds after which a test gives up; fewer where a defect is seeded.
uint64_t patience();

/// Waits for a queue at the end of a scope, before older objects are destroyed. So a failed test
/// ends in a failure, and not in a command that outlives its objects.
class Settle {
 public:
  /// `queue` is not owned, and may have no work.
  explicit Settle(mux_queue_t queue) : queue_(queue) {}
  /// Waits for all dispatches of the queue.
  ~Settle() { muxWaitAll(queue_); }
  /// Stands for a scope.
  Settle(const Settle &) = delete;
  Settle &operator=(const Settle &) = delete;

 private:
  mux_queue_t queue_;
};

/// Returns bytes unlike their neighbours and unlike the bytes of another seed.
/// The same on each machine, so failures repeat.
std::vector<uint8_t> pattern(size_t size, uint8_t seed = 1);

/// Arguments of a launch. A value's bytes outlive the argument.
/// `offset` in bytes from the start of the buffer.
mux_argument_t bufferArgument(mux_buffer_t buffer, uint64_t offset = 0);
/// `size` in bytes.
mux_argument_t localArgument(uint64_t size);
template <class T>
mux_argument_t valueArgument(const T &value) {
  mux_argument_t argument{};
  argument.type = mux_argument_value;
  argument.value = {&value, sizeof value};
  return argument;
}

/// An ND-range of up to three dimensions. The arguments outlive it.
mux_ndrange_t ndrange(std::vector<uint64_t> global, std::vector<uint64_t> local,
                      std::span<const mux_argument_t> arguments, std::vector<uint64_t> offset = {});

/// Every test of the suite. The parameter is the number of the device.
/// Each test creates its device in SetUp, so a lost device harms no other test. Steps report their
/// own failures, and a test checks the results that are its subject.
class DeviceTest : public testing::TestWithParam<size_t> {
 protected:
  /// Skips registered tests, and makes a device.
  void SetUp() override;
  /// Destroys queue and device; the test's objects are gone by then.
  void TearDown() override;

  /// The info of the device under test, faulty with a seeded defect.
  mux_device_info_t info() const { return devices()[GetParam()]; }
  /// Returns the test's queue, created at the first call.
  /// On all compute units. Most tests need one queue only.
  mux_queue_t queue();

  /// Objects of the test's device. A failure to create one fails the test.
  /// `size` in bytes; without memory.
  BareBuffer makeUnbound(uint64_t size);
  /// Undefined contents, in memory of the first heap.
  Buffer makeBuffer(uint64_t size);
  /// Bytes or values written by a command; may be called while other work runs.
  Buffer makeBuffer(std::span<const uint8_t> contents);
  template <class T>
  Buffer makeBufferOf(const std::vector<T> &contents) {
    return makeBuffer(
        std::span(reinterpret_cast<const uint8_t *>(contents.data()), contents.size() * sizeof(T)));
  }
  /// Returns a new command buffer in the recording state.
  CommandBuffer record();
  /// Unsignalled.
  Fence makeFence();
  /// Unsignalled.
  Semaphore makeSemaphore();

  /// Finalizes, dispatches and waits. Returns the dispatch's result.
  /// An error of the finalization is returned as it is. At most patience() nanoseconds.
  mux_result_t run(mux_command_buffer_t commands);
  /// Dispatches a finalized command buffer and waits. Returns its result.
  /// mux_not_ready after patience(). The fence is the test's own.
  mux_result_t runFinalized(mux_command_buffer_t commands);
  /// Dispatches a finalized command buffer.
  /// Returns without waiting. The arrays are copied.
  mux_result_t dispatch(mux_command_buffer_t commands, mux_fence_t fence = nullptr,
                        std::vector<mux_semaphore_t> waits = {},
                        std::vector<mux_semaphore_t> signals = {});
  /// Waits for a fence, at most `timeout` nanoseconds.
  /// Any thread may wait, once the queue exists. mux_not_ready after the timeout.
  mux_result_t wait(mux_fence_t fence, uint64_t timeout = patience()) {
    return muxTryWait(queue(), timeout, fence);
  }

  /// Reads all bytes of a buffer, or all values of a type.
  /// Empty for a null buffer. Not while work on the buffer is pending.
  std::vector<uint8_t> contents(mux_buffer_t buffer);
  template <class T>
  std::vector<T> contentsOf(mux_buffer_t buffer) {
    const std::vector<uint8_t> bytes = contents(buffer);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }

  /// Compiles OpenCL C for the device and loads it. Fails the test if the source does not build.
  /// The registered compiler makes the binary; the executable is null after a failure.
  Executable compile(std::string_view source);
  /// Compiles a source and finds its kernel `name`.
  /// A failure fails the test and leaves a null handle.
  Kernel makeKernel(std::string_view source, const char *name = "k");
  /// Records one launch and runs it.
  /// Returns the error of the recording, or the result of the dispatch.
  mux_result_t launch(mux_kernel_t kernel, const mux_ndrange_t &range);

  /// The test's device; null in a skipped test.
  mux_device_t device_ = nullptr;

 private:
  // Null until a test asks for it.
  Queue queue_;
};

/// The name of a test's device in test names.
/// The registered name and the number.
std::string deviceName(const testing::TestParamInfo<size_t> &device);

/// Declares a suite of the conformance tests over `Fixture`, run for each device.
/// A device's number is the parameter, and its name ends the test's name.
#define KILN_CTS_SUITE_OVER(Fixture, suite) \
  class suite : public Fixture {};          \
  INSTANTIATE_TEST_SUITE_P(Cts, suite, testing::Range<size_t>(0, devices().size()), deviceName)
#define KILN_CTS_SUITE(suite) KILN_CTS_SUITE_OVER(DeviceTest, suite)

}  // namespace mux::cts
