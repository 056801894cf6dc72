// Verifies kernel binaries, a restricted ELF, before a byte is mapped or copied to a device.
//
// A binary may come from an application (clCreateProgramWithBinary), so it may be hostile. The
// verifier accepts a small subset, listed in doc/mux-spec.md §9, and refuses the rest:
//
// * ELF64 or ELF32, little-endian, ET_DYN, for the expected machine;
// * ascending PT_LOAD segments on separate pages, each R, RX or RW and never W and X;
// * relocations of the machine's RELATIVE type only;
// * no needed library, no initialiser, no undefined symbol;
// * one exported symbol, the kernel table, with an entry in an RX segment per kernel.
//
//   file  --verify-->  Image: segments, relocations, entries, metadata
//   Image --map, or materialize and copy-->  code at some base address
//
// All functions are thread-safe and throw std::bad_alloc only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mux/target_support/program_metadata.h"

namespace mux::elf {

/// The expected machine of a binary. A HAL states these numbers for its device (hal_info_t).
struct Machine {
  /// The value of e_machine, e.g. EM_X86_64. A file for another one is refused.
  uint16_t id;
  /// Bits of an address: 32 or 64.
  uint8_t bits;
  /// The r_type of the machine's RELATIVE relocation. The verifier refuses any other type: a loader
  /// then needs no symbol lookup.
  uint32_t relativeType;
  /// Bytes of a page of the device, a power of two. Segments on a common page could not have
  /// different access, so the verifier separates them by it.
  uint64_t pageSize;
};

/// The access of a segment's pages. No segment is writable and executable.
enum class Access { read, readExecute, readWrite };

/// A PT_LOAD segment, extended downwards to a whole page; the file has the bytes in front of it.
///
/// All sizes are bytes. fileSize <= memorySize, and both ends lie inside of the image and the file.
struct Segment {
  /// Address relative to the load base, a multiple of the page size.
  uint64_t address;
  /// Offset into the file, a multiple of the page size.
  uint64_t offset;
  /// Bytes; the rest up to memorySize is zero.
  uint64_t fileSize;
  /// Bytes in memory, at least fileSize. Only a readWrite segment may have more memory than bytes
  /// in the file.
  uint64_t memorySize;
  /// Access of the pages after loading.
  Access access;
  /// For readWrite: bytes from the start that become read-only after relocation (RELRO). A multiple
  /// of the page size.
  uint64_t readOnlyAfterRelocation = 0;
};

/// A RELATIVE relocation: the slot at `address` becomes base + addend. Slots ascend and are
/// disjoint.
struct Relocation {
  /// Relative to the base; inside of a segment. The slot has 8 bytes, or 4 in ELF32.
  uint64_t address;
  /// Relative to the base as well.
  uint64_t addend;
};

/// A verified binary: everything a loader needs besides the bytes. Holds no reference to the bytes.
struct Image {
  /// Bits of a relocated slot: 32 or 64.
  uint8_t bits = 64;
  /// Ascending, without common pages. At least one.
  std::vector<Segment> segments;
  /// Ascending, without overlap; all in readWrite segments.
  std::vector<Relocation> relocations;
  /// Bytes to reserve, from address 0 to the end of the last segment.
  uint64_t memorySize = 0;
  /// Address of the mux_kernel_table_t, relative to the base.
  uint64_t tableAddress = 0;
  /// Addresses of the kernels' entry points, relative to the base, in the order of the metadata.
  /// Each lies in a readExecute segment.
  std::vector<uint64_t> entries;
  /// Its kernels correspond to `entries` by position.
  ProgramMetadata metadata;
};

/// The limit of Image::memorySize, in bytes. Below it, sums of a few sizes cannot overflow.
inline constexpr uint64_t maxImageSize = uint64_t{1} << 32;

/// Verifies all of `file` and computes the layout. Any bytes may be passed.
///
/// A failure names the fault and its place. A verified file can be mapped and run without further
/// checks of its structure. Its code is not checked.
///
/// The check reads only headers, tables and metadata. Nothing is mapped, so a hostile file has no
/// effect beyond the error.
support::Result<Image> verify(std::span<const std::byte> file, const Machine &machine);

/// Reads the program metadata of a binary for any machine, for display.
///
/// Verifies the program metadata only, so never load such a file. Any bytes may be passed. Empty if
/// there is no sound program metadata. The first sound note wins.
std::optional<ProgramMetadata> findProgramMetadata(std::span<const std::byte> file);

/// Writes a verified image to `memory` (image.memorySize bytes, writable), relocated for `base`.
///
/// For devices filled by copies; a process maps the file instead. `file` holds the verified bytes.
/// With `isZero` the memory is zero already, and zero pages stay untouched.
///
/// Slots are written in little-endian order. `base` is the device address at which `memory` will be
/// seen, not its address in this process. Precondition: `file` is the same as for verify().
void materialize(const Image &image, std::span<const std::byte> file, uint64_t base,
                 std::span<std::byte> memory, bool isZero = false);

}  // namespace mux::elf
