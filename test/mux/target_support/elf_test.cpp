#include "mux/target_support/elf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "mux/target_support/elf_symbols.h"
#include "samples.h"

namespace {

using mux::elf::Access;
using testing::HasSubstr;

class ElfSample : public testing::TestWithParam<Sample> {
 protected:
  void SetUp() override {
    bytes_ = readSample(GetParam());
    ASSERT_FALSE(bytes_.empty());
  }
  support::Result<mux::elf::Image> verify() { return mux::elf::verify(bytes_, GetParam().machine); }
  Bytes bytes_;
};

INSTANTIATE_TEST_SUITE_P(Machines, ElfSample, testing::ValuesIn(samples()),
                         [](const auto &sample) { return sample.param.name; });

TEST_P(ElfSample, IsAccepted) {
  const auto image = verify();
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->bits, GetParam().machine.bits);
  EXPECT_EQ(image->metadata.kernels.size(), 2u);
  EXPECT_EQ(image->entries.size(), 2u);
  EXPECT_NE(image->entries[0], image->entries[1]);
  EXPECT_GE(image->relocations.size(), 3u);
  ASSERT_GE(image->segments.size(), 3u);
  uint64_t end = 0;
  for (const auto &segment : image->segments) {
    EXPECT_EQ(segment.address % 4096, 0u);
    EXPECT_EQ(segment.offset % 4096, 0u);
    EXPECT_GE(segment.address, end);
    EXPECT_LE(segment.fileSize, segment.memorySize);
    EXPECT_LE(segment.offset + segment.fileSize, bytes_.size());
    end = segment.address + segment.memorySize;
  }
  EXPECT_EQ(image->memorySize, end);
}

TEST_P(ElfSample, ItsNoteIsFoundWithoutItsMachine) {
  const auto metadata = mux::elf::findProgramMetadata(bytes_);
  ASSERT_TRUE(metadata);
  ASSERT_EQ(metadata->kernels.size(), 2u);
  EXPECT_EQ(metadata->kernels[0].name, verify()->metadata.kernels[0].name);
  EXPECT_EQ(metadata->kernels[0].descriptor.vector_width, 8u);
}

TEST_P(ElfSample, DamagedFilesHaveNoNoteOrThatOne) {
  for (size_t size = 0; size < bytes_.size(); ++size) {
    const auto metadata = mux::elf::findProgramMetadata(std::span(bytes_).first(size));
    EXPECT_TRUE(!metadata || metadata->kernels.size() == 2) << size;
  }
  constexpr size_t headers = 512;  // the file's and the program's
  for (size_t at = 0; at < headers; ++at) {
    for (std::byte damage : {std::byte{0}, std::byte{0x7f}, std::byte{0xff}}) {
      Bytes bytes = bytes_;
      bytes[at] = damage;
      const auto metadata = mux::elf::findProgramMetadata(bytes);
      EXPECT_TRUE(!metadata || metadata->kernels.size() == 2) << at;
    }
  }
}

TEST_P(ElfSample, ItsTableBecomesReadOnly) {
  const auto image = verify();
  ASSERT_TRUE(image) << image.error().message;
  const auto found = std::ranges::find_if(image->segments, [&](const auto &segment) {
    return image->tableAddress >= segment.address &&
           image->tableAddress < segment.address + segment.memorySize;
  });
  ASSERT_NE(found, image->segments.end());
  EXPECT_EQ(found->access, Access::readWrite);
  EXPECT_GT(found->readOnlyAfterRelocation, image->tableAddress - found->address);
  EXPECT_EQ(found->readOnlyAfterRelocation % 4096, 0u);
}

