// Translates the module's preamble: imports, models, entry points, modes and names (§3.32.2 to 5).
//
// The addressing model must match the device, the memory model must be OpenCL (OpenCL SPIR-V
// environment specification). Execution modes are noted and applied by kernels.cpp after the
// functions exist.
//
// The sections of a module, in SPIR-V's order (SPIR-V 1.6 §2.4), and their handlers:
//
//   1 OpCapability, 2 OpExtension          capabilities.cpp
//   3 OpExtInstImport, 4 OpMemoryModel     here
//   5 OpEntryPoint, 6 OpExecutionMode      here
//
//   7 OpString, OpSource, OpName           here
//   8 annotations                          annotations.cpp
//   9 types, constants, variables          memory/
//
//   10 declarations, 11 definitions        functions.cpp, control_flow.cpp
//
// Texts and names stay in tables until the handler of their target asks for them.
#include <algorithm>

#include "binary/grammar.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// Maps a name to a set. Instructions of other non-semantic sets are dropped.
ExtendedSet setOf(std::string_view name) {
  return name == "OpenCL.std"                                      ? ExtendedSet::openclStd
         : name == "GLSL.std.450"                                  ? ExtendedSet::glslStd450
         : name == "OpenCL.DebugInfo.100"                          ? ExtendedSet::openclDebug
         : name == "NonSemantic.Shader.DebugInfo.100"              ? ExtendedSet::shaderDebug
         : name.starts_with("NonSemantic.") || name == "DebugInfo" ? ExtendedSet::information
                                                                   : ExtendedSet::unknown;
}

/// An instruction set of the other API is an error at the import, not at its first use.
void translateImport(Translator &translator, const Instruction &instruction) {
  const std::string name = readString(instruction.operands, 0).text;
  const ExtendedSet set = setOf(name);
  const ExtendedSet others =
      translator.isShader() ? ExtendedSet::openclStd : ExtendedSet::glslStd450;
  if (set == ExtendedSet::unknown || set == others) {
    return translator.fail("the instruction set " + name + " is not supported" +
                           (set == others ? " by this API" : ""));
  }
  translator.extendedSets[instruction.id] = set;
}

/// The width of pointers must be the device's: OpTypePointer and size_t depend on it.
void translateMemoryModel(Translator &translator, const Instruction &instruction) {
  const bool is64 = translator.device().addressBits == 64;
  const auto wanted = is64 ? spv::AddressingModel::Physical64 : spv::AddressingModel::Physical32;
  if (static_cast<spv::AddressingModel>(instruction.operand(0)) != wanted) {
    translator.fail("the addressing model " +
                    enumerantName(EnumerantKind::AddressingModel, instruction.operand(0)) +
                    "; the device has " +
                    enumerantName(EnumerantKind::AddressingModel, static_cast<uint32_t>(wanted)));
  } else if (static_cast<spv::MemoryModel>(instruction.operand(1)) != spv::MemoryModel::OpenCL) {
    translator.fail("the memory model " +
                    enumerantName(EnumerantKind::MemoryModel, instruction.operand(1)) +
                    " is not supported");
  }
}

void translateEntryPoint(Translator &translator, const Instruction &instruction) {
  if (static_cast<spv::ExecutionModel>(instruction.operand(0)) != spv::ExecutionModel::Kernel) {
    return translator.fail("the execution model " +
                           enumerantName(EnumerantKind::ExecutionModel, instruction.operand(0)) +
                           " is not supported");
  }
  translator.addEntryPoint(instruction);
}

/// Notes the mode; describeKernels() applies it when the function exists.
void translateExecutionMode(Translator &translator, const Instruction &instruction) {
  translator.executionModes[instruction.operand(0)].push_back(&instruction);
}

void translateName(Translator &translator, const Instruction &instruction) {
  translator.setName(instruction.operand(0), readString(instruction.operands, 1).text);
}

void translateString(Translator &translator, const Instruction &instruction) {
  translator.strings.push_back(readString(instruction.operands, 0).text);
}

void ignore(Translator &, const Instruction &) {}

/// Sections 3.32.2 to 3.32.5 of the specification; OpCapability and OpExtension are in
/// capabilities.cpp, OpExtInst in opencl_std.cpp.
constexpr HandlerRow rows[] = {
    {spv::Op::OpExtInstImport, translateImport},
    {spv::Op::OpMemoryModel, translateMemoryModel},
    {spv::Op::OpEntryPoint, translateEntryPoint},
    {spv::Op::OpExecutionMode, translateExecutionMode},
    {spv::Op::OpExecutionModeId, translateExecutionMode},
    {spv::Op::OpName, translateName},
    {spv::Op::OpString, translateString},
    // Names and sources do not change the program.
    {spv::Op::OpNop, ignore},
    {spv::Op::OpMemberName, ignore},
    {spv::Op::OpSource, ignore},
    {spv::Op::OpSourceContinued, ignore},
    {spv::Op::OpSourceExtension, ignore},
    {spv::Op::OpModuleProcessed, ignore},
};

}  // namespace

HandlerTable moduleHandlers() {
  return rows;
}

}  // namespace spirv_ll
