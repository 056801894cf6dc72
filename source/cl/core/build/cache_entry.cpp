#include "core/build/cache_entry.h"

#include "support/byte_io.h"

namespace cl {

std::optional<CacheEntryKind> kindOfEntry(std::span<const std::byte> entry) {
  support::ByteReader in(entry);
  const auto kind = in.read<CacheEntryKind>();
  const bool isKnown = kind >= CacheEntryKind::container && kind <= CacheEntryKind::variant;
  return isKnown ? std::optional(kind) : std::nullopt;
}

std::vector<std::byte> makeEntry(CacheEntryKind kind, std::span<const std::byte> contents) {
  support::ByteWriter out;
  out.write(kind);
  out.writeBytes(contents);
  return out.take();
}

std::optional<std::vector<std::string>> readPaths(std::span<const std::byte> contents) {
  support::ByteReader in(contents);
  std::vector<std::string> paths(in.readCount(sizeof(uint32_t)));
  for (std::string &path : paths) {
    path = in.readString();
  }
  return in.ok() && in.atEnd() ? std::optional(std::move(paths)) : std::nullopt;
}

}  // namespace cl
