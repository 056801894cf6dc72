// Makes the checksums of a container fit its bytes, so damage gets past them.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace test {

template <class T>
T get(const std::vector<std::byte> &bytes, size_t at) {
  T value{};
  if (at <= bytes.size() && bytes.size() - at >= sizeof value) {
    std::memcpy(&value, bytes.data() + at, sizeof value);
  }
  return value;
}

template <class T>
void put(std::vector<std::byte> &bytes, size_t at, T value) {
  if (at <= bytes.size() && bytes.size() - at >= sizeof value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }
}

/// Offsets as in doc/binary-format.md.
inline void sealContainer(std::vector<std::byte> &bytes) {
  const auto size = get<uint64_t>(bytes, 32);
  if (bytes.size() < 40 || size > bytes.size() - 40) {
    return;
  }
  const size_t end = 40 + size;
  for (size_t at = 40; at + 40 <= end;) {
    const auto offset = get<uint64_t>(bytes, at + 16), count = get<uint64_t>(bytes, at + 24);
    if (offset <= bytes.size() && count <= bytes.size() - offset) {
      put<uint64_t>(bytes, at + 32, XXH3_64bits(bytes.data() + offset, count));
    }
    const auto record = get<uint32_t>(bytes, at);
    if (record < 40) {
      break;
    }
    at += record;
  }
  put<uint64_t>(bytes, 8, XXH3_64bits(bytes.data() + 16, end - 16));
}

}  // namespace test
