// Widening of ELF32 structures to ELF64, field by field: the orders of fields differ in symbols and
// program headers.
#include "elf_file.h"

namespace mux::elf {

Elf64_Ehdr File::header() const {
  if (is64_) {
    return at<Elf64_Ehdr>(0);
  }
  const auto narrow = at<Elf32_Ehdr>(0);
  Elf64_Ehdr wide{};
  std::memcpy(wide.e_ident, narrow.e_ident, sizeof wide.e_ident);
  wide.e_type = narrow.e_type;
  wide.e_machine = narrow.e_machine;
  wide.e_version = narrow.e_version;
  wide.e_entry = narrow.e_entry;
  wide.e_phoff = narrow.e_phoff;
  wide.e_shoff = narrow.e_shoff;
  wide.e_flags = narrow.e_flags;
  wide.e_ehsize = narrow.e_ehsize;
  wide.e_phentsize = narrow.e_phentsize;
  wide.e_phnum = narrow.e_phnum;
  wide.e_shentsize = narrow.e_shentsize;
  wide.e_shnum = narrow.e_shnum;
  wide.e_shstrndx = narrow.e_shstrndx;
  return wide;
}

// ELF32 has the flags near the end of a program header, ELF64 has them second.
Elf64_Phdr File::programHeader(uint64_t offset) const {
  if (is64_) {
    return at<Elf64_Phdr>(offset);
  }
  const auto narrow = at<Elf32_Phdr>(offset);
  return {.p_type = narrow.p_type,
          .p_flags = narrow.p_flags,
          .p_offset = narrow.p_offset,
          .p_vaddr = narrow.p_vaddr,
          .p_paddr = narrow.p_paddr,
          .p_filesz = narrow.p_filesz,
          .p_memsz = narrow.p_memsz,
          .p_align = narrow.p_align};
}

// The same order of fields in both classes, with different widths.
Elf64_Shdr File::sectionHeader(uint64_t offset) const {
  if (is64_) {
    return at<Elf64_Shdr>(offset);
  }
  const auto narrow = at<Elf32_Shdr>(offset);
  return {.sh_name = narrow.sh_name,
          .sh_type = narrow.sh_type,
          .sh_flags = narrow.sh_flags,
          .sh_addr = narrow.sh_addr,
          .sh_offset = narrow.sh_offset,
          .sh_size = narrow.sh_size,
          .sh_link = narrow.sh_link,
          .sh_info = narrow.sh_info,
          .sh_addralign = narrow.sh_addralign,
          .sh_entsize = narrow.sh_entsize};
}

// ELF32 has value and size in front of the info byte, ELF64 has them at the end.
Elf64_Sym File::symbol(uint64_t offset) const {
  if (is64_) {
    return at<Elf64_Sym>(offset);
  }
  const auto narrow = at<Elf32_Sym>(offset);
  return {.st_name = narrow.st_name,
          .st_info = narrow.st_info,
          .st_other = narrow.st_other,
          .st_shndx = narrow.st_shndx,
          .st_value = narrow.st_value,
          .st_size = narrow.st_size};
}

// r_info packs type and symbol differently in the two classes; both are taken apart here. The
// addend of ELF32 is an address, so it widens without a sign.
Elf64_Rela File::relocation(uint64_t offset, uint64_t *symbolIndex) const {
  if (is64_) {
    auto wide = at<Elf64_Rela>(offset);
    *symbolIndex = ELF64_R_SYM(wide.r_info);
    wide.r_info = ELF64_R_TYPE(wide.r_info);
    return wide;
  }
  const auto narrow = at<Elf32_Rela>(offset);
  *symbolIndex = ELF32_R_SYM(narrow.r_info);
  return {.r_offset = narrow.r_offset,
          .r_info = ELF32_R_TYPE(narrow.r_info),
          .r_addend = static_cast<uint32_t>(narrow.r_addend)};
}

// Value and address share a union, so one assignment copies both.
Elf64_Dyn File::dynamic(uint64_t offset) const {
  if (is64_) {
    return at<Elf64_Dyn>(offset);
  }
  const auto narrow = at<Elf32_Dyn>(offset);
  Elf64_Dyn wide{};
  wide.d_tag = narrow.d_tag;
  wide.d_un.d_val = narrow.d_un.d_val;
  return wide;
}

}  // namespace mux::elf
