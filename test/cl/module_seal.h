// Makes the checksum in the output of Module::serialize fit its bytes: magic number, version, XXH3
// of the rest.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace test {

inline void resealModule(std::vector<std::byte> &bytes) {
  const uint64_t sum = XXH3_64bits(bytes.data() + 16, bytes.size() - 16);
  std::memcpy(bytes.data() + 8, &sum, sizeof sum);
}

}  // namespace test
