// Names and properties of SPIR-V's opcodes and enumerants, from the grammar of the registry.
//
// The tables are generated when Kiln is built: tools/make_grammar.py merges the JSON grammar of
// the package spirv-headers with shims/newer.txt, the part of SPIR-V published after it. Everything
// here is constant data and safe to read from any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_ll {

/// A row of the table of instructions.
struct OpcodeInfo {
  uint16_t opcode;
  const char *name;  ///< "OpLoad"
  bool hasType;      ///< the first operand is the id of the result's type
  bool hasId;        ///< the next operand is the result's id
  /// Capabilities separated by spaces; the instruction needs one of them. Empty: it needs none.
  std::string_view capabilities;
  bool isNewer;           ///< unknown to the packaged SPIRV-Tools
  uint16_t fewest, most;  ///< bounds of operand words besides type and id; set if `isNewer`
};

/// All instructions, ascending by opcode.
std::span<const OpcodeInfo> allOpcodes();
/// The row of an opcode, or null if the grammar does not have it.
/// O(log n).
const OpcodeInfo *findOpcode(uint32_t opcode);
/// The name of an opcode for messages: "OpLoad", or "opcode 12345" for an unknown one.
std::string opcodeName(uint32_t opcode);

/// The enumerations whose names the grammar's tables hold.
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
  Scope,
  StorageClass,
};
/// The name of an enumerant for messages: "Kernel", or "4711" for an unknown number.
/// A message must name even a number newer than the grammar.
std::string enumerantName(EnumerantKind kind, uint32_t value);

/// A row of the table of enumerants.
struct Enumerant {
  EnumerantKind kind;
  uint32_t value;
  const char *name;
  /// Names separated by spaces. For a capability: the capabilities it implies. For any other
  /// enumerant: the capabilities one of which it needs.
  std::string_view capabilities;
  bool isNewer;  ///< unknown to the packaged SPIRV-Tools
};
/// The row of an enumerant, or null if the grammar does not have it.
const Enumerant *findEnumerant(EnumerantKind kind, uint32_t value);
/// The row of a capability by its name, or null.
/// Linear in the number of enumerants: for errors and tables, not for each instruction.
const Enumerant *findCapability(std::string_view name);
/// All enumerants of all kinds.
std::span<const Enumerant> allEnumerants();

/// True if a capability is for shaders only: every way to declare it leads to Shader or Matrix.
/// A kernel that declares one is refused as a module of the other API.
bool isOfShaders(std::string_view capability);
/// True if a capability is for kernels only: every way to declare it leads to Kernel or Addresses.
bool isOfKernels(std::string_view capability);
/// Splits a list at its spaces.
/// The parts refer to the characters of `list`.
std::vector<std::string_view> splitNames(std::string_view list);

/// The name of an instruction of the set OpenCL.std, or null.
const char *openclStdName(uint32_t instruction);
/// The name of an instruction of the set GLSL.std.450, or null.
const char *glslStd450Name(uint32_t instruction);

}  // namespace spirv_ll
