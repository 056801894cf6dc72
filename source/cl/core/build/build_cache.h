// Builds that are kept on disk, for this process and all others of the user.
//
// A build, compilation or link is found by a key of all that goes into it: the driver's build, the
// device's facts, the source, intermediate language or inputs, the options and the environment's.
// Only what a source includes from the file system is not known beforehand. So under that key lies
// either the build or, if it looked for files, the list of their paths; then the build lies under a
// second key, of the first and of what these files hold now, or that they are not there. (ccache's
// manifests are the model.)
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/module.h"
#include "core/build/build.h"
#include "support/file_store.h"

namespace cl {

/// One build's place. Used by one thread; different ones at the same time by several.
class CachedBuild {
 public:
  /// The call that makes it: the same input gives another result for each.
  enum class Step : uint8_t {
    build,
    compile,
    link,
    rebuild,  ///< clBuildProgram of clCreateProgramWithBinary's intermediate code
  };
  using Bytes = std::vector<std::byte>;

  /// Nowhere.
  CachedBuild() = default;
  /// For a device, from source or intermediate language. The place is empty for good if there is no
  /// cache (KILN_CACHE).
  CachedBuild(const mux_device_info_s &device, Step step, const ProgramInput &input,
              std::string_view options);
  /// The same from other builds: their containers, in the order in which they are linked.
  CachedBuild(const mux_device_info_s &device, Step step, std::span<const Bytes> inputs,
              std::string_view options);

  /// Removes all builds that are kept now, those of other processes too; they build anew. False if
  /// some could not be removed. Thread-safe.
  static bool clear();

  /// Whether there is a cache.
  static bool isOn();
  /// Whether something may ever be found or stored here.
  bool isUsed() const { return store_ != nullptr; }

  /// The container (compiler/container.h) of what was made from the same.
  std::optional<Bytes> find() const;
  /// `dependencies` are those of the build. Nothing is kept that depends on the time.
  void store(std::span<const std::byte> container,
             const compiler::Dependencies &dependencies) const;

 private:
  const support::FileStore *store_ = nullptr;
  support::FileStore::Key key_ = {};
  bool isForFolder_ = false;  ///< the working directory is part of the key
};

}  // namespace cl
