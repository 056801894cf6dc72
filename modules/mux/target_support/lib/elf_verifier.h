// The steps of mux::elf::verify; each relies on the facts established by its predecessors.
//
//   headers, segments, RELRO, metadata, dynamic section, symbol, relocations, kernel table
//
// elf_verifier.cpp has the steps up to the metadata, and elf_dynamic.cpp the rest.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "elf_file.h"
#include "mux/target_support/elf.h"

namespace mux::elf {

/// One verification of one file. Used once, by run().
///
/// The steps fill in `image_` one after the other, so a later step may use the results of all
/// earlier ones. It throws std::bad_alloc only. One thread uses it.
class Verifier {
 public:
  /// Holds references to the bytes. `machine` is copied. The bytes outlive the verification, but
  /// not the image.
  Verifier(std::span<const std::byte> file, const Machine &machine)
      : file_(file, machine.bits), machine_(machine) {
    image_.bits = machine.bits;
  }

  /// Takes all steps in order, and returns the image or the first fault with its place. Call it
  /// once. The order of the steps is fixed, and a failed step ends the work.
  support::Result<Image> run();

 private:
  /// A range of the file, or of addresses. Empty ranges are possible; the steps check each range
  /// before its use.
  struct Range {
    uint64_t start = 0, size = 0;
  };

  // elf_verifier.cpp: the headers and segments. Each step returns false and sets message_ on a
  // fault. The ELF header: class, byte order, type, machine, no entry point.
  bool checkHeader();
  // All program headers. Afterwards segments, dynamic section and note are known.
  bool readProgramHeaders();
  // Hands one header to the function for its type; an unknown type is a fault.
  bool readProgramHeader(const Elf64_Phdr &header);
  // One PT_LOAD: access, sizes, alignment, and no page shared with another segment.
  bool addSegment(const Elf64_Phdr &header);
  // The contents of a header lie inside of the file.
  bool checkSegmentContents(const Elf64_Phdr &header);
  // Turns PT_GNU_RELRO into Segment::readOnlyAfterRelocation.
  bool applyRelro();
  // The program metadata, checked by its own reader.
  bool readNotes();

  // elf_dynamic.cpp: the tables behind the dynamic section. The dynamic section: known tags only,
  // each at most once.
  bool readDynamic();
  // One tag with its value, stored in values_.
  bool readDynamicEntry(const Elf64_Dyn &entry);
  // All tables are present, with entries of the right size.
  bool checkDynamicTables();
  // Exactly one symbol, the kernel table.
  bool readSymbols();
  // RELATIVE relocations only, ascending and disjoint, all in writable segments.
  bool readRelocations();
  // The kernel table: as many entries as the metadata has kernels, each in executable memory.
  bool readTable();
  // One entry of the kernel table: a relocated slot with the address of code.
  bool readTableEntry(uint64_t slot);

  // Sets the message; returns false, for the caller to return. The first message wins, since every
  // caller returns at once.
  bool fail(std::string what);
  // Stores the file range of a header that may occur once. A second header of the kind is a fault.
  bool setOnce(std::optional<Range> &slot, const Elf64_Phdr &header, const char *name);
  // Returns the segment that holds all of an address range, or null. With `fileBacked` only its
  // part in the file counts.
  const Segment *segmentOf(uint64_t address, uint64_t size, bool fileBacked) const;
  /// Returns the file offset of a file-backed address range in a segment of this access (nothing:
  /// of any). Nothing if no segment holds all of the range.
  std::optional<uint64_t> fileOffset(uint64_t address, uint64_t size,
                                     std::optional<Access> access) const;

  // The input, the expected machine, and the results so far.
  File file_;
  // Copied, so a caller may pass a temporary.
  Machine machine_;
  // Complete only once all steps have succeeded.
  Image image_;
  // The first fault; empty so far.
  std::string message_;

  // The file range of PT_DYNAMIC, and its address.
  std::optional<Range> dynamic_;
  uint64_t dynamicAddress_ = 0;
  // The file range of PT_NOTE.
  std::optional<Range> note_;
  // The addresses of PT_GNU_RELRO.
  std::optional<Range> relro_;
  // Headers without a meaning for the image; stored to find a second one.
  std::optional<Range> stack_;
  std::optional<Range> headers_;

  /// Values of the accepted and used dynamic tags. Addresses are relative to the load base, and
  /// sizes are bytes. An absent tag is empty.
  struct DynamicValues {
    std::optional<uint64_t> hash, strings, stringsSize, symbols, symbolSize;
    std::optional<uint64_t> relocations, relocationsSize, relocationSize;
  } values_;
  // File offset of the relocations, and size of the symbol kiln_kernels. Set by
  // checkDynamicTables() and readSymbols(), used by the steps behind them.
  uint64_t relocationsOffset_ = 0;
  uint64_t tableSize_ = 0;
};

}  // namespace mux::elf
