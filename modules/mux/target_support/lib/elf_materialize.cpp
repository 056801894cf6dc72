// Writes a verified image into memory: zeros, contents of the segments, relocated slots.
//
// Everything was checked by verify(), so no range can leave `memory`. The relocated value is
// written in the byte order of this host, little-endian like all devices.
#include <algorithm>
#include <cstring>

#include "mux/target_support/elf.h"

namespace mux::elf {

// The order matters: a slot's bytes in the file are replaced by its relocated value.
void materialize(const Image &image, std::span<const std::byte> file, uint64_t base,
                 std::span<std::byte> memory, bool isZero) {
  if (!isZero) {
    std::ranges::fill(memory.first(image.memorySize), std::byte{0});
  }
  for (const Segment &segment : image.segments) {
    std::ranges::copy(file.subspan(segment.offset, segment.fileSize),
                      memory.subspan(segment.address).begin());
  }
  for (const Relocation &relocation : image.relocations) {
    const uint64_t value = base + relocation.addend;
    std::memcpy(memory.data() + relocation.address, &value, image.bits / 8);
  }
}

}  // namespace mux::elf
