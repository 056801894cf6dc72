// Looks names and properties up in the generated tables, by binary search for numbers and by a walk
// for names.
#include "binary/grammar.h"

#include <algorithm>
#include <iterator>

namespace spirv_ll {
namespace {

// Ascending by opcode, for binary search; so are the tables below.
constexpr OpcodeInfo opcodes[] = {
#define SPIRV_LL_OPCODE(opcode, name, hasType, hasId, capabilities, isNewer, fewest, most) \
  {opcode, name, hasType, hasId, capabilities, isNewer, fewest, most},
#include "grammar_tables.inc"
};

constexpr Enumerant enumerants[] = {
#define SPIRV_LL_ENUMERANT(kind, value, name, capabilities, isNewer) \
  {EnumerantKind::kind, value, name, capabilities, isNewer},
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
constexpr ExtendedInstruction glslStd450[] = {
#define SPIRV_LL_GLSL_STD_450(number, name) {number, name},
#include "grammar_tables.inc"
};

/// The name of an instruction in an extended set, or null. O(log n).
const char *findName(std::span<const ExtendedInstruction> set, uint32_t number) {
  const auto found = std::ranges::lower_bound(set, number, {}, &ExtendedInstruction::number);
  return found != set.end() && found->number == number ? found->name : nullptr;
}

/// True if every way to declare a capability leads to one of `wanted`.
bool impliesOnly(std::string_view capability, std::initializer_list<std::string_view> wanted) {
  if (std::ranges::find(wanted, capability) != wanted.end()) {
    return true;
  }
  const Enumerant *found = findCapability(capability);
  const auto implied = splitNames(found ? found->capabilities : "");
  return !implied.empty() && std::ranges::all_of(implied, [&](std::string_view each) {
    return impliesOnly(each, wanted);
  });
}

}  // namespace

const OpcodeInfo *findOpcode(uint32_t opcode) {
  const auto *found = std::ranges::lower_bound(opcodes, opcode, {}, &OpcodeInfo::opcode);
  return found != std::end(opcodes) && found->opcode == opcode ? found : nullptr;
}

std::string opcodeName(uint32_t opcode) {
  const OpcodeInfo *info = findOpcode(opcode);
  return info ? info->name : "opcode " + std::to_string(opcode);
}

std::span<const OpcodeInfo> allOpcodes() {
  return opcodes;
}

std::span<const Enumerant> allEnumerants() {
  return enumerants;
}

const Enumerant *findEnumerant(EnumerantKind kind, uint32_t value) {
  const auto *found = std::ranges::find_if(enumerants, [&](const Enumerant &enumerant) {
    return enumerant.kind == kind && enumerant.value == value;
  });
  return found != std::end(enumerants) ? found : nullptr;
}

std::string enumerantName(EnumerantKind kind, uint32_t value) {
  const Enumerant *found = findEnumerant(kind, value);
  return found ? found->name : std::to_string(value);
}

const Enumerant *findCapability(std::string_view name) {
  const auto *found = std::ranges::find_if(enumerants, [&](const Enumerant &enumerant) {
    return enumerant.kind == EnumerantKind::Capability && enumerant.name == name;
  });
  return found != std::end(enumerants) ? found : nullptr;
}

std::vector<std::string_view> splitNames(std::string_view list) {
  std::vector<std::string_view> names;
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    names.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

bool isOfShaders(std::string_view capability) {
  return impliesOnly(capability, {"Shader", "Matrix"});
}

bool isOfKernels(std::string_view capability) {
  return impliesOnly(capability, {"Kernel", "Addresses"});
}

const char *openclStdName(uint32_t instruction) {
  return findName(openclStd, instruction);
}

const char *glslStd450Name(uint32_t instruction) {
  return findName(glslStd450, instruction);
}

}  // namespace spirv_ll
