// The steps of mux::elf::verify; each relies on the facts established by its predecessors.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "elf_file.h"
#include "mux/target_support/elf.h"

namespace mux::elf {

class Verifier {
 public:
  Verifier(std::span<const std::byte> file, const Machine &machine)
      : file_(file, machine.bits), machine_(machine) {
    image_.bits = machine.bits;
  }

  bool run();
  Image takeImage() { return std::move(image_); }
  const std::string &error() const { return error_; }

 private:
  /// A range of the file, or of addresses.
  struct Range {
    uint64_t start = 0, size = 0;
  };

  // elf_verifier.cpp: the headers and segments.
  bool checkHeader();
  bool readProgramHeaders();
  bool readProgramHeader(const Elf64_Phdr &header);
  bool addSegment(const Elf64_Phdr &header);
  bool checkSegmentContents(const Elf64_Phdr &header);
  bool applyRelro();
  bool readNotes();

  // elf_dynamic.cpp: what the dynamic section leads to.
  bool readDynamic();
  bool readDynamicEntry(const Elf64_Dyn &entry);
  bool checkDynamicTables();
  bool readSymbols();
  bool readRelocations();
  bool readTable();
  bool readTableEntry(uint64_t slot);

  bool fail(std::string what);
  bool setOnce(std::optional<Range> &slot, const Elf64_Phdr &header, const char *name);
  const Segment *segmentOf(uint64_t address, uint64_t size, bool fileBacked) const;
  /// File offset of a file-backed address range in a segment of that access.
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

  /// Values of the dynamic tags that are accepted and used.
  struct DynamicValues {
    std::optional<uint64_t> hash, strings, stringsSize, symbols, symbolSize;
    std::optional<uint64_t> relocations, relocationsSize, relocationSize;
  } values_;
  uint64_t relocationsOffset_ = 0;
  uint64_t tableSize_ = 0;
};

}  // namespace mux::elf
