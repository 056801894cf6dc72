// The test fixture of the suite: an open device per test, memory with an owner, and launches from
// a kernel's descriptor.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mux/target_support/elf.h"
#include "mux/target_support/launch.h"
#include "suite.h"

namespace hal::cts {

/// Nanoseconds, for the timeouts of `wait`.
inline constexpr uint64_t oneSecond = 1'000'000'000;
inline constexpr uint64_t forever = UINT64_MAX;

/// An opened device; closes itself. A failure to open it fails the test.
class Device {
 public:
  explicit Device(const hal_t &hal);
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  /// The HAL's properties.
  const hal_info_t &info() const { return *info_; }
  hal_device_t get() const { return device_; }

  /// Calls a function of the table with the device.
  template <class... Parameters, class... Arguments>
  hal_result_t operator()(hal_result_t (*hal_t::*function)(hal_device_t, Parameters...),
                          Arguments... arguments) const {
    return (hal_.*function)(device_, arguments...);
  }
  /// Frees memory, and unloads a program.
  void release(hal_address_t address) const { hal_.release(device_, address); }
  void unload(hal_program_t program) const { hal_.unload_program(device_, program); }
  /// Returns the device's clock, or 0 if the HAL fails to tell it.
  uint64_t time() const {
    uint64_t nanoseconds = 0;
    return hal_.get_time(device_, &nanoseconds) == hal_success ? nanoseconds : 0;
  }

 private:
  const hal_t &hal_;
  const hal_info_t *info_ = nullptr;
  hal_device_t device_ = nullptr;
};

/// Device memory; frees itself. Converts to its address.
class Memory {
 public:
  Memory(const Device &device, uint64_t size, uint64_t alignment = 0);
  Memory(Memory &&other) noexcept
      : device_(other.device_), address_(std::exchange(other.address_, 0)) {}
  ~Memory() {
    if (address_ != 0) {
      device_.release(address_);
    }
  }
  operator hal_address_t() const { return address_; }

 private:
  const Device &device_;
  hal_address_t address_ = 0;
};

/// A local argument of a launch. Other arguments are values as they are, and Memory as its address.
struct Local {
  /// Bytes of the block.
  uint64_t size;
};

/// A program with one kernel, and its launches. The source's kernel has any name.
class Kernel {
 public:
  Kernel(const Device &device, std::string_view source);
  ~Kernel();
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;

  /// Returns true if the source was compiled and loaded.
  explicit operator bool() const { return kernel_ != 0; }

  /// Work-items in all and in each group, in one dimension.
  struct Grid {
    uint64_t global, local;
  };
  /// Starts a launch over one dimension. Arenas are the kernel's own and shared by its jobs.
  template <class... Arguments>
  hal_result_t launch(Grid grid, hal_job_t *job, const Arguments &...arguments) {
    Builder builder;
    (builder.add(arguments), ...);
    return launch(grid, builder, job);
  }
  /// Launches and waits. Returns the job's result.
  template <class... Arguments>
  hal_result_t run(Grid grid, const Arguments &...arguments) {
    hal_job_t job = 0;
    const hal_result_t result = launch(grid, &job, arguments...);
    hal_job_result_t outcome = {};
    return result != hal_success ? result : device_(&hal_t::wait, job, forever, &outcome);
  }
  /// The HAL's handle.
  hal_kernel_t get() const { return kernel_; }

 private:
  /// Collects the arguments of a launch.
  struct Builder {
    std::vector<mux_argument_t> arguments;
    std::vector<hal_address_t> addresses;  // of buffers, in their order

    void add(const Memory &memory) {
      arguments.push_back({});
      arguments.back().type = mux_argument_buffer;
      addresses.push_back(memory);
    }
    void add(Local local) {
      arguments.push_back({});
      arguments.back().type = mux_argument_local;
      arguments.back().local.size = local.size;
    }
    template <class T>
    void add(const T &value) {
      arguments.push_back({});
      arguments.back().type = mux_argument_value;
      arguments.back().value = {&value, sizeof value};
    }
  };
  /// Lays out arguments and arenas as the runtime does, and submits.
  hal_result_t launch(Grid grid, const Builder &builder, hal_job_t *job);
  void reserveArenas(uint64_t size);

  const Device &device_;
  std::unique_ptr<mux::elf::Image> image_;
  hal_program_t program_ = 0;
  hal_kernel_t kernel_ = 0;
  std::unique_ptr<Memory> arenas_;
  uint64_t stride_ = 0;
};

/// The base of all tests, with an open device. The parameter is the number of the HAL.
class HalTest : public testing::TestWithParam<size_t> {
 protected:
  void SetUp() override;
  void TearDown() override { device_.reset(); }

  const hal_t &hal() const { return *registration().hals[GetParam()]; }
  const Device &device() const { return *device_; }

  /// Returns device memory with these values.
  template <class T>
  Memory memoryOf(const std::vector<T> &values) const {
    Memory memory(device(), values.size() * sizeof(T));
    EXPECT_EQ(device()(&hal_t::write, hal_address_t{memory},
                       static_cast<const void *>(values.data()), values.size() * sizeof(T)),
              hal_success);
    return memory;
  }
  /// Reads `count` values out of device memory.
  template <class T>
  std::vector<T> contents(const Memory &memory, size_t count) const {
    std::vector<T> values(count);
    EXPECT_EQ(device()(&hal_t::read, static_cast<void *>(values.data()), hal_address_t{memory},
                       count * sizeof(T)),
              hal_success);
    return values;
  }

 private:
  std::unique_ptr<Device> device_;
};

/// Returns bytes unlike their neighbours and unlike the bytes of another seed.
std::vector<uint8_t> pattern(size_t size, uint32_t seed = 1);

/// The name of a test's HAL in test names.
std::string halName(const testing::TestParamInfo<size_t> &hal);

/// Declares a suite of tests, run for each HAL.
#define KILN_HAL_CTS_SUITE(suite)                                                             \
  class suite : public HalTest {};                                                            \
  INSTANTIATE_TEST_SUITE_P(Hal, suite, testing::Range<size_t>(0, registration().hals.size()), \
                           halName)

}  // namespace hal::cts
