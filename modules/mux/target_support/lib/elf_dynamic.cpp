// The second half of mux::elf::verify: the dynamic section, the one symbol, the relocations, the
// kernel table.
//
// The symbol table, its strings, its hash table and the relocations have to lie in read-only
// segments, so that no relocation changes them. The kernel table is checked in its relocated
// state: its header is free of relocations, and each entry has one RELATIVE relocation with the
// address of code as its addend.
#include <algorithm>

#include "elf_verifier.h"

namespace mux::elf {
namespace {

// The bits of DT_FLAGS and DT_FLAGS_1 without an effect on such a binary. Both ask for an early or
// local lookup of symbols, and such a file has none to look up.
constexpr uint64_t acceptedFlags = DF_SYMBOLIC | DF_BIND_NOW;
constexpr uint64_t acceptedFlags1 = DF_1_NOW;

}  // namespace

// The address and the file offset of PT_DYNAMIC have to agree, so that a loader and this reader see
// the same bytes. DT_NULL ends the section; without it the reading would go on into other data.
bool Verifier::readDynamic() {
  const uint64_t entry = file_.dynamicSize();
  const auto offset = fileOffset(dynamicAddress_, dynamic_->size, std::nullopt);
  if (offset != dynamic_->start || dynamic_->size % entry != 0) {
    return fail("the dynamic section is not where its segment is");
  }
  for (uint64_t at = 0; at < dynamic_->size; at += entry) {
    const Elf64_Dyn value = file_.dynamic(dynamic_->start + at);
    if (value.d_tag == DT_NULL) {
      return checkDynamicTables();
    }
    if (!readDynamicEntry(value)) {
      return false;
    }
  }
  return fail("the dynamic section has no end");
}

// Any tag outside of the list refuses the file: each could make a loader do more (libraries,
// initialisers, search paths).
bool Verifier::readDynamicEntry(const Elf64_Dyn &entry) {
  std::optional<uint64_t> *slot = nullptr;
  switch (entry.d_tag) {
    case DT_HASH:
      slot = &values_.hash;
      break;
    case DT_STRTAB:
      slot = &values_.strings;
      break;
    case DT_STRSZ:
      slot = &values_.stringsSize;
      break;
    case DT_SYMTAB:
      slot = &values_.symbols;
      break;
    case DT_SYMENT:
      slot = &values_.symbolSize;
      break;
    case DT_RELA:
      slot = &values_.relocations;
      break;
    case DT_RELASZ:
      slot = &values_.relocationsSize;
      break;
    case DT_RELAENT:
      slot = &values_.relocationSize;
      break;
    case DT_SYMBOLIC:
    case DT_RELACOUNT:
      return true;
    case DT_FLAGS:
      return (entry.d_un.d_val & ~acceptedFlags) == 0 || fail("DT_FLAGS are not accepted");
    case DT_FLAGS_1:
      return (entry.d_un.d_val & ~acceptedFlags1) == 0 || fail("DT_FLAGS_1 are not accepted");
    default:
      return fail("dynamic tag " + std::to_string(entry.d_tag) + " is not accepted");
  }
  if (*slot) {
    return fail("dynamic tag " + std::to_string(entry.d_tag) + " twice");
  }
  *slot = entry.d_un.d_val;
  return true;
}

// All tables have to be there, with entries of the right size. Relocations may be missing as a
// whole.
bool Verifier::checkDynamicTables() {
  const DynamicValues &v = values_;
  if (!v.hash || !v.strings || !v.stringsSize || !v.symbols || v.symbolSize != file_.symbolSize()) {
    return fail("no symbol, string or hash table");
  }
  if (!v.relocations && !v.relocationsSize && !v.relocationSize) {
    return true;
  }
  if (!v.relocations || !v.relocationsSize || v.relocationSize != file_.relocationSize() ||
      *v.relocationsSize % *v.relocationSize != 0) {
    return fail("relocations of a wrong size");
  }
  const auto offset = fileOffset(*v.relocations, *v.relocationsSize, Access::read);
  if (!offset) {
    return fail("relocations outside of the read-only segments");
  }
  relocationsOffset_ = *offset;
  return true;
}

// The hash table tells the number of symbols: the null symbol and the kernel table. Further symbols
// would be visible to other libraries, or wanted from them. The name is compared with its
// terminator, so a longer one does not match.
bool Verifier::readSymbols() {
  // The hash table's header: number of buckets, number of chains. A chain stands for a symbol.
  const auto hash = fileOffset(*values_.hash, 8, Access::read);
  if (!hash || file_.at<uint32_t>(*hash + 4) != 2) {
    return fail("not exactly one dynamic symbol");
  }
  const uint64_t symbolSize = file_.symbolSize();
  const auto symbols = fileOffset(*values_.symbols, 2 * symbolSize, Access::read);
  const auto strings = fileOffset(*values_.strings, *values_.stringsSize, Access::read);
  if (!symbols || !strings) {
    return fail("symbol or string table outside of the read-only segments");
  }
  const Elf64_Sym symbol = file_.symbol(*symbols + symbolSize);
  constexpr uint64_t nameSize = sizeof MUX_KERNEL_TABLE_SYMBOL;
  if (symbol.st_name > *values_.stringsSize || nameSize > *values_.stringsSize - symbol.st_name ||
      std::memcmp(file_.bytes(*strings + symbol.st_name, nameSize).data(), MUX_KERNEL_TABLE_SYMBOL,
                  nameSize) != 0) {
    return fail("the symbol is not " MUX_KERNEL_TABLE_SYMBOL);
  }
  if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE ||
      symbol.st_info != ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT)) {
    return fail(MUX_KERNEL_TABLE_SYMBOL " is not a defined object");
  }
  image_.tableAddress = symbol.st_value;
  tableSize_ = symbol.st_size;
  return true;
}

