// Runs binaries on one device of the registered runtime half.
//
// The suite's only use of mux. One object stands for a device with a program, so a test of
// generated code is three lines: load, run, compare. All steps report errors as mux results; a test
// decides if one is expected.
//
// Devices are slow where they are emulated, so a launch may take up to a minute before it counts as
// lost.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compiler/module.h"
#include "mux/mux.h"

namespace compiler::cts {

/// The contents of a buffer, before the launch and after it.
/// A launch writes the new contents back into it.
using BufferBytes = std::vector<std::byte>;

/// A local argument of so many bytes.
struct LocalBytes {
  /// In bytes, for each work-group.
  uint64_t size;
};
/// A buffer (written back), a value, or local memory.
/// Pointers and spans refer to the caller's memory, which outlives the launch.
using LaunchArgument = std::variant<BufferBytes *, std::span<const std::byte>, LocalBytes>;

/// One launch of a kernel.
/// Everything that it names outlives the call of run().
struct Launch {
  /// The kernel's name in the loaded binary.
  const char *kernel;
  std::vector<uint64_t> globalSize;  ///< one to three dimensions, as localSize
  /// Need not divide the global size.
  std::vector<uint64_t> localSize;
  /// One for each parameter, in their order.
  std::vector<LaunchArgument> arguments;
};

/// A binary on a device. One thread at a time. If the device cannot be opened, every call returns
/// the error.
class Launcher {
 public:
  /// Opens the device and makes a queue. A failure is the result of each later call.
  explicit Launcher(mux_device_info_t info);
  /// Destroys executable, queue and device.
  ~Launcher();
  /// Owns handles.
  Launcher(const Launcher &) = delete;
  Launcher &operator=(const Launcher &) = delete;

  /// Loads a binary for the following launches; the former one is destroyed.
  /// The bytes are not needed afterwards. Errors are those of muxCreateExecutable.
  mux_result_t load(const Bytes &binary);
  /// Returns mux_success if the executable has the kernel.
  /// Otherwise the error of muxCreateKernel, mux_error_missing_kernel for an unknown name.
  mux_result_t find(const char *kernel);
  /// Launches, waits at most 60 seconds, and reads the buffers back.
  /// Returns the first error of its steps, or the result of the launch. Each argument that is a
  /// buffer gets memory of its own.
  mux_result_t run(const Launch &launch);
  /// The formatted printf output of the last launch.
  /// Empty if the kernel has printed nothing.
  const std::string &printed() const { return printed_; }

 private:
  // The mux objects of one launch, destroyed with it.
  class Objects;
  // Formats the records of a printf buffer into printed_.
  void readPrintf(std::span<const std::byte> buffer);

  // Null if the device could not be opened.
  mux_device_t device_ = nullptr;
  // Null as well then.
  mux_queue_t queue_ = nullptr;
  // Null before load().
  mux_executable_t executable_ = nullptr;
  // The failure of the constructor, or mux_success.
  mux_result_t opened_ = mux_success;
  // Output of the last launch.
  std::string printed_;
};

/// Converts between values and bytes.
template <class T>
BufferBytes bytesOf(const std::vector<T> &values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

template <class T>
std::vector<T> valuesOf(const BufferBytes &bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::ranges::copy(std::span(bytes).first(values.size() * sizeof(T)),
                    std::as_writable_bytes(std::span(values)).begin());
  return values;
}

}  // namespace compiler::cts
