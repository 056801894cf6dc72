// Builds that are kept on disk, for this process and all others of the user.
//
// A build is found by a key of all that goes into it: the driver's build, the device's facts, the
// source or intermediate language, the options and the environment's. Only what a source includes
// from the file system is not known beforehand. So under that key lies either the build or, if it
// looked for files, the list of their paths; then the build lies under a second key, of the first
// and of what these files hold now, or that they are not there. (ccache's manifests are the model.)
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/module.h"
#include "core/build.h"
#include "support/file_store.h"

namespace cl {

/// One build's place. Used by one thread; different ones at the same time by several.
class CachedBuild {
 public:
  /// A build for a device. The place is empty for good if there is no cache (KILN_CACHE).
  CachedBuild(const mux_device_info_s &device, const ProgramInput &input, std::string_view options);

  /// The container (compiler/container.h) of an executable that was built from the same.
  std::optional<std::vector<std::byte>> find() const;
  /// `dependencies` are those of the build. Nothing is kept that depends on the time.
  void store(std::span<const std::byte> container,
             const compiler::Dependencies &dependencies) const;

 private:
  const support::FileStore *store_;
  support::FileStore::Key key_;
};

}  // namespace cl
