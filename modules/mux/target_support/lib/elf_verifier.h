// The steps of mux::elf::verify; each relies on the facts established by its predecessors.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "elf_file.h"
#include "mux/target_support/elf.h"

namespace mux::elf {

/// One verification of one file. Used once: run(), then takeImage() or error().
class Verifier {
 public:
  /// Holds references to the bytes.
  Verifier(std::span<const std::byte> file, const Machine &machine)
      : file_(file, machine.bits), machine_(machine) {
    image_.bits = machine.bits;
  }

  /// Takes all steps in order; false at the first fault.
  bool run();
  Image takeImage() { return std::move(image_); }
  const std::string &error() const { return error_; }

 private:
  /// A range of the file, or of addresses.
  struct Range {
    uint64_t start = 0, size = 0;
  };

  // elf_verifier.cpp: the headers and segments. Each step returns false and sets error_ on a fault.
  bool checkHeader();
  bool readProgramHeaders();
  bool readProgramHeader(const Elf64_Phdr &header);
  bool addSegment(const Elf64_Phdr &header);
  bool checkSegmentContents(const Elf64_Phdr &header);
  bool applyRelro();
  bool readNotes();

  // elf_dynamic.cpp: the tables behind the dynamic section.
  bool readDynamic();
  bool readDynamicEntry(const Elf64_Dyn &entry);
  bool checkDynamicTables();
  bool readSymbols();
  bool readRelocations();
  bool readTable();
  bool readTableEntry(uint64_t slot);

  // Sets the error; returns false, for the caller to return.
  bool fail(std::string what);
  // Stores the file range of a header that may occur once.
  bool setOnce(std::optional<Range> &slot, const Elf64_Phdr &header, const char *name);
  // Returns the segment that holds all of an address range, or null. With `fileBacked` only its
  // part in the file counts.
  const Segment *segmentOf(uint64_t address, uint64_t size, bool fileBacked) const;
  /// Returns the file offset of a file-backed address range in a segment of this access (nothing:
  /// of any).
  std::optional<uint64_t> fileOffset(uint64_t address, uint64_t size,
                                     std::optional<Access> access) const;

  File file_;
  Machine machine_;
  Image image_;
  std::string error_;

  std::optional<Range> dynamic_;  ///< in the file
  uint64_t dynamicAddress_ = 0;
  std::optional<Range> note_;   ///< in the file
  std::optional<Range> relro_;  ///< addresses
  std::optional<Range> stack_;
  std::optional<Range> headers_;

  /// Values of the accepted and used dynamic tags.
  struct DynamicValues {
    std::optional<uint64_t> hash, strings, stringsSize, symbols, symbolSize;
    std::optional<uint64_t> relocations, relocationsSize, relocationSize;
  } values_;
  // File offset of the relocations, and size of the symbol kiln_kernels.
  uint64_t relocationsOffset_ = 0;
  uint64_t tableSize_ = 0;
};

}  // namespace mux::elf
