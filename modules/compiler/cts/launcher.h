// Runs binaries on one device of the registered runtime half.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compiler/module.h"
#include "mux/mux.h"

namespace compiler::cts {

/// The contents of a buffer, before the launch and after it.
using BufferBytes = std::vector<std::byte>;

/// A local argument of so many bytes.
struct LocalBytes {
  uint64_t size;
};
/// A buffer (written back), a value, or local memory.
using LaunchArgument = std::variant<BufferBytes *, std::span<const std::byte>, LocalBytes>;

/// One launch of a kernel.
struct Launch {
  const char *kernel;
  std::vector<uint64_t> globalSize;  ///< one to three dimensions, as localSize
  std::vector<uint64_t> localSize;
  std::vector<LaunchArgument> arguments;
};

/// A binary on a device. One thread at a time. If the device cannot be opened, every call returns
/// the error.
class Launcher {
 public:
  explicit Launcher(mux_device_info_t info);
  ~Launcher();
  Launcher(const Launcher &) = delete;
  Launcher &operator=(const Launcher &) = delete;

  /// Loads a binary for the following launches; the former one is destroyed.
  mux_result_t load(const Bytes &binary);
  /// Returns mux_success if the executable has the kernel.
  mux_result_t find(const char *kernel);
  /// Launches, waits at most 60 seconds, and reads the buffers back.
  mux_result_t run(const Launch &launch);
  /// The formatted printf output of the last launch.
  const std::string &printed() const { return printed_; }

 private:
  class Objects;
  void readPrintf(std::span<const std::byte> buffer);

  mux_device_t device_ = nullptr;
  mux_queue_t queue_ = nullptr;
  mux_executable_t executable_ = nullptr;
  mux_result_t opened_ = mux_success;
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
