// A device at the level of the HAL, and the kernels of kernels/kernels.c.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "configuration.h"
#include "hal/hal.h"
#include "processes.h"

namespace riscv::test {

/// In the order of the kernel table.
enum Kernel : uint32_t {
  empty,
  countGroups,
  meet,
  recordSchedule,
  useArena,
  sumBytes,
  useData,
  changeFp,
  waitForFlag,
  crash,
  mad,
  scribble,
  moveSleeper,
  scalarLoop,
  vectorLoop,
  vectorMixture,
  kernelCount,
};

std::span<const unsigned char> kernelBinary();
/// number is 1 to 3.
std::span<const unsigned char> answerBinary(int number);
uint64_t answerOf(int number);

/// The base of the tests' devices.
Options baseOptions();

class OpenDevice {
 public:
  /// `hangTimeout` replaces the option's if it is not 0.
  explicit OpenDevice(const Options &options = baseOptions(),
                      std::chrono::milliseconds hangTimeout = std::chrono::milliseconds(0));
  ~OpenDevice();
  OpenDevice(const OpenDevice &) = delete;
  OpenDevice &operator=(const OpenDevice &) = delete;

  /// It has been closed by other means.
  void forget() { device_ = nullptr; }

  const hal_t &hal() const { return table_; }
  hal_device_t device() const { return device_; }
  const hal_info_t &info() const { return description_->configuration.info; }

  template <class T>
  hal_address_t allocate(size_t count, T value = {}) {
    hal_address_t address = 0;
    EXPECT_EQ(table_.allocate(device_, count * sizeof(T), 0, &address), hal_success);
    const std::vector<T> values(count, value);
    EXPECT_EQ(table_.write(device_, address, values.data(), count * sizeof(T)), hal_success);
    return address;
  }
  template <class T>
  std::vector<T> read(hal_address_t address, size_t count) {
    std::vector<T> values(count);
    EXPECT_EQ(table_.read(device_, values.data(), address, count * sizeof(T)), hal_success);
    return values;
  }

  hal_program_t load(std::span<const unsigned char> binary);
  hal_kernel_t find(hal_program_t program, uint32_t index);
  /// Of kernelBinary(), loaded at the first call.
  hal_kernel_t kernel(Kernel kernel);

  /// A launch with an arena of 4 KiB for each worker; arguments of 8 bytes each.
  hal_result_t launch(hal_kernel_t kernel, const std::vector<uint64_t> &arguments, uint64_t groups,
                      hal_job_t *job);
  hal_result_t wait(hal_job_t job, uint64_t timeout_ns = UINT64_MAX);
  /// Launches, waits, and returns the result. Its counters are in `counters`.
  hal_result_t run(Kernel kernel, const std::vector<uint64_t> &arguments, uint64_t groups = 1);

  std::vector<uint64_t> counters;
  hal_job_result_t result = {};

 private:
  std::unique_ptr<Device> description_;
  hal_t table_;
  hal_device_t device_ = nullptr;
  hal_program_t program_ = 0;
  hal_address_t arenas_ = 0;
};

}  // namespace riscv::test
