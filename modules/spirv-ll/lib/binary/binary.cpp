// Checks lengths and opcodes while it cuts the words of a module into instructions (binary.h).
//
//   word 0 of an instruction:   word count << 16 | opcode       (SPIR-V 1.6 §2.3)
//   then, by the grammar:       [result type] [result id] operands…
#include "binary/binary.h"

#include "binary/grammar.h"

namespace spirv_ll {
namespace {

/// A limit against exhausted memory: SPIRV-Tools and the translator keep several times this size.
constexpr size_t maximumWords = size_t{32} << 20;

/// Reads the instruction at `position`, whose first word says its size. Fails for a size of 0, or
/// beyond the end of the module: both would lead the next step astray.
Result<Instruction> readInstruction(std::span<const uint32_t> words, size_t position) {
  const uint32_t opcode = words[position] & 0xffff;
  const size_t size = words[position] >> 16;
  if (size == 0 || size > words.size() - position) {
    return Error{Error::Kind::invalid, position,
                 opcodeName(opcode) + ": a word count of " + std::to_string(size) + ", but " +
                     std::to_string(words.size() - position) + " words are left"};
  }
  const OpcodeInfo *info = findOpcode(opcode);
  if (!info) {
    return Error{Error::Kind::unsupported, position, opcodeName(opcode) + " is not known"};
  }
  const size_t prefix = 1 + info->hasType + info->hasId;
  if (size < prefix) {
    return Error{Error::Kind::invalid, position, std::string(info->name) + " is too short"};
  }
  Instruction instruction{};
  instruction.op = static_cast<spv::Op>(opcode);
  instruction.type = info->hasType ? words[position + 1] : 0;
  instruction.id = info->hasId ? words[position + prefix - 1] : 0;
  instruction.operands = words.subspan(position + prefix, size - prefix);
  instruction.word = position;
  return instruction;
}

}  // namespace

std::string toString(const Error &error) {
  return "error: word " + std::to_string(error.word) + ": " + error.message + '\n';
}

Result<std::vector<uint32_t>> normalize(std::span<const uint32_t> words) {
  const bool swapped = !words.empty() && __builtin_bswap32(words[0]) == spv::MagicNumber;
  if (words.empty() || (words[0] != spv::MagicNumber && !swapped)) {
    return Error{Error::Kind::notSpirv, 0, "the magic number of SPIR-V is missing"};
  }
  if (words.size() < headerSize) {
    return Error{Error::Kind::notSpirv, 0, "the header is incomplete"};
  }
  if (words.size() > maximumWords) {
    return Error{Error::Kind::unsupported, 0, "the module is too large"};
  }
  std::vector<uint32_t> result(words.begin(), words.end());
  if (swapped) {
    for (uint32_t &word : result) {
      word = __builtin_bswap32(word);
    }
  }
  return result;
}

Result<std::vector<Instruction>> split(std::span<const uint32_t> words) {
  std::vector<Instruction> instructions;
  for (size_t position = headerSize; position < words.size(); position += words[position] >> 16) {
    const auto instruction = readInstruction(words, position);
    if (!instruction) {
      return instruction.error();
    }
    instructions.push_back(*instruction);
  }
  return instructions;
}

Literal readString(std::span<const uint32_t> operands, size_t first) {
  std::string text;
  for (size_t i = first; i < operands.size(); ++i) {
    // Characters fill a word from its low byte on (SPIR-V 1.6 §2.2.1).
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>(operands[i] >> shift & 0xff);
      if (c == 0) {
        return {std::move(text), i + 1 - first};
      }
      text += c;
    }
  }
  return {{}, 0};
}

}  // namespace spirv_ll
