// Encodes entries of the build cache, for the driver and for kiln-cache.
//
// The store keeps bytes under keys and knows nothing about them (support/file_store.h). The first
// eight bytes of each entry tell builds from lists of paths (build_cache.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cl {

/// The kind of an entry: its first eight bytes, in this machine's byte order. The cache belongs to
/// one user on one machine.
enum class CacheEntryKind : uint64_t {
  /// A build (compiler/container.h). Without code, code is generated for all kernels together.
  container = 1,
  /// A u32 count and the paths of files that builds looked for: their contents are a part of a
  /// second key.
  paths = 2,
  /// A build without code, whose kernels have entries of their own: a container of one kernel's
  /// code each.
  kernels = 3,
  /// The binary of a variant of a kernel, as the device loads it.
  variant = 4,
};

/// Returns the kind of an entry, or nothing for an unknown one. Accepts any bytes: another version
/// of the driver may have written them.
std::optional<CacheEntryKind> kindOfEntry(std::span<const std::byte> entry);
/// Returns an entry without its kind. The entry has a known kind.
inline std::span<const std::byte> contentsOfEntry(std::span<const std::byte> entry) {
  return entry.subspan(sizeof(CacheEntryKind));
}
/// Encodes an entry: its kind, then `contents`.
std::vector<std::byte> makeEntry(CacheEntryKind kind, std::span<const std::byte> contents);
/// Decodes the contents of a `paths` entry; nothing if they are damaged. Accepts any bytes. Paths
/// keep their order.
std::optional<std::vector<std::string>> readPaths(std::span<const std::byte> contents);

}  // namespace cl
