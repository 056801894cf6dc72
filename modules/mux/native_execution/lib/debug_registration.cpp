// Registers kernels with gdb and perf.
//
// gdb's JIT interface works by a breakpoint in __jit_debug_register_code and a list at
// __jit_debug_descriptor. An entry of the list points to an object file in memory with final
// addresses. So each binary is registered as a copy of its file, with the load base added to
// section and symbol addresses. Unwind information is relative and stays correct;
// dwarf_relocation.h adjusts the debug sections.
//
// verify() has checked the loaded parts only, so every header of the copy is checked here before it
// is changed. A damaged one costs the entry in the debugger, not the program.
//
// The list is process-wide. ProcessLock guards it against other threads, and against a fork that
// would copy it half-changed.
#include "mux/native_execution/debug_registration.h"

#include <elf.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "dwarf_relocation.h"
#include "mux/target_support/elf_symbols.h"
#include "mux/target_support/process.h"
#include "support/environment.h"

// The names and layouts are gdb's ("JIT Compilation Interface" in its manual).
extern "C" {

// The names and layouts are gdb's ("JIT Compilation Interface" in its manual).
struct jit_code_entry {
  jit_code_entry *next_entry;
  jit_code_entry *prev_entry;
  const char *symfile_addr;
  uint64_t symfile_size;
};

// The root of the list. gdb looks it up by the name of its one instance, and checks `version` (1).
struct jit_descriptor {
  uint32_t version;
  uint32_t action_flag;
  jit_code_entry *relevant_entry;
  jit_code_entry *first_entry;
};

// Both symbols stay visible and unoptimised, because gdb finds them by name in the symbol table.
[[gnu::visibility("default"), gnu::used]] jit_descriptor __jit_debug_descriptor = {1, 0, nullptr,
                                                                                   nullptr};

[[gnu::visibility("default"), gnu::used, gnu::noinline]] void __jit_debug_register_code() {
  // The body keeps calls from being removed and orders the stores to the list before them.
  asm volatile("" ::: "memory");
}
}

