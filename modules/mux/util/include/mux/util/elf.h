// The restricted ELF in which binaries come, verified before a byte of it is mapped.
//
// Accepted (doc/mux-spec.md has the list): ELF64 or ELF32, little-endian, ET_DYN, of the
// expected machine; PT_LOAD segments that share no page, ascend and are R, RX or RW (never
// writable and executable); relocations of the machine's RELATIVE kind only; no
// needed library, no initialiser, no undefined symbol; one exported symbol, the kernel
// table, with as many entries as the note has kernels, each of them in an RX segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mux/util/note.h"

namespace mux::elf {

struct Machine {
  uint16_t id;            ///< e_machine, e.g. EM_X86_64
  uint8_t bits;           ///< 32 or 64
  uint32_t relativeType;  ///< r_type of its RELATIVE relocation
  uint64_t pageSize;      ///< of the device, a power of two
};

enum class Access { read, readExecute, readWrite };

/// Extended to whole pages at its start, where the file has what comes before.
struct Segment {
  uint64_t address;   ///< relative to the load base, a multiple of the page size
  uint64_t offset;    ///< into the file, a multiple of the page size
  uint64_t fileSize;  ///< bytes; the rest up to memorySize is zero
  uint64_t memorySize;
  Access access;
  /// For readWrite: how many bytes from the start become read-only after relocation.
  /// A multiple of the page size.
  uint64_t readOnlyAfterRelocation = 0;
};

struct Relocation {
  uint64_t address;  ///< of the 8 (4) byte slot, relative to the base; inside of a segment
  uint64_t addend;   ///< the slot becomes base + addend
};

/// A verified binary. Holds no reference to the bytes.
struct Image {
  uint8_t bits = 64;  ///< of a relocated slot
  std::vector<Segment> segments;
  std::vector<Relocation> relocations;
  uint64_t memorySize = 0;    ///< bytes to reserve, from address 0 to the end of the last segment
  uint64_t tableAddress = 0;  ///< of the mux_kernel_table_t, relative to the base
  std::vector<uint64_t> entries;  ///< of the kernels, relative to the base
  BinaryNote note;
};

/// No image takes more than this, so that sizes may be added without a thought.
inline constexpr uint64_t maxImageSize = uint64_t{1} << 32;

/// Verifies all of `file` and computes the layout. Any bytes may be passed. Empty on
/// failure, and `error` then says what is wrong and where.
std::optional<Image> verify(std::span<const std::byte> file, const Machine &machine,
                            std::string *error);

/// What the note of a binary for any machine says, for people: nothing but the note is verified.
/// Any bytes may be passed; empty if no note is found.
std::optional<BinaryNote> findNote(std::span<const std::byte> file);

/// Writes a verified image to `memory` (image.memorySize bytes, writable), relocated for
/// `base`: for devices whose memory is filled by copies. With `isZero` the memory is known to
/// be zero, and what stays so is not touched.
void materialize(const Image &image, std::span<const std::byte> file, uint64_t base,
                 std::span<std::byte> memory, bool isZero = false);

}  // namespace mux::elf
