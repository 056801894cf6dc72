// Opens the compiler's target of each device of a context, at the first build for it.
//
// The compiler is a shared library of its own, libkiln-compiler.so. An application without builds
// (it loads binaries, or only lists devices) never loads it: loading takes time and memory, and a
// system may lack the library altogether. Builds need a compiler::Context and, for each device, a
// compiler::Target. Both are made here, at most once for a context.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "compiler/library.h"
#include "mux/mux.h"

namespace cl {

/// The compiler of a context. Thread-safe: a mutex guards opening. An open target lives as long as
/// this object, so builds use it without a lock. Context and builds share it; targets are destroyed
/// first.
class CompilerTargets {
 public:
  /// Returns the target of a device, given by its index in the context and its properties; loads
  /// the library at the first call. This object owns the target.
  ///
  /// compiler::Error::notAvailable, with a sentence for build logs, if there is no library or if it
  /// does not know the device. The next call tries again.
  compiler::Result<compiler::Target *> open(size_t index, const mux_device_info_s &device);

 private:
  std::mutex mutex_;  // guards the rest
  std::unique_ptr<compiler::Context> context_;
  std::vector<std::unique_ptr<compiler::Target>> targets_;  // by device; null until opened
};

}  // namespace cl
