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

/// Checks the set only: the index knows it by its name. A set of the other API is an error at the
/// import, not at its first use.
void translateImport(Translator &translator, const Instruction &instruction) {
  const ExtendedSet set = translator.index().extendedSet(instruction.id);
  const ExtendedSet others =
      translator.isShader() ? ExtendedSet::openclStd : ExtendedSet::glslStd450;
  if (set == ExtendedSet::unknown || set == others) {
    translator.fail("the instruction set " + readString(instruction.operands, 0).text +
                    " is not supported" + (set == others ? " by this API" : ""));
  }
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
  translator.entryPoints().add(instruction);
}

/// Notes the mode; describeKernels() applies it when the function exists.
void translateExecutionMode(Translator &translator, const Instruction &instruction) {
  translator.entryPoints().addMode(instruction);
}

void translateName(Translator &translator, const Instruction &instruction) {
  translator.annotations().setName(instruction.operand(0),
                                   readString(instruction.operands, 1).text);
}

void translateString(Translator &translator, const Instruction &instruction) {
  translator.annotations().addString(readString(instruction.operands, 0).text);
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
