// Adds the load base to the addresses in debug sections.
//
// In LLVM's DWARF 5, all addresses are in three sections. The address table serves all other
// sections. Each line program sets its address at the beginning of a sequence. Each frame
// description begins with its function's address. Nothing else needs relocation (DWARF 5 §7.27,
// §6.2, §6.4.1).
//
// The sections are data of an untrusted file. The reader yields zeros past the end, and a unit of
// another version or layout is skipped as a whole.
#include "dwarf_relocation.h"

#include <cstring>
#include <vector>

namespace mux::native {
namespace {

// The one layout in use here; units of any other stay unchanged.
constexpr uint16_t version = 5;
constexpr uint8_t addressSize = sizeof(uint64_t);

// Reads from the front of a range. A read past the end yields 0 and empties the range, so every
// loop ends.
class Reader {
 public:
  explicit Reader(std::span<std::byte> bytes) : rest_(bytes) {}

  bool isEmpty() const { return rest_.empty(); }

  /// Takes so many bytes off the front; none, and everything else too, if fewer are left.
  std::span<std::byte> take(uint64_t size) {
    if (size > rest_.size()) {
      rest_ = {};
      return {};
    }
    const auto taken = rest_.first(static_cast<size_t>(size));
    rest_ = rest_.subspan(static_cast<size_t>(size));
    return taken;
  }

  /// Takes a little-endian number.
  template <class T>
  T number() {
    T value = 0;
    const auto bytes = take(sizeof value);
    if (!bytes.empty()) {
      std::memcpy(&value, bytes.data(), sizeof value);
    }
    return value;
  }

  /// Takes an unsigned LEB128 number; signed ones have the same length.
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

// Adds the base to an address of eight bytes.
void relocate(std::span<std::byte> address, uint64_t base) {
  uint64_t value;
  std::memcpy(&value, address.data(), sizeof value);
  value += base;
  std::memcpy(address.data(), &value, sizeof value);
}

// Handles an extended instruction; only DW_LNE_set_address has an address.
void relocateExtended(Reader &program, uint64_t base) {
  constexpr uint8_t setAddress = 2;
  auto instruction = program.take(program.leb());
  if (instruction.size() == 1 + addressSize && static_cast<uint8_t>(instruction[0]) == setAddress) {
    relocate(instruction.subspan(1), base);
  }
}

// Walks over the instructions of a line program. `operandCounts` has the number of LEB128 operands
// of each standard instruction.
void relocateProgram(Reader program, std::span<const std::byte> operandCounts, uint64_t base) {
  // DW_LNS_fixed_advance_pc, the one standard instruction whose operand is no LEB128.
  constexpr uint8_t fixedAdvance = 9;
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

// Returns the contents of the section's next unit behind its header; nothing for another version,
// address size, or with segment selectors.
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
      // A rest of less than 8 bytes is no address and ends the unit.
      if (const auto address = unit.take(addressSize); !address.empty()) {
        relocate(address, base);
      }
    }
  }
}

void relocateLinePrograms(std::span<std::byte> section, uint64_t base) {
  // Bytes of the header between its length and opcode_base: minimum_instruction_length,
  // maximum_operations_per_instruction, default_is_stmt, line_base and line_range.
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
  // Marks a common information entry, shared by several functions and without an address.
  constexpr uint32_t commonEntry = 0xffffffff;
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
