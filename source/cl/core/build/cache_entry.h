// What is under the keys of the cache of builds; for the driver and for kiln-cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cl {

/// The first eight bytes of an entry; the rest is what they say.
enum class CacheEntryKind : uint64_t {
  container = 1,  ///< a build (compiler/container.h)
  paths = 2,      ///< a u32 count, and as many strings: the files that builds looked for
};

/// The kind of an entry; nothing if it is none of these.
std::optional<CacheEntryKind> kindOfEntry(std::span<const std::byte> entry);
/// An entry without its kind.
inline std::span<const std::byte> contentsOfEntry(std::span<const std::byte> entry) {
  return entry.subspan(sizeof(CacheEntryKind));
}
std::vector<std::byte> makeEntry(CacheEntryKind kind, std::span<const std::byte> contents);
/// Of an entry of paths; nothing if it is no such list.
std::optional<std::vector<std::string>> readPaths(std::span<const std::byte> contents);

}  // namespace cl
