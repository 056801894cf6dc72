// A mux device over the faulty HAL, a queue and the kernels of the host runtime's tests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <span>
#include <thread>
#include <vector>

#include "faulty_hal.h"
#include "mux/target.h"

namespace hal::test {

std::span<const std::byte> kernelBinary();
/// Threads of this process, as the kernel counts them.
size_t threadCount();
/// Waits until `count` threads are left, at most 10 seconds: the kernel lists a thread for a moment
/// after it was joined. Returns the number of threads.
size_t awaitThreadCount(size_t count);

mux_device_info_t infoOf(const Target &target);
/// Of the faulty HAL.
mux_device_info_t deviceInfo();

/// A command blocked until the test opens it.
class Gate {
 public:
  static void wait(void *self) {
    auto &gate = *static_cast<Gate *>(self);
    ++gate.entered_;
    gate.open_.wait(false);
  }
  void open() {
    open_ = true;
    open_.notify_all();
  }
  /// Sleeps until so many have come.
  void awaitEntries(int count) const {
    while (entered_ < count) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

 private:
  std::atomic<bool> open_ = false;
  std::atomic<int> entered_ = 0;
};

template <class T>
mux_argument_t valueArgument(const T &value) {
  mux_argument_t argument = {};
  argument.type = mux_argument_value;
  argument.value = {&value, sizeof value};
  return argument;
}
mux_argument_t bufferArgument(mux_buffer_t buffer);
mux_argument_t localArgument(uint64_t size);

class RuntimeTest : public testing::Test {
 protected:
  RuntimeTest();
  ~RuntimeTest() override;

  struct Bound {
    mux_memory_t memory;
    mux_buffer_t buffer;
  };

  /// A buffer of zeros.
  mux_buffer_t buffer(uint64_t size);
  mux_kernel_t kernel(const char *name);
  mux_command_buffer_t commands();
  mux_fence_t fence();
  mux_semaphore_t semaphore();

  /// One dimension.
  mux_result_t record(mux_command_buffer_t commands, const char *name, uint64_t global,
                      uint64_t local, std::vector<mux_argument_t> arguments);
  /// Finalizes and dispatches.
  mux_result_t dispatch(mux_command_buffer_t commands, mux_fence_t fence = nullptr,
                        std::vector<mux_semaphore_t> waits = {},
                        std::vector<mux_semaphore_t> signals = {}, mux_queue_t queue = nullptr);
  mux_result_t wait(mux_fence_t fence) { return muxTryWait(queue_, UINT64_MAX, fence); }
  mux_result_t finish(mux_command_buffer_t commands);
  mux_result_t run(const char *name, uint64_t global, uint64_t local,
                   std::vector<mux_argument_t> arguments);

  template <class T>
  std::vector<T> contents(mux_buffer_t buffer, size_t count) {
    std::vector<T> values(count);
    mux_command_buffer_t reading = commands();
    EXPECT_EQ(muxCommandReadBuffer(reading, buffer, 0, values.data(), count * sizeof(T)),
              mux_success);
    EXPECT_EQ(finish(reading), mux_success);
    return values;
  }

  mux_device_t device_ = nullptr;
  mux_queue_t queue_ = nullptr;
  mux_executable_t executable_ = nullptr;

 private:
  std::vector<Bound> buffers_;
  std::vector<mux_kernel_t> kernels_;
  std::vector<mux_command_buffer_t> commands_;
  std::vector<mux_fence_t> fences_;
  std::vector<mux_semaphore_t> semaphores_;
};

}  // namespace hal::test
