#include "grammar.h"

#include <algorithm>
#include <iterator>

namespace spirv_ll {
namespace {

// In the order of the numbers, as are the others.
constexpr OpcodeInfo opcodes[] = {
#define SPIRV_LL_OPCODE(opcode, name, hasType, hasId) {opcode, name, hasType, hasId},
#include "grammar_tables.inc"
};

struct Enumerant {
  EnumerantKind kind;
  uint32_t value;
  const char *name;
};
constexpr Enumerant enumerants[] = {
#define SPIRV_LL_ENUMERANT(kind, value, name) {EnumerantKind::kind, value, name},
#include "grammar_tables.inc"
};

struct ExtendedInstruction {
  uint32_t number;
  const char *name;
};
constexpr ExtendedInstruction openclStd[] = {
#define SPIRV_LL_OPENCL_STD(number, name) {number, name},
#include "grammar_tables.inc"
};

}  // namespace

const OpcodeInfo *findOpcode(uint32_t opcode) {
  const auto *found = std::ranges::lower_bound(opcodes, opcode, {}, &OpcodeInfo::opcode);
  return found != std::end(opcodes) && found->opcode == opcode ? found : nullptr;
}

std::string opcodeName(uint32_t opcode) {
  const OpcodeInfo *info = findOpcode(opcode);
  return info ? info->name : "opcode " + std::to_string(opcode);
}

std::string enumerantName(EnumerantKind kind, uint32_t value) {
  const auto *found = std::ranges::find_if(enumerants, [&](const Enumerant &enumerant) {
    return enumerant.kind == kind && enumerant.value == value;
  });
  return found != std::end(enumerants) ? found->name : std::to_string(value);
}

const char *openclStdName(uint32_t instruction) {
  const auto *found =
      std::ranges::lower_bound(openclStd, instruction, {}, &ExtendedInstruction::number);
  return found != std::end(openclStd) && found->number == instruction ? found->name : nullptr;
}

}  // namespace spirv_ll
