// The test fixture of the suite: an open device per test, memory with an owner, and launches from
// a kernel's descriptor.
//
// A test makes its kernels from OpenCL C by the registered compiler, and calls the table of the HAL
// directly. So the suite needs neither a mux device nor the driver, and a failure points to the HAL
// or to the compiler half.
//
//   Kernel kernel(device(), storeSource);   // of a pointer and a value
//   const Memory memory = memoryOf(std::vector<int>(1));
//   ASSERT_EQ(kernel.run(grid, memory, 5), hal_success);
//   EXPECT_EQ(contents<int>(memory, 1)[0], 5);
//
// Objects of a test refer to its device, and are destroyed before it.
//
// Failures of helper steps are reported where they happen (EXPECT_EQ), and the test goes on with a
// null object. So a test asserts the objects that it needs. Timeouts are left to the runner of
// tests, except in tests about timeouts: an emulated device may be far slower than a real
// one.
//
// A launch goes the way of modules/hal/runtime:
//
//   arguments --packArguments--> block     descriptor --layOutArena--> offsets in an arena
//
//   block, schedule, offsets, one arena for each worker --> hal_launch_t
//
// Afterwards the fixture overwrites its copies of block and schedule, so a HAL that keeps pointers
// to them fails.
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
/// Timed waits of tests are fractions of it.
inline constexpr uint64_t oneSecond = 1'000'000'000;
/// No timeout; a HAL that never ends hangs the test, and the runner of tests ends it.
inline constexpr uint64_t forever = UINT64_MAX;

/// An opened device; closes itself. A failure to open it fails the test.
/// Each test has its own, so a test that loses the device harms no other one. Thread-safe as the
/// HAL is, except for construction and destruction.
class Device {
 public:
  /// Opens a device of its own. `hal` outlives it.
  explicit Device(const hal_t &hal);
  /// Closes the device. By the contract of `close`, jobs, programs and memory go with it.
  ~Device();
  /// Memory and Kernel refer to it, so it stays in its place.
  /// Neither copied nor moved.
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  /// The HAL's properties.
  /// Valid as long as the library; the open device does not matter for it.
  const hal_info_t &info() const { return *info_; }
  /// The HAL's handle, null after a failure to open.
  hal_device_t get() const { return device_; }

  /// Calls a function of the table with the device.
  /// So that a test writes device()(&hal_t::read, …) and types are checked against the table.
  template <class... Parameters, class... Arguments>
  hal_result_t operator()(hal_result_t (*hal_t::*function)(hal_device_t, Parameters...),
                          Arguments... arguments) const {
    return (hal_.*function)(device_, arguments...);
  }
  /// Frees memory, and unloads a program.
  /// Neither has a result, as in the table.
  void release(hal_address_t address) const { hal_.release(device_, address); }
  void unload(hal_program_t program) const { hal_.unload_program(device_, program); }
  /// Returns the device's clock, or 0 if the HAL fails to tell it.
  /// In nanoseconds.
  uint64_t time() const {
    uint64_t nanoseconds = 0;
    return hal_.get_time(device_, &nanoseconds) == hal_success ? nanoseconds : 0;
  }

 private:
  // The table, not owned.
  const hal_t &hal_;
  // Constant, owned by the HAL.
  const hal_info_t *info_ = nullptr;
  // Null if the device could not be opened.
  hal_device_t device_ = nullptr;
};

/// Device memory; frees itself. Converts to its address.
/// Not thread-safe. The device outlives it, and no job uses it at its end.
class Memory {
 public:
  /// Allocates `size` bytes; a failure fails the test, and the address is 0. An `alignment` of 0 is
  /// the HAL's own.
  Memory(const Device &device, uint64_t size, uint64_t alignment = 0);
  /// Leaves `other` without memory.
  Memory(Memory &&other) noexcept
      : device_(other.device_), address_(std::exchange(other.address_, 0)) {}
  ~Memory() {
    if (address_ != 0) {
      device_.release(address_);
    }
  }
  /// The device address of the first byte.
  operator hal_address_t() const { return address_; }

 private:
  const Device &device_;
  // 0 without memory.
  hal_address_t address_ = 0;
};

/// A local argument of a launch. Other arguments are values as they are, and Memory as its address.
/// The kernel gets the address of a block in the worker's arena or scratchpad.
struct Local {
  /// Bytes of the block.
  uint64_t size;
};

