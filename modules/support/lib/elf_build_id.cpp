// Finds the note NT_GNU_BUILD_ID in the PT_NOTE segments of a file. The file may be damaged, so
// sizes have limits before they become allocations.
#include "support/elf_build_id.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "support/byte_io.h"
#include "support/descriptor.h"
#include "support/hex.h"

namespace support {
namespace {

// Limits for damaged files: program headers, and bytes of one segment of notes.
constexpr size_t mostSegments = 256;
constexpr size_t largestNotes = 1 << 20;

// Reads a range of the file; false if it is not wholly there.
// A short read counts as a failure: the file has changed or ends early.
template <class T>
bool readAt(int file, uint64_t offset, std::span<T> to) {
  const auto bytes = static_cast<ssize_t>(to.size_bytes());
  return pread(file, to.data(), to.size_bytes(), static_cast<off_t>(offset)) == bytes;
}

}  // namespace

// Notes are padded to 4 bytes. A damaged size fails the reader and ends the loop.
std::string buildIdIn(std::span<const std::byte> notes) {
  constexpr char gnu[] = "GNU";
  ByteReader in(notes);
  while (in.ok() && !in.atEnd()) {
    const auto ownerSize = in.read<uint32_t>(), size = in.read<uint32_t>();
    const auto type = in.read<uint32_t>();
    const auto owner = in.readBytes(ownerSize);
    in.align(4);
    const auto description = in.readBytes(size);
    if (in.ok() && type == NT_GNU_BUILD_ID && owner.size() == sizeof gnu &&
        std::memcmp(owner.data(), gnu, sizeof gnu) == 0) {
      return toHex(description);
    }
    in.align(4);
  }
  return {};
}

// Segments instead of sections, because stripped files may lack the latter.
std::string buildIdOf(const std::string &path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  Elf64_Ehdr header;
  if (!file || !readAt(file.get(), 0, std::span(&header, 1)) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum > mostSegments) {
    return {};
  }
  std::vector<Elf64_Phdr> segments(header.e_phnum);
  if (!readAt(file.get(), header.e_phoff, std::span(segments))) {
    return {};
  }
  for (const Elf64_Phdr &segment : segments) {
    if (segment.p_type != PT_NOTE || segment.p_filesz > largestNotes) {
      continue;
    }
    std::vector<std::byte> notes(segment.p_filesz);
    if (readAt(file.get(), segment.p_offset, std::span(notes))) {
      if (auto id = buildIdIn(notes); !id.empty()) {
        return id;
      }
    }
  }
  return {};
}

}  // namespace support
