// Verifies and loads some 20,000 damaged binaries, the same in every run: none may crash the
// verifier or the loader, and an accepted one has to lie inside of its bounds.
//
// Two kinds of damage: random bytes anywhere in the parts read by the verifier, and structured
// damage. There a field of a header, a dynamic entry, a symbol, a relocation or the metadata gets a
// value interesting at its width, while the sizes around it still agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "mux/target_support/elf.h"
#include "mux/target_support/elf_symbols.h"
#include "samples.h"

namespace {

constexpr int randomVariants = 3000;      // for each machine
constexpr int structuredVariants = 4000;  // for each machine
constexpr uint64_t largestImage = 64 << 20;

/// Checks an image against the rules of loaders, then loads it.
void useImage(const mux::elf::Image &image, const Bytes &file) {
  uint64_t end = 0;
  for (const auto &segment : image.segments) {
    ASSERT_GE(segment.address, end);
    ASSERT_LE(segment.fileSize, segment.memorySize);
    ASSERT_LE(segment.offset + segment.fileSize, file.size());
    ASSERT_LE(segment.readOnlyAfterRelocation, (segment.memorySize + 4095) & ~uint64_t{4095});
    end = segment.address + segment.memorySize;
  }
  ASSERT_EQ(image.memorySize, end);
  for (const auto &relocation : image.relocations) {
    ASSERT_LE(relocation.address + image.bits / 8, image.memorySize);
  }
  ASSERT_EQ(image.entries.size(), image.metadata.kernels.size());
  for (uint64_t entry : image.entries) {
    ASSERT_TRUE(std::ranges::any_of(image.segments, [&](const auto &segment) {
      return segment.access == mux::elf::Access::readExecute && entry >= segment.address &&
             entry < segment.address + segment.fileSize;
    }));
  }
  for (const auto &symbol : mux::elf::functionSymbols(image, file)) {
    ASSERT_LE(symbol.address + symbol.size, image.memorySize);
  }
  if (image.memorySize <= largestImage) {
    Bytes memory(image.memorySize);
    mux::elf::materialize(image, file, 0x7fff0000, memory);
  }
}

class ElfDamage : public testing::TestWithParam<Sample> {
 protected:
  /// True if the damaged file was accepted.
  bool tryFile(const Bytes &file) {
    const auto image = mux::elf::verify(file, GetParam().machine);
    if (image) {
      useImage(*image, file);
    } else {
      EXPECT_FALSE(image.error().message.empty());
    }
    return static_cast<bool>(image);
  }
  std::mt19937_64 random_{20240229};
  size_t pick(size_t limit) { return random_() % limit; }
  uint64_t interesting() {
    static constexpr uint64_t values[] = {0,
                                          1,
                                          2,
                                          7,
                                          8,
                                          0x7f,
                                          0xff,
                                          0xfff,
                                          0x1000,
                                          0x1001,
                                          0xffff,
                                          0x7fffffff,
                                          0x80000000,
                                          0xffffffff,
                                          0x100000000,
                                          INT64_MAX,
                                          UINT64_MAX,
                                          UINT64_MAX - 7,
                                          UINT64_MAX - 4095};
    return values[pick(std::size(values))];
  }
};

INSTANTIATE_TEST_SUITE_P(Machines, ElfDamage, testing::ValuesIn(samples()),
                         [](const auto &sample) { return sample.param.name; });

TEST_P(ElfDamage, RandomBytes) {
  const Bytes good = readSample(GetParam());
  int accepted = 0;
  for (int i = 0; i < randomVariants && !HasFatalFailure(); ++i) {
    Bytes damaged = good;
    const size_t range = i % 2 == 0 ? std::min<size_t>(good.size(), 0x800) : good.size();
    for (size_t k = 0; k <= pick(16); ++k) {
      damaged[pick(range)] = static_cast<std::byte>(random_());
    }
    if (i % 5 == 0) {
      damaged.resize(pick(damaged.size()));
    }
    accepted += tryFile(damaged) ? 1 : 0;
  }
  EXPECT_LT(accepted, randomVariants * 3 / 4);
}

/// Where in the file structured damage goes: ranges of fields of a width.
struct Fields {
  uint64_t offset, size, width;
};

std::vector<Fields> fieldsOf(const mux::elf::Image &image, const Bytes &file) {
  const bool wide = image.bits == 64;
  const uint64_t word = wide ? 8 : 4;
  const uint64_t headers = wide ? 64 : 52;
  const uint64_t programHeaders = get<uint16_t>(file, wide ? 56 : 44) * (wide ? 56u : 32u);
  std::vector<Fields> result = {{16, headers - 16, wide ? 4u : 2u},
                                {headers, programHeaders, word},
                                {headers, programHeaders, 4}};
  // The rest of the first segment: note, dynamic symbol, hash, strings, relocations.
  const uint64_t start = headers + programHeaders;
  const uint64_t size = image.segments[0].fileSize - start;
  result.push_back({start, size, 4});
  result.push_back({start, size, word});
  // The kernel table and the dynamic section.
  for (const auto &segment : image.segments) {
    if (image.tableAddress >= segment.address &&
        image.tableAddress < segment.address + segment.fileSize) {
      result.push_back({segment.offset, segment.fileSize, word});
      result.push_back({segment.offset, segment.fileSize, 4});
    }
  }
  return result;
}

TEST_P(ElfDamage, Structured) {
  const Bytes good = readSample(GetParam());
  const auto image = mux::elf::verify(good, GetParam().machine);
  ASSERT_TRUE(image);
  const auto fields = fieldsOf(*image, good);
  int accepted = 0;
  for (int i = 0; i < structuredVariants && !HasFatalFailure(); ++i) {
    Bytes damaged = good;
    for (size_t k = 0; k <= pick(3); ++k) {
      const Fields &f = fields[pick(fields.size())];
      const uint64_t at = f.offset + pick(f.size / f.width) * f.width;
      const uint64_t old = f.width == 8 ? get<uint64_t>(damaged, at) : get<uint32_t>(damaged, at);
      const uint64_t value = pick(2) == 0 ? interesting() : old + pick(33) - 16;
      if (f.width == 8) {
        put(damaged, at, value);
      } else if (f.width == 4) {
        put(damaged, at, static_cast<uint32_t>(value));
      } else {
        put(damaged, at, static_cast<uint16_t>(value));
      }
    }
    accepted += tryFile(damaged) ? 1 : 0;
  }
  EXPECT_LT(accepted, structuredVariants / 2);
}

TEST_P(ElfDamage, NothingBesidesItself) {
  EXPECT_FALSE(tryFile({}));
  EXPECT_FALSE(tryFile(Bytes(100000)));
  EXPECT_TRUE(tryFile(readSample(GetParam())));
}

}  // namespace
