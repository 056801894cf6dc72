// Loops of transfers in host memory.
#include "mux/target_support/transfer.h"

#include <algorithm>
#include <cstring>

namespace mux {

// memmove, because source and destination row may overlap in host memory.
void copyRegion(std::byte *destination, const std::byte *source,
                const mux_buffer_region_t &region) {
  forEachRun(region, [&](uint64_t from, uint64_t to, uint64_t bytes) {
    std::memmove(destination + to, source + from, bytes);
  });
}

// Doubles the filled part, up to a piece that stays in the first-level cache. A loop over the
// pattern would copy a few bytes at a time.
void fillPattern(std::span<std::byte> destination, std::span<const std::byte> pattern) {
  if (destination.empty()) {
    return;
  }
  if (pattern.size() == 1) {
    std::memset(destination.data(), static_cast<int>(pattern[0]), destination.size());
    return;
  }
  size_t done = std::min(pattern.size(), destination.size());
  std::memcpy(destination.data(), pattern.data(), done);
  // The filled part doubles, up to a piece that stays in the first-level cache.
  constexpr size_t largestPiece = 16 << 10;
  while (done < destination.size()) {
    size_t whole = std::min(done, largestPiece) / pattern.size() * pattern.size();
    size_t piece = std::min(whole, destination.size() - done);
    std::memcpy(destination.data() + done, destination.data(), piece);
    done += piece;
  }
}

}  // namespace mux
