// Reads function symbols out of .symtab.
//
// Sections play no part in the verified format. So everything is checked again: the section
// headers, both tables, each name, and each function's range against the executable segments.
#include "mux/target_support/elf_symbols.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "elf_file.h"

namespace mux::elf {
namespace {

// Returns the string at an index of a string table, or nothing if it has no end inside of the
// table. Precondition: the table lies inside of the file.
std::optional<std::string> stringAt(const File &file, const Elf64_Shdr &strings, uint64_t index) {
  if (index >= strings.sh_size) {
    return std::nullopt;
  }
  const auto bytes = file.bytes(strings.sh_offset + index, strings.sh_size - index);
  const auto end = std::ranges::find(bytes, std::byte{0});
  if (end == bytes.end()) {
    return std::nullopt;
  }
  return std::string(reinterpret_cast<const char *>(bytes.data()),
                     static_cast<size_t>(end - bytes.begin()));
}

// Returns true if a function of `size` > 0 bytes lies in the file's part of an executable segment.
// Compares without sums, since both numbers come from the file.
bool isInCode(const Image &image, uint64_t address, uint64_t size) {
  return size != 0 && std::ranges::any_of(image.segments, [&](const Segment &segment) {
           return segment.access == Access::readExecute && address >= segment.address &&
                  address - segment.address < segment.fileSize &&
                  size <= segment.fileSize - (address - segment.address);
         });
}

// Returns the sound functions of a table, sorted by address, then by name: the order of the file is
// the linker's choice.
std::vector<Symbol> readTable(const Image &image, const File &file, const Elf64_Shdr &table,
                              const Elf64_Shdr &strings) {
  std::vector<Symbol> result;
  for (uint64_t at = 0; at + file.symbolSize() <= table.sh_size; at += file.symbolSize()) {
    // Data, sections and files are left out: a debugger's list needs code only.
    const Elf64_Sym entry = file.symbol(table.sh_offset + at);
    if (ELF64_ST_TYPE(entry.st_info) != STT_FUNC || entry.st_shndx == SHN_UNDEF ||
        !isInCode(image, entry.st_value, entry.st_size)) {
      continue;
    }
    if (auto name = stringAt(file, strings, entry.st_name); name && !name->empty()) {
      result.push_back({std::move(*name), entry.st_value, entry.st_size});
    }
  }
  std::ranges::sort(result, [](const Symbol &a, const Symbol &b) {
    return std::tie(a.address, a.name) < std::tie(b.address, b.name);
  });
  return result;
}

}  // namespace

// The first symbol table decides. A damaged one gives an empty list, since the binary runs without
// it.
std::vector<Symbol> functionSymbols(const Image &image, std::span<const std::byte> bytes) {
  const File file(bytes, image.bits);
  const Elf64_Ehdr header = file.header();
  const uint64_t entry = file.sectionHeaderSize();
  if (header.e_shentsize != entry || !file.contains(header.e_shoff, header.e_shnum * entry)) {
    return {};
  }
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr table = file.sectionHeader(header.e_shoff + i * entry);
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= header.e_shnum) {
      continue;
    }
    const Elf64_Shdr strings = file.sectionHeader(header.e_shoff + table.sh_link * entry);
    if (table.sh_entsize != file.symbolSize() || strings.sh_type != SHT_STRTAB ||
        !file.contains(table.sh_offset, table.sh_size) ||
        !file.contains(strings.sh_offset, strings.sh_size)) {
      return {};
    }
    return readTable(image, file, table, strings);
  }
  return {};
}

}  // namespace mux::elf
