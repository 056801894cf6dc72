// Encodes entries of the build cache, for the driver and for kiln-cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cl {

/// The kind of an entry: its first eight bytes.
enum class CacheEntryKind : uint64_t {
  container = 1,  ///< a build (compiler/container.h)
  paths = 2,      ///< a u32 count and the paths of files that builds looked for
};

/// Returns the kind of an entry, or nothing for an unknown one.
std::optional<CacheEntryKind> kindOfEntry(std::span<const std::byte> entry);
/// Returns an entry without its kind.
inline std::span<const std::byte> contentsOfEntry(std::span<const std::byte> entry) {
  return entry.subspan(sizeof(CacheEntryKind));
}
/// Encodes an entry.
std::vector<std::byte> makeEntry(CacheEntryKind kind, std::span<const std::byte> contents);
/// Decodes the contents of a `paths` entry; nothing if they are damaged. Accepts any bytes.
std::optional<std::vector<std::string>> readPaths(std::span<const std::byte> contents);

}  // namespace cl