// Ascending and disjoint slots make the relocations independent of each other's order, and bound
// their number by the image's size.
bool Verifier::readRelocations() {
  const uint64_t entry = file_.relocationSize();
  const uint64_t slotSize = machine_.bits / 8;
  const uint64_t count = values_.relocationsSize.value_or(0) / entry;
  image_.relocations.reserve(count);
  // End of the slot before.
  uint64_t end = 0;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t symbolIndex = 0;
    const Elf64_Rela rela = file_.relocation(relocationsOffset_ + i * entry, &symbolIndex);
    if (rela.r_info != machine_.relativeType || symbolIndex != 0) {
      return fail("relocation " + std::to_string(i) + " is not RELATIVE (" +
                  std::to_string(machine_.relativeType) + "), but of type " +
                  std::to_string(rela.r_info) + ", symbol " + std::to_string(symbolIndex));
    }
    const Segment *segment = segmentOf(rela.r_offset, slotSize, false);
    if (!segment || segment->access != Access::readWrite) {
      return fail("relocation " + std::to_string(i) + " outside of the writable segments");
    }
    if (rela.r_offset < end) {
      return fail("relocation " + std::to_string(i) + " overlaps or is out of order");
    }
    end = rela.r_offset + slotSize;
    image_.relocations.push_back({rela.r_offset, static_cast<uint64_t>(rela.r_addend)});
  }
  return true;
}

// The header of the table has to be final in the file, so no relocation may touch it. The entries
// are checked one by one.
bool Verifier::readTable() {
  constexpr uint64_t tableHeader = offsetof(mux_kernel_table_t, entries);
  const uint64_t count = image_.metadata.kernels.size();
  const uint64_t size = tableHeader + count * sizeof(uint64_t);
  const auto offset = fileOffset(image_.tableAddress, size, std::nullopt);
  if (!offset || tableSize_ < size || image_.tableAddress % alignof(mux_kernel_table_t) != 0) {
    return fail("the kernel table is outside of the segments or too small");
  }
  if (segmentOf(image_.tableAddress, size, true)->access == Access::readExecute) {
    return fail("the kernel table is in executable memory");
  }
  if (file_.at<uint32_t>(*offset) != MUX_ABI_VERSION || file_.at<uint32_t>(*offset + 4) != count) {
    return fail("the kernel table is of another version or does not match the note");
  }
  for (const Relocation &relocation : image_.relocations) {
    if (relocation.address < image_.tableAddress + tableHeader &&
        relocation.address + machine_.bits / 8 > image_.tableAddress) {
      return fail("a relocation in the kernel table's header");
    }
  }
  for (uint64_t i = 0; i < count; ++i) {
    if (!readTableEntry(image_.tableAddress + tableHeader + i * sizeof(uint64_t))) {
      message_ = "kernel " + image_.metadata.kernels[i].name + ": " + message_;
      return false;
    }
  }
  return true;
}

// Each entry has exactly one relocation at its start, whose addend is the address of code in the
// file. On 32-bit machines the slot is the lower half, and the upper half has to be zero for good.
bool Verifier::readTableEntry(uint64_t slot) {
  const auto &relocations = image_.relocations;
  const auto found = std::ranges::lower_bound(relocations, slot, {}, &Relocation::address);
  if (found == relocations.end() || found->address != slot) {
    return fail("the table entry is not relocated");
  }
  if (machine_.bits == 32) {
    const auto upper = fileOffset(slot + 4, 4, std::nullopt);
    const auto next = std::next(found);
    if (!upper || file_.at<uint32_t>(*upper) != 0 ||
        (next != relocations.end() && next->address < slot + 8)) {
      return fail("the table entry's upper half is not zero");
    }
  }
  const Segment *segment = segmentOf(found->addend, 1, true);
  if (!segment || segment->access != Access::readExecute) {
    return fail("the entry point is not in executable memory");
  }
  image_.entries.push_back(found->addend);
  return true;
}

}  // namespace mux::elf
