// The grammar of SPIR-V: what the tables generated from its JSON say.
#pragma once

#include <cstdint>
#include <string>

namespace spirv_ll {

struct OpcodeInfo {
  uint16_t opcode;
  const char *name;
  bool hasType;
  bool hasId;
};

/// Null for an opcode that the grammar does not have.
const OpcodeInfo *findOpcode(uint32_t opcode);
/// "OpLoad", or "opcode 12345".
std::string opcodeName(uint32_t opcode);

enum class EnumerantKind : uint8_t {
  AddressingModel,
  BuiltIn,
  Capability,
  Decoration,
  ExecutionMode,
  ExecutionModel,
  FunctionParameterAttribute,
  MemoryModel,
  StorageClass,
};
/// "Kernel", or "4711" for a number that the grammar does not have.
std::string enumerantName(EnumerantKind kind, uint32_t value);

/// The name of an instruction of OpenCL.std; null if there is none.
const char *openclStdName(uint32_t instruction);

}  // namespace spirv_ll
