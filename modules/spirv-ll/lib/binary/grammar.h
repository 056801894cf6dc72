// The grammar of SPIR-V: what the tables generated from its JSON say.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_ll {

struct OpcodeInfo {
  uint16_t opcode;
  const char *name;
  bool hasType;
  bool hasId;
  std::string_view capabilities;  ///< one of which it needs, if there are any; with spaces between
  bool isNewer;                   ///< than SPIRV-Tools
  uint16_t fewest, most;          ///< words of operands besides type and id, of newer ones
};

/// All, in the order of their numbers.
std::span<const OpcodeInfo> allOpcodes();
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
  GroupOperation,
  MemoryModel,
  StorageClass,
};
/// "Kernel", or "4711" for a number that the grammar does not have.
std::string enumerantName(EnumerantKind kind, uint32_t value);

/// What the grammar says of an enumerant.
struct Enumerant {
  EnumerantKind kind;
  uint32_t value;
  const char *name;
  /// Of a capability those that it implies, of others those one of which it needs.
  std::string_view capabilities;
  bool isNewer;
};
/// Null for one that the grammar does not have.
const Enumerant *findEnumerant(EnumerantKind kind, uint32_t value);
const Enumerant *findCapability(std::string_view name);
std::span<const Enumerant> allEnumerants();

/// Whether a capability is one of shaders: it implies Shader or Matrix, whatever it may imply
/// instead.
bool isOfShaders(std::string_view capability);
/// Likewise of kernels: it implies Kernel.
bool isOfKernels(std::string_view capability);
/// The words of a list with spaces between.
std::vector<std::string_view> splitNames(std::string_view list);

/// The name of an instruction of OpenCL.std; null if there is none.
const char *openclStdName(uint32_t instruction);
/// Likewise of GLSL.std.450.
const char *glslStd450Name(uint32_t instruction);

}  // namespace spirv_ll
