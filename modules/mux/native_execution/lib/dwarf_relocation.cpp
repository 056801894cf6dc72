// Adds the load base to the addresses in debug sections. In LLVM's DWARF 5, all addresses are in
// three sections. The address table serves all other sections. Each line program sets its address
// at the beginning of a sequence. Each frame description begins with its function's address.
// Nothing else needs relocation (DWARF 5 §7.27, §6.2, §6.4.1).
#include "dwarf_relocation.h"

#include <cstring>
#include <vector>

namespace mux::native {
namespace {

constexpr uint16_t version = 5;
constexpr uint8_t addressSize = sizeof(uint64_t);

/// Reads from the front of bytes; what is not there is 0, and nothing is left then.
class Reader {
 public:
  explicit Reader(std::span<std::byte> bytes) : rest_(bytes) {}

  bool isEmpty() const { return rest_.empty(); }

  std::span<std::byte> take(uint64_t size) {
    if (size > rest_.size()) {
      rest_ = {};
      return {};
    }
    const auto taken = rest_.first(static_cast<size_t>(size));
    rest_ = rest_.subspan(static_cast<size_t>(size));
    return taken;
  }

  template <class T>
  T number() {
    T value = 0;
    const auto bytes = take(sizeof value);
    if (!bytes.empty()) {
      std::memcpy(&value, bytes.data(), sizeof value);
    }
    return value;
  }

  uint64_t leb() {
    uint64_t value = 0;
    for (unsigned shift = 0; !rest_.empty(); shift += 7) {
      const auto byte = number<uint8_t>();
      value |= shift < 64 ? uint64_t{byte & 0x7fu} << shift : 0;
      if ((byte & 0x80) == 0) {
        break;
      }
    }
    return value;
  }

 private:
  std::span<std::byte> rest_;
};

void relocate(std::span<std::byte> address, uint64_t base) {
  uint64_t value;
  std::memcpy(&value, address.data(), sizeof value);
  value += base;
  std::memcpy(address.data(), &value, sizeof value);
}

void relocateExtended(Reader &program, uint64_t base) {
  constexpr uint8_t setAddress = 2;
  auto instruction = program.take(program.leb());
  if (instruction.size() == 1 + addressSize && static_cast<uint8_t>(instruction[0]) == setAddress) {
    relocate(instruction.subspan(1), base);
  }
}

void relocateProgram(Reader program, std::span<const std::byte> operandCounts, uint64_t base) {
  constexpr uint8_t fixedAdvance = 9;  // the one with an operand that is no LEB128
  while (!program.isEmpty()) {
    const auto opcode = program.number<uint8_t>();
    if (opcode == 0) {
      relocateExtended(program, base);
    } else if (opcode == fixedAdvance) {
      program.take(sizeof(uint16_t));
    } else if (opcode <= operandCounts.size()) {
      for (auto i = static_cast<uint8_t>(operandCounts[opcode - 1]); i != 0; --i) {
        program.leb();
      }
    }
  }
}

/// What follows the header of the section's next unit; nothing if that is of another form.
Reader takeUnit(Reader &section) {
  Reader unit(section.take(section.number<uint32_t>()));
  const bool isKnown = unit.number<uint16_t>() == version;
  const bool isFlat = unit.number<uint8_t>() == addressSize && unit.number<uint8_t>() == 0;
  return isKnown && isFlat ? unit : Reader({});
}

}  // namespace

void relocateAddressTable(std::span<std::byte> section, uint64_t base) {
  Reader reader(section);
  while (!reader.isEmpty()) {
    Reader unit = takeUnit(reader);
    while (!unit.isEmpty()) {
      if (const auto address = unit.take(addressSize); !address.empty()) {
        relocate(address, base);
      }
    }
  }
}

void relocateLinePrograms(std::span<std::byte> section, uint64_t base) {
  constexpr uint64_t beforeOpcodeBase = 5;
  Reader reader(section);
  while (!reader.isEmpty()) {
    Reader unit = takeUnit(reader);
    Reader header(unit.take(unit.number<uint32_t>()));
    header.take(beforeOpcodeBase);
    const auto opcodeBase = header.number<uint8_t>();
    const auto operandCounts = header.take(opcodeBase == 0 ? 0 : opcodeBase - 1u);
    relocateProgram(unit, operandCounts, base);
  }
}

void relocateFrames(std::span<std::byte> section, uint64_t base) {
  constexpr uint32_t commonEntry = 0xffffffff;  // what several functions share, without an address
  Reader reader(section);
  while (!reader.isEmpty()) {
    Reader entry(reader.take(reader.number<uint32_t>()));
    const bool isOfFunction = entry.number<uint32_t>() != commonEntry;
    if (const auto address = entry.take(addressSize); isOfFunction && !address.empty()) {
      relocate(address, base);
    }
  }
}

}  // namespace mux::native