TEST_P(ElfSample, MaterializesRelocated) {
  const auto image = verify();
  ASSERT_TRUE(image) << image.error().message;
  constexpr uint64_t base = 0x10000000;
  Bytes memory(image->memorySize, std::byte{0xee});
  mux::elf::materialize(*image, bytes_, base, memory);
  EXPECT_EQ(get<uint32_t>(memory, image->tableAddress), MUX_ABI_VERSION);
  EXPECT_EQ(get<uint32_t>(memory, image->tableAddress + 4), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(get<uint64_t>(memory, image->tableAddress + 8 + 8 * i), base + image->entries[i]);
  }
  const auto &last = image->segments.back();
  EXPECT_TRUE(std::all_of(memory.begin() + static_cast<ptrdiff_t>(last.address + last.fileSize),
                          memory.end(), [](std::byte b) { return b == std::byte{0}; }))
      << "memory that the file does not fill is zero";
}

TEST_P(ElfSample, KnowsItsFunctions) {
  const auto image = verify();
  ASSERT_TRUE(image) << image.error().message;
  const auto symbols = mux::elf::functionSymbols(*image, bytes_);
  std::vector<std::string> names;
  for (const auto &symbol : symbols) {
    names.push_back(symbol.name);
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"first", "second", "work"}));
  const auto first = std::ranges::find(symbols, "first", &mux::elf::Symbol::name);
  ASSERT_NE(first, symbols.end());
  EXPECT_EQ(first->address, image->entries[0]);
  EXPECT_GT(first->size, 0u);
}

TEST_P(ElfSample, IsOfOneMachineOnly) {
  for (const Sample &other : samples()) {
    if (other.name != GetParam().name) {
      EXPECT_FALSE(mux::elf::verify(bytes_, other.machine)) << other.name;
    }
  }
}

TEST_P(ElfSample, EveryShorterFileOfItsLoadedPartIsRefused) {
  const auto image = verify();
  ASSERT_TRUE(image);
  uint64_t loaded = 0;
  for (const auto &segment : image->segments) {
    loaded = std::max(loaded, segment.offset + segment.fileSize);
  }
  for (uint64_t size = 0; size < loaded; size += 13) {
    EXPECT_FALSE(mux::elf::verify(std::span(bytes_).first(size), GetParam().machine)) << size;
  }
  EXPECT_TRUE(mux::elf::verify(std::span(bytes_).first(loaded), GetParam().machine))
      << "section headers and symbols are not needed";
}

/// Changes of the x86-64 sample, one rule each.
class Elf : public testing::Test {
 protected:
  Bytes bytes_ = readSample(samples()[0]);
  Elf64_Ehdr header_ = get<Elf64_Ehdr>(bytes_, 0);

  std::string error() {
    const auto image = mux::elf::verify(bytes_, samples()[0].machine);
    EXPECT_FALSE(image);
    return image.error().message;
  }
  /// Offset of the n-th program header of a type.
  uint64_t programHeader(uint32_t type, int n = 0) {
    for (uint64_t i = 0; i < header_.e_phnum; ++i) {
      const uint64_t at = header_.e_phoff + i * sizeof(Elf64_Phdr);
      if (get<Elf64_Phdr>(bytes_, at).p_type == type && n-- == 0) {
        return at;
      }
    }
    ADD_FAILURE() << "no such program header";
    return 0;
  }
  template <class Change>
  void changeHeader(uint32_t type, int n, Change change) {
    const uint64_t at = programHeader(type, n);
    auto value = get<Elf64_Phdr>(bytes_, at);
    change(value);
    put(bytes_, at, value);
  }
  uint64_t dynamicEntry(int64_t tag) {
    const auto dynamic = get<Elf64_Phdr>(bytes_, programHeader(PT_DYNAMIC));
    for (uint64_t at = dynamic.p_offset; at < dynamic.p_offset + dynamic.p_filesz;
         at += sizeof(Elf64_Dyn)) {
      if (get<Elf64_Dyn>(bytes_, at).d_tag == tag) {
        return at;
      }
    }
    ADD_FAILURE() << "no such dynamic entry";
    return 0;
  }
  /// The sample's read-only segment starts at 0, so its addresses are file offsets.
  uint64_t dynamicValue(int64_t tag) {
    return get<Elf64_Dyn>(bytes_, dynamicEntry(tag)).d_un.d_val;
  }
};

