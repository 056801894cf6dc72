#include "build_id.h"

#include <link.h>

#include <cstddef>
#include <span>

#include "support/elf_build_id.h"

// Defined by the linker: the ELF header of this library in memory.
extern "C" __attribute__((visibility("hidden"))) const ElfW(Ehdr) __ehdr_start;

namespace compiler {

std::string libraryBuildId() {
  const auto *base = reinterpret_cast<const std::byte *>(&__ehdr_start);
  const auto *segments = reinterpret_cast<const ElfW(Phdr) *>(base + __ehdr_start.e_phoff);
  for (const ElfW(Phdr) &segment : std::span(segments, __ehdr_start.e_phnum)) {
    if (segment.p_type == PT_NOTE) {
      if (auto id = support::buildIdIn({base + segment.p_vaddr, segment.p_memsz}); !id.empty()) {
        return id;
      }
    }
  }
  return {};
}

}  // namespace compiler
