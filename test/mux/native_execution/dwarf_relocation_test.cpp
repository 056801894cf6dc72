// Debug sections whose addresses are made final, whole and damaged.
#include "dwarf_relocation.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

namespace {

constexpr uint64_t base = 0x7f0000001000;

class Section {
 public:
  template <class T>
  Section &add(T value) {
    const size_t size = bytes.size();
    bytes.resize(size + sizeof value);
    std::memcpy(bytes.data() + size, &value, sizeof value);
    return *this;
  }
  uint64_t at(size_t offset) const {
    uint64_t value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  }

  std::vector<std::byte> bytes;
};

/// A unit with two addresses.
void addTable(Section &section, uint16_t version, uint8_t addressSize) {
  section.add(uint32_t{20}).add(version).add(addressSize).add(uint8_t{0});
  section.add(uint64_t{0x10}).add(uint64_t{0x20});
}

/// A program with a standard instruction of one operand, one with 16 bits of operand, whose bytes
/// look like the beginning of an address, an address, and a special instruction.
void addProgram(Section &section) {
  section.add(uint32_t{44}).add(uint16_t{5}).add(uint8_t{8}).add(uint8_t{0});
  section.add(uint32_t{18});  // of the header that follows
  section.add(uint32_t{0x01010101}).add(uint8_t{14}).add(uint8_t{13});
  for (uint8_t count : {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1}) {
    section.add(count);
  }
  section.add(uint8_t{3}).add(uint8_t{0x85}).add(uint8_t{1});
  section.add(uint8_t{9}).add(uint16_t{0x0900});
  section.add(uint8_t{0}).add(uint8_t{9}).add(uint8_t{2}).add(uint64_t{0x30});
  section.add(uint8_t{200});
}
constexpr size_t programSize = 48;
constexpr size_t addressOffset = 39;

TEST(DwarfRelocation, MovesTheAddressesOfEachTable) {
  Section section;
  addTable(section, 5, 8);
  addTable(section, 4, 8);
  addTable(section, 5, 4);
  addTable(section, 5, 8);
  mux::native::relocateAddressTable(section.bytes, base);
  for (size_t unit : {0, 1, 2, 3}) {
    const uint64_t moved = unit == 0 || unit == 3 ? base : 0;
    EXPECT_EQ(section.at(unit * 24 + 8), 0x10 + moved) << unit;
    EXPECT_EQ(section.at(unit * 24 + 16), 0x20 + moved) << unit;
  }
}

TEST(DwarfRelocation, MovesWhatLineProgramsSet) {
  Section section;
  addProgram(section);
  ASSERT_EQ(section.bytes.size(), programSize);
  addProgram(section);
  auto expected = section.bytes;
  for (size_t offset : {addressOffset, programSize + addressOffset}) {
    const uint64_t moved = 0x30 + base;
    std::memcpy(expected.data() + offset, &moved, sizeof moved);
  }
  mux::native::relocateLinePrograms(section.bytes, base);
  EXPECT_EQ(section.bytes, expected);
}

/// What two functions share, and the two, with an instruction each.
void addFrames(Section &section) {
  section.add(uint32_t{12}).add(uint32_t{0xffffffff}).add(uint64_t{0x10});
  for (uint64_t function : {0x40, 0x50}) {
    section.add(uint32_t{21}).add(uint32_t{0}).add(function).add(uint64_t{0x10}).add(uint8_t{0});
  }
}

TEST(DwarfRelocation, MovesTheFunctionsOfFrames) {
  Section section;
  addFrames(section);
  mux::native::relocateFrames(section.bytes, base);
  EXPECT_EQ(section.at(8), 0x10u);
  for (size_t function : {0, 1}) {
    EXPECT_EQ(section.at(24 + function * 25), 0x40 + function * 0x10 + base);
    EXPECT_EQ(section.at(32 + function * 25), 0x10u);
  }
}

TEST(DwarfRelocation, SurvivesDamage) {
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    Section section;
    addTable(section, 5, 8);
    addProgram(section);
    addFrames(section);
    section.bytes.resize(random() % (section.bytes.size() + 1));
    section.bytes.shrink_to_fit();
    for (int i = 0; i < 3 && !section.bytes.empty(); ++i) {
      section.bytes[random() % section.bytes.size()] = static_cast<std::byte>(random());
    }
    const size_t size = section.bytes.size();
    mux::native::relocateAddressTable(section.bytes, base);
    mux::native::relocateLinePrograms(
        std::span(section.bytes).subspan(std::min<size_t>(24, section.bytes.size())), base);
    mux::native::relocateFrames(
        std::span(section.bytes).subspan(std::min<size_t>(72, section.bytes.size())), base);
    EXPECT_EQ(section.bytes.size(), size);
  }
}

}  // namespace
