#include "build_id.h"

#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

// Defined by the linker: where this library's own ELF header is mapped.
extern "C" __attribute__((visibility("hidden"))) const ElfW(Ehdr) __ehdr_start;

namespace compiler {
namespace {

std::string toHex(const unsigned char *bytes, size_t count) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text;
}

size_t roundUp4(size_t size) {
  return (size + 3) & ~size_t{3};
}

std::string findBuildId(const unsigned char *notes, size_t size) {
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes, sizeof header);
    const unsigned char *owner = notes + sizeof header;
    const unsigned char *description = owner + roundUp4(header.n_namesz);
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 &&
        std::memcmp(owner, "GNU", 4) == 0) {
      return toHex(description, header.n_descsz);
    }
    const size_t bytes = sizeof header + roundUp4(header.n_namesz) + roundUp4(header.n_descsz);
    if (bytes > size) {
      break;
    }
    notes += bytes;
    size -= bytes;
  }
  return {};
}

}  // namespace

std::string libraryBuildId() {
  const auto *base = reinterpret_cast<const unsigned char *>(&__ehdr_start);
  const auto *segments = reinterpret_cast<const ElfW(Phdr) *>(base + __ehdr_start.e_phoff);
  for (size_t i = 0; i < __ehdr_start.e_phnum; ++i) {
    if (segments[i].p_type == PT_NOTE) {
      if (auto id = findBuildId(base + segments[i].p_vaddr, segments[i].p_memsz); !id.empty()) {
        return id;
      }
    }
  }
  return {};
}

}  // namespace compiler
