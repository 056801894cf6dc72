// Caches builds on disk, for all processes of the user.
//
// A build is found by a key of everything that determines it: the driver's build, the device
// properties, the source, IL or inputs, the options and the environment.
//
// Only the files that a source includes are unknown beforehand. So the entry under the key is
// either the build or, if it looked for files, the list of their paths. The build then lies under a
// second key, of the first key and the present contents of these files, or their absence. ccache's
// manifests are the model.
//
// Code that is generated on demand comes after its build. The code of the whole program replaces
// the build's entry; the code of a single kernel gets an entry under a key of the build's and its
// name.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/module.h"
#include "core/build/cache_entry.h"
#include "core/build/program_input.h"
#include "mux/mux.h"
#include "support/file_store.h"

namespace cl {

/// The cache entry of one build, present or not. Used by one thread; several threads and processes
/// may use different entries, or the same entry through different objects.
class CachedBuild {
 public:
  /// The call behind the build, a part of the key: equal input gives a different result for each.
  enum class Step : uint8_t {
    build,
    compile,
    link,
    /// clBuildProgram of clCreateProgramWithBinary's intermediate code.
    rebuild,
  };
  /// A container, or an entry of the store.
  using Bytes = std::vector<std::byte>;
  /// A build in the cache.
  struct Found {
    /// A container (compiler/container.h).
    Bytes container;
    /// The kernels have entries of their own; the container has no code.
    bool hasKernels;
  };

  /// Creates an unused entry.
  CachedBuild() = default;
  /// Finds the entry for source or intermediate language on a device, with the compiler's options.
  /// It stays unused without a cache (KILN_CACHE=0), in deferred mode, and if a build id is
  /// unknown.
  CachedBuild(const mux_device_info_s &device, Step step, const ProgramInput &input,
              std::string_view options);
  /// Finds the entry for other builds. `inputs` are their containers in the order of linking.
  CachedBuild(const mux_device_info_s &device, Step step, std::span<const Bytes> inputs,
              std::string_view options);

  /// Removes all cached builds, also those of other processes, which then build anew. Returns false
  /// if some remain. Thread-safe.
  static bool clear();

  /// Tells if there is a cache: a folder, and known build ids of driver and compiler.
  static bool isOn();
  /// Tells if the entry may ever hold something.
  bool isUsed() const { return store_ != nullptr; }

  /// Returns an equal build, if there is one. The device may still refuse its code.
  std::optional<Found> find();
  /// Stores a build with its dependencies, unless it depends on the time (`__TIME__` and the like).
  /// With `hasKernels` its kernels will follow. Failures are ignored: the next build compiles
  /// again.
  void store(std::span<const std::byte> container, bool hasKernels,
             const compiler::Dependencies &dependencies);

  /// Replaces the build found or stored before by one with code. Does nothing without it.
  void replace(std::span<const std::byte> container) const;
  /// Returns the container with the code of one kernel of the build found or stored before.
  std::optional<Bytes> findKernel(std::string_view name) const {
    return findPart(name, CacheEntryKind::container);
  }
  /// Stores the container of one kernel of the build found or stored before. Does nothing without
  /// it.
  void storeKernel(std::string_view name, std::span<const std::byte> container) const {
    storePart(name, CacheEntryKind::container, container);
  }
  /// Likewise for the binary of a variant; `name` names the kernel and the variant.
  std::optional<Bytes> findVariant(std::string_view name) const {
    return findPart(name, CacheEntryKind::variant);
  }
  void storeVariant(std::string_view name, std::span<const std::byte> binary) const {
    storePart(name, CacheEntryKind::variant, binary);
  }

 private:
  /// Finds and stores an entry of its own for a part of the build.
  std::optional<Bytes> findPart(std::string_view name, CacheEntryKind kind) const;
  void storePart(std::string_view name, CacheEntryKind kind,
                 std::span<const std::byte> contents) const;
  /// Tells if the loaded compiler is the one of the key.
  static bool isOfKey();
  // Null for an unused entry.
  const support::FileStore *store_ = nullptr;
  // 128 bits of a hash over everything that determines the build.
  support::FileStore::Key key_ = {};
  // The working directory is part of the key: sources may include files relative to it.
  bool isForFolder_ = false;
  // The key of the build, once it was found or stored: key_, or the second key.
  std::optional<support::FileStore::Key> build_;
};

}  // namespace cl