TEST_F(Elf, ExecutablesAreRefused) {
  put(bytes_, offsetof(Elf64_Ehdr, e_type), uint16_t{ET_EXEC});
  EXPECT_THAT(error(), HasSubstr("shared object"));
}

TEST_F(Elf, EntryPointsAreRefused) {
  put(bytes_, offsetof(Elf64_Ehdr, e_entry), uint64_t{0x1000});
  EXPECT_THAT(error(), HasSubstr("entry point"));
}

TEST_F(Elf, WritableCodeIsRefused) {
  changeHeader(PT_LOAD, 1, [](auto &h) { h.p_flags = PF_R | PF_W | PF_X; });
  EXPECT_THAT(error(), HasSubstr("flags"));
}

TEST_F(Elf, OverlappingSegmentsAreRefused) {
  changeHeader(PT_LOAD, 1, [](auto &h) { h.p_vaddr = 0; });
  EXPECT_THAT(error(), HasSubstr("shares a page"));
}

TEST_F(Elf, UnalignedSegmentsAreRefused) {
  changeHeader(PT_LOAD, 1, [](auto &h) { h.p_vaddr += 8; });
  EXPECT_THAT(error(), HasSubstr("aligned"));
}

TEST_F(Elf, SegmentsOutsideOfTheFileAreRefused) {
  changeHeader(PT_LOAD, 1, [](auto &h) { h.p_filesz = h.p_memsz = 1 << 20; });
  EXPECT_THAT(error(), HasSubstr("outside of the file"));
}

TEST_F(Elf, HugeSegmentsAreRefused) {
  changeHeader(PT_LOAD, 3, [](auto &h) { h.p_memsz = uint64_t{1} << 60; });
  EXPECT_THAT(error(), HasSubstr("impossible"));
}

TEST_F(Elf, ZeroFilledCodeIsRefused) {
  changeHeader(PT_LOAD, 1, [](auto &h) { h.p_memsz += 8; });
  EXPECT_THAT(error(), HasSubstr("not writable"));
}

TEST_F(Elf, UnknownProgramHeadersAreRefused) {
  for (uint32_t type : {uint32_t{PT_INTERP}, uint32_t{PT_TLS}, uint32_t{0x70000003}}) {
    changeHeader(PT_LOAD, 0, [](auto &) {});
    put(bytes_, programHeader(PT_PHDR), type);
    EXPECT_THAT(error(), HasSubstr("not accepted"));
    bytes_ = readSample(samples()[0]);
  }
}

TEST_F(Elf, ExecutableStacksAreRefused) {
  changeHeader(PT_GNU_STACK, 0, [](auto &h) { h.p_flags |= PF_X; });
  EXPECT_THAT(error(), HasSubstr("stack"));
}

TEST_F(Elf, RelroOutsideIsRefused) {
  changeHeader(PT_GNU_RELRO, 0, [](auto &h) { h.p_memsz = 1 << 20; });
  EXPECT_THAT(error(), HasSubstr("leaves its segment"));
  bytes_ = readSample(samples()[0]);
  changeHeader(PT_GNU_RELRO, 0, [](auto &h) { h.p_vaddr = 0; });
  EXPECT_THAT(error(), HasSubstr("writable segment"));
}

TEST_F(Elf, LibrariesAndInitialisersAreRefused) {
  for (int64_t tag : {DT_NEEDED, DT_INIT, DT_FINI, DT_INIT_ARRAY, DT_FINI_ARRAY, DT_TEXTREL,
                      DT_JMPREL, DT_REL, DT_RPATH, DT_RUNPATH}) {
    bytes_ = readSample(samples()[0]);
    put(bytes_, dynamicEntry(DT_RELACOUNT), tag);
    EXPECT_THAT(error(), HasSubstr("dynamic tag")) << tag;
  }
}

TEST_F(Elf, TextRelocationFlagIsRefused) {
  put(bytes_, dynamicEntry(DT_FLAGS) + 8, uint64_t{DF_TEXTREL});
  EXPECT_THAT(error(), HasSubstr("DT_FLAGS"));
}

