// Opens the compiler's target of each device of a context, at the first build for it.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "compiler/library.h"
#include "mux/mux.h"

namespace cl {

/// The compiler of a context. Thread-safe: a mutex guards opening. An open target lives as long as
/// the context, so that builds use it without a lock.
class CompilerTargets {
 public:
  /// Returns the target of a device, given by its index in the context and its properties; loads
  /// the library at the first call. compiler::Error::notAvailable, with a sentence for build logs,
  /// if there is no library or if it does not know the device.
  compiler::Result<compiler::Target *> open(size_t index, const mux_device_info_s &device);

 private:
  std::mutex mutex_;  // guards the rest
  std::unique_ptr<compiler::Context> context_;
  std::vector<std::unique_ptr<compiler::Target>> targets_;  // by device; null until opened
};

}  // namespace cl
