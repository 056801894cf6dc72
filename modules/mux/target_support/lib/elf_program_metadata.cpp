// Reads the program metadata of a binary without verifying the rest, for tools that only show it.
//
// An unknown machine is no obstacle, so a tool can describe binaries for devices that this machine
// does not have.
#include "elf_file.h"
#include "mux/target_support/elf.h"

namespace mux::elf {

// The class byte selects the layout of the headers; everything read is bounded by the file.
std::optional<ProgramMetadata> findProgramMetadata(std::span<const std::byte> bytes) {
  const bool is32 = bytes.size() > EI_CLASS && bytes[EI_CLASS] == std::byte{ELFCLASS32};
  const File file(bytes, is32 ? 32 : 64);
  if (!file.contains(0, file.headerSize()) || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) {
    return std::nullopt;
  }
  const Elf64_Ehdr header = file.header();
  const uint64_t entry = file.programHeaderSize();
  if (!file.contains(header.e_phoff, header.e_phnum * entry)) {
    return std::nullopt;
  }
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    const Elf64_Phdr segment = file.programHeader(header.e_phoff + i * entry);
    if (segment.p_type == PT_NOTE && file.contains(segment.p_offset, segment.p_filesz)) {
      if (auto read = readProgramMetadata(file.bytes(segment.p_offset, segment.p_filesz))) {
        return std::move(*read);
      }
    }
  }
  return std::nullopt;
}

}  // namespace mux::elf