TEST_F(Elf, OtherRelocationsAreRefused) {
  const uint64_t first = dynamicValue(DT_RELA);
  put(bytes_, first + 8, ELF64_R_INFO(0, uint32_t{R_X86_64_GLOB_DAT}));
  EXPECT_THAT(error(), HasSubstr("not RELATIVE"));
  put(bytes_, first + 8, ELF64_R_INFO(1, uint32_t{R_X86_64_RELATIVE}));
  EXPECT_THAT(error(), HasSubstr("not RELATIVE"));
}

TEST_F(Elf, RelocationsOfCodeAreRefused) {
  put(bytes_, dynamicValue(DT_RELA), uint64_t{0x1000});
  EXPECT_THAT(error(), HasSubstr("writable segments"));
}

TEST_F(Elf, OverlappingRelocationsAreRefused) {
  const uint64_t first = dynamicValue(DT_RELA);
  put(bytes_, first + sizeof(Elf64_Rela), get<uint64_t>(bytes_, first) + 4);
  EXPECT_THAT(error(), HasSubstr("overlaps"));
}

TEST_F(Elf, EntriesOutsideOfCodeAreRefused) {
  put(bytes_, dynamicValue(DT_RELA) + 16, uint64_t{0x10});
  EXPECT_THAT(error(), HasSubstr("executable memory"));
}

TEST_F(Elf, UndefinedSymbolsAreRefused) {
  put(bytes_, dynamicValue(DT_SYMTAB) + sizeof(Elf64_Sym) + offsetof(Elf64_Sym, st_shndx),
      uint16_t{SHN_UNDEF});
  EXPECT_THAT(error(), HasSubstr("not a defined object"));
}

TEST_F(Elf, MoreSymbolsAreRefused) {
  put(bytes_, dynamicValue(DT_HASH) + 4, uint32_t{3});
  EXPECT_THAT(error(), HasSubstr("exactly one"));
}

TEST_F(Elf, OtherNamesAreRefused) {
  const uint64_t name = get<uint32_t>(bytes_, dynamicValue(DT_SYMTAB) + sizeof(Elf64_Sym));
  put(bytes_, dynamicValue(DT_STRTAB) + name, 'x');
  EXPECT_THAT(error(), HasSubstr("kiln_kernels"));
}

TEST_F(Elf, ATableThatDisagreesWithTheNoteIsRefused) {
  const auto image = mux::elf::verify(bytes_, samples()[0].machine);
  ASSERT_TRUE(image);
  const auto data = get<Elf64_Phdr>(bytes_, programHeader(PT_LOAD, 2));
  const uint64_t table = image->tableAddress - data.p_vaddr + data.p_offset;
  put(bytes_, table + 4, uint32_t{1});
  EXPECT_THAT(error(), HasSubstr("does not match"));
  put(bytes_, table + 4, uint32_t{2});
  put(bytes_, table, uint32_t{7});
  EXPECT_THAT(error(), HasSubstr("another version"));
}

TEST_F(Elf, ADamagedNoteIsRefused) {
  const auto note = get<Elf64_Phdr>(bytes_, programHeader(PT_NOTE));
  put(bytes_, note.p_offset + 24, uint32_t{99});
  EXPECT_THAT(error(), HasSubstr("note: version"));
}

TEST_F(Elf, DamagedSymbolTablesAreShorterLists) {
  const auto image = mux::elf::verify(bytes_, samples()[0].machine);
  ASSERT_TRUE(image);
  const size_t sound = mux::elf::functionSymbols(*image, bytes_).size();
  for (uint64_t at = header_.e_shoff; at < bytes_.size(); ++at) {
    Bytes damaged = bytes_;
    damaged[at] ^= std::byte{0xff};
    EXPECT_LE(mux::elf::functionSymbols(*image, damaged).size(), sound + 1);
  }
  put(bytes_, offsetof(Elf64_Ehdr, e_shoff), UINT64_MAX - 64);
  EXPECT_TRUE(mux::elf::functionSymbols(*image, bytes_).empty());
}

}  // namespace
