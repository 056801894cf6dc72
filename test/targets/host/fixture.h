// A host device, a queue and the kernels of kernels/kernels.c.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "mux/target.h"

namespace host::test {

mux_device_info_t hostInfo();
std::span<const std::byte> kernelBinary();
/// Threads of this process, as the kernel counts them.
size_t threadCount();

/// A buffer with memory of its own, mapped for good.
template <class T>
class Buffer {
 public:
  using value_type = T;
  using const_iterator = const T *;

  Buffer(mux_device_t device, size_t count) : device_(device), count_(count) {
    EXPECT_EQ(muxAllocateMemory(device, count * sizeof(T), 0, 0, &memory_), mux_success);
    EXPECT_EQ(muxCreateBuffer(device, count * sizeof(T), &buffer_), mux_success);
    EXPECT_EQ(muxBindBufferMemory(device, memory_, buffer_, 0), mux_success);
    void *pointer = nullptr;
    EXPECT_EQ(muxMapMemory(device, memory_, 0, count * sizeof(T), &pointer), mux_success);
    data_ = static_cast<T *>(pointer);
    std::fill_n(data_, count, T{});
  }
  ~Buffer() {
    muxDestroyBuffer(device_, buffer_);
    muxFreeMemory(device_, memory_);
  }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  mux_buffer_t handle() const { return buffer_; }
  T &operator[](size_t i) { return data_[i]; }
  T *begin() const { return data_; }
  T *end() const { return data_ + count_; }
  mux_argument_t argument(uint64_t offset = 0) const {
    mux_argument_t argument = {};
    argument.type = mux_argument_buffer;
    argument.buffer.buffer = buffer_;
    argument.buffer.offset = offset;
    return argument;
  }

 private:
  mux_device_t device_;
  size_t count_;
  mux_memory_t memory_ = nullptr;
  mux_buffer_t buffer_ = nullptr;
  T *data_ = nullptr;
};

template <class T>
mux_argument_t valueArgument(const T &value) {
  mux_argument_t argument = {};
  argument.type = mux_argument_value;
  argument.value.bytes = &value;
  argument.value.size = sizeof value;
  return argument;
}

mux_argument_t localArgument(uint64_t size);

struct Grid {
  std::vector<uint64_t> global, local, offset;
};

class HostTest : public testing::Test {
 protected:
  HostTest();
  ~HostTest() override;

  mux_kernel_t kernel(const char *name);
  mux_command_buffer_t commandBuffer();
  mux_fence_t fence();
  mux_semaphore_t semaphore();
  mux_queue_t queue();

  mux_result_t record(mux_command_buffer_t, const char *kernel, const Grid &,
                      std::vector<mux_argument_t> arguments, mux_buffer_t printf = nullptr);
  mux_result_t dispatch(mux_command_buffer_t, mux_fence_t = nullptr,
                        std::vector<mux_semaphore_t> waits = {},
                        std::vector<mux_semaphore_t> signals = {});
  /// Records the one kernel, dispatches it and waits for it.
  mux_result_t run(const char *kernel, const Grid &, std::vector<mux_argument_t> arguments,
                   mux_buffer_t printf = nullptr);
  mux_result_t wait(mux_fence_t fence) { return muxTryWait(queue_, UINT64_MAX, fence); }

  mux_device_t device_ = nullptr;
  mux_queue_t queue_ = nullptr;
  mux_executable_t executable_ = nullptr;

 private:
  std::vector<mux_kernel_t> kernels_;
  std::vector<mux_command_buffer_t> commandBuffers_;
  std::vector<mux_fence_t> fences_;
  std::vector<mux_semaphore_t> semaphores_;
  std::vector<mux_queue_t> queues_;
};

}  // namespace host::test