namespace mux::native {

// An element of gdb's list, and the file that it points to.
class DebugRegistration {
 public:
  jit_code_entry entry = {};
  std::vector<std::byte> file;
};

namespace {

// The values of action_flag.
enum Action : uint32_t { actionRegister = 1, actionUnregister = 2 };

// Returns an array of T inside of the file; empty if it is not wholly inside, or not aligned.
template <class T>
std::span<T> arrayAt(std::vector<std::byte> &file, uint64_t offset, uint64_t count) {
  if (offset > file.size() || count > (file.size() - offset) / sizeof(T) ||
      offset % alignof(T) != 0) {
    return {};
  }
  return {reinterpret_cast<T *>(file.data() + offset), static_cast<size_t>(count)};
}

// Adds the load base to the addresses of segments, sections and symbols. Returns false if the file
// has no symbols, or damaged sections.
bool relocateHeaders(std::vector<std::byte> &file, uint64_t base) {
  auto header = arrayAt<Elf64_Ehdr>(file, 0, 1);
  if (header.empty() || header[0].e_shentsize != sizeof(Elf64_Shdr)) {
    return false;
  }
  // A damaged table of segments is left out: arrayAt() returns an empty range.
  for (Elf64_Phdr &segment : arrayAt<Elf64_Phdr>(file, header[0].e_phoff, header[0].e_phnum)) {
    segment.p_vaddr += base;
    segment.p_paddr += base;
  }
  auto sections = arrayAt<Elf64_Shdr>(file, header[0].e_shoff, header[0].e_shnum);
  bool hasSymbols = false;
  for (Elf64_Shdr &section : sections) {
    if (section.sh_flags & SHF_ALLOC) {
      section.sh_addr += base;
    }
    // gdb would read such a section past the end of the copy.
    if (section.sh_type != SHT_NOBITS &&
        (section.sh_offset > file.size() || section.sh_size > file.size() - section.sh_offset)) {
      return false;
    }
    if (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) {
      continue;
    }
    auto symbols = arrayAt<Elf64_Sym>(file, section.sh_offset, section.sh_size / sizeof(Elf64_Sym));
    for (Elf64_Sym &symbol : symbols) {
      if (symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < SHN_LORESERVE) {
        symbol.st_value += base;
      }
    }
    hasSymbols |= section.sh_type == SHT_SYMTAB && !symbols.empty();
  }
  return hasSymbols;
}

// Adjusts the debug sections by name. Precondition: relocateHeaders() has returned true.
void relocateDebugSections(std::vector<std::byte> &file, uint64_t base) {
  const auto header = arrayAt<Elf64_Ehdr>(file, 0, 1);
  const auto sections = arrayAt<Elf64_Shdr>(file, header[0].e_shoff, header[0].e_shnum);
  if (header[0].e_shstrndx >= sections.size()) {
    return;
  }
  const Elf64_Shdr &strings = sections[header[0].e_shstrndx];
  const auto names = arrayAt<char>(file, strings.sh_offset, strings.sh_size);
  for (const Elf64_Shdr &section : sections) {
    if (section.sh_type != SHT_PROGBITS || section.sh_flags & (SHF_ALLOC | SHF_COMPRESSED) ||
        section.sh_name >= names.size()) {
      continue;
    }
    // Only sections without SHF_ALLOC: the loaded ones have been relocated in memory. Compressed
    // ones would have to be unpacked, and stay wrong for gdb.
    const std::string_view rest(names.data() + section.sh_name, names.size() - section.sh_name);
    const std::string_view name = rest.substr(0, rest.find('\0'));
    const auto bytes = arrayAt<std::byte>(file, section.sh_offset, section.sh_size);
    if (name == ".debug_addr") {
      relocateAddressTable(bytes, base);
    } else if (name == ".debug_line") {
      relocateLinePrograms(bytes, base);
    } else if (name == ".debug_frame") {
      relocateFrames(bytes, base);
    }
  }
}

// Appends the functions to perf's map of the process, a line for each: address, size, name.
void writePerfMap(const mux::elf::Image &image, std::span<const std::byte> file, uint64_t base) {
  std::string lines;
  for (const mux::elf::Symbol &symbol : mux::elf::functionSymbols(image, file)) {
    char address[64];
    std::snprintf(address, sizeof address, "%lx %lx ", base + symbol.address, symbol.size);
    lines += address + symbol.name + "\n";
  }
  const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  if (std::FILE *map = std::fopen(path.c_str(), "ae")) {
    std::fwrite(lines.data(), 1, lines.size(), map);
    std::fclose(map);
  }
}

// Tells gdb of a change: it stops in __jit_debug_register_code and reads the descriptor.
void announce(DebugRegistration &registration, Action action) {
  __jit_debug_descriptor.action_flag = action;
  __jit_debug_descriptor.relevant_entry = &registration.entry;
  __jit_debug_register_code();
  __jit_debug_descriptor.relevant_entry = nullptr;
  __jit_debug_descriptor.action_flag = 0;
}

// Puts an entry at the front of the list, or takes one out. With the lock held.
void link(jit_code_entry &entry) {
  jit_code_entry *&first = __jit_debug_descriptor.first_entry;
  entry.next_entry = first;
  if (first) {
    first->prev_entry = &entry;
  }
  first = &entry;
}

// With the lock held. The entry's own links stay as they are.
void unlink(jit_code_entry &entry) {
  if (entry.next_entry) {
    entry.next_entry->prev_entry = entry.prev_entry;
  }
  (entry.prev_entry ? entry.prev_entry->next_entry : __jit_debug_descriptor.first_entry) =
      entry.next_entry;
}

}  // namespace

DebugRegistration *registerCode(const mux::elf::Image &image, std::span<const std::byte> file,
                                uint64_t base) {
  try {
    if (support::environment().perfMap) {
      ProcessLock lock;
      writePerfMap(image, file, base);
    }
    auto registration = std::make_unique<DebugRegistration>();
    registration->file.assign(file.begin(), file.end());
    // Adjusting works on the copy alone, so it needs no lock.
    if (!relocateHeaders(registration->file, base)) {
      return nullptr;
    }
    relocateDebugSections(registration->file, base);
    registration->entry.symfile_addr = reinterpret_cast<const char *>(registration->file.data());
    registration->entry.symfile_size = registration->file.size();
    ProcessLock lock;
    link(registration->entry);
    announce(*registration, actionRegister);
    return registration.release();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

// The copy of the file lives until gdb knows about the removal.
void unregisterCode(DebugRegistration *registration) {
  if (!registration) {
    return;
  }
  {
    ProcessLock lock;
    unlink(registration->entry);
    announce(*registration, actionUnregister);
  }
  delete registration;
}

}  // namespace mux::native