/// A program with one kernel, and its launches. The source's kernel has any name.
/// Only the first kernel of the program is used. The schedule, the argument block and the arenas
/// are made by the same functions as in the runtime (mux/target_support/launch.h).
class Kernel {
 public:
  /// Compiles, verifies, loads, and finds kernel 0. A failure fails the test with the log.
  Kernel(const Device &device, std::string_view source);
  /// Unloads the program; no job of it may run.
  ~Kernel();
  /// Owns a program of the device.
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;

  /// Returns true if the source was compiled and loaded.
  explicit operator bool() const { return kernel_ != 0; }

  /// Work-items in all and in each group, in one dimension.
  struct Grid {
    /// `local` need not divide `global`: the last group is then smaller.
    uint64_t global, local;
  };
  /// Starts a launch over one dimension. Arenas are the kernel's own and shared by its jobs.
  /// Values are copied before the call returns. `*job` is written on success only. Not thread-safe
  /// while arenas may grow.
  template <class... Arguments>
  hal_result_t launch(Grid grid, hal_job_t *job, const Arguments &...arguments) {
    Builder builder;
    (builder.add(arguments), ...);
    return launch(grid, builder, job);
  }
  /// Launches and waits. Returns the job's result.
  /// Waits without a limit. An error of the launch is returned as it is.
  template <class... Arguments>
  hal_result_t run(Grid grid, const Arguments &...arguments) {
    hal_job_t job = 0;
    const hal_result_t result = launch(grid, &job, arguments...);
    hal_job_result_t outcome = {};
    return result != hal_success ? result : device_(&hal_t::wait, job, forever, &outcome);
  }
  /// The HAL's handle.
  /// For launches that a test makes by hand. 0 after a failure.
  hal_kernel_t get() const { return kernel_; }

 private:
  /// Collects the arguments of a launch.
  /// Filled by one overload of add() for each argument, in the order of the parameters.
  struct Builder {
    /// In the order of the kernel's parameters. Values are pointers into the caller's expressions.
    std::vector<mux_argument_t> arguments;
    std::vector<hal_address_t> addresses;  // of buffers, in their order

    // One overload for each kind of argument.
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
  /// The HAL has to copy arguments and schedule: both are overwritten after the call.
  /// hal_error_out_of_resources: arguments or sizes do not fit the device. Otherwise the result of
  /// the HAL.
  hal_result_t launch(Grid grid, const Builder &builder, hal_job_t *job);
  /// Makes arenas of at least `size` bytes for each worker.
  void reserveArenas(uint64_t size);

  // The kernel's device, not owned.
  const Device &device_;
  // Holds the descriptor for laying out launches.
  std::unique_ptr<mux::elf::Image> image_;
  // 0 until loaded; the kernel is 0 until found.
  hal_program_t program_ = 0;
  hal_kernel_t kernel_ = 0;
  // `stride_` bytes for each worker; null until a launch needs some.
  std::unique_ptr<Memory> arenas_;
  // Bytes from one worker's arena to the next.
  uint64_t stride_ = 0;
};

/// The base of all tests, with an open device. The parameter is the number of the HAL.
/// Each test opens the device in SetUp and closes it in TearDown. By then the objects of the test
/// body are gone.
class HalTest : public testing::TestWithParam<size_t> {
 protected:
  /// Skips registered tests, and opens the device.
  void SetUp() override;
  /// Closes the device; the test's objects are gone by then.
  void TearDown() override { device_.reset(); }

  /// The table under test, faulty with a seeded defect.
  const hal_t &hal() const { return *registration().hals[GetParam()]; }
  /// The test's device.
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
  // Null in a skipped test.
  std::unique_ptr<Device> device_;
};

/// Returns bytes unlike their neighbours and unlike the bytes of another seed.
/// The same on each machine, so failures repeat.
std::vector<uint8_t> pattern(size_t size, uint32_t seed = 1);

/// The name of a test's HAL in test names.
/// The registered name and the number.
std::string halName(const testing::TestParamInfo<size_t> &hal);

/// Declares a suite of tests, run for each HAL.
/// A HAL's number is the parameter, and its name ends the test's name.
#define KILN_HAL_CTS_SUITE(suite)                                                             \
  class suite : public HalTest {};                                                            \
  INSTANTIATE_TEST_SUITE_P(Hal, suite, testing::Range<size_t>(0, registration().hals.size()), \
                           halName)

}  // namespace hal::cts
