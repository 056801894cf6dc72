// Translates the preamble of shader modules: models, entry points, extensions (SPIR-V 1.5 §3.32.5).
//
// The addressing model is Logical or PhysicalStorageBuffer64, the memory model GLSL450, Simple or
// Vulkan, and the execution model GLCompute.
//
// For example, a GLSL compiler writes these lines first:
//
//   OpCapability Shader
//   OpMemoryModel Logical GLSL450
//   OpEntryPoint GLCompute %main "main" %gl_GlobalInvocationID
#include <algorithm>

#include "binary/grammar.h"
#include "coverage/coverage.h"
#include "shader/shader.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// Addresses in buffers need 64 bits on the device. The three memory models differ in nothing here:
/// device memory is coherent.
void translateMemoryModel(Translator &translator, const Instruction &instruction) {
  const auto addressing = static_cast<spv::AddressingModel>(instruction.operand(0));
  const auto memory = static_cast<spv::MemoryModel>(instruction.operand(1));
  translator.shader().hasAddresses = addressing == spv::AddressingModel::PhysicalStorageBuffer64;
  if (addressing != spv::AddressingModel::Logical && !translator.shader().hasAddresses) {
    return translator.fail("the addressing model " +
                           enumerantName(EnumerantKind::AddressingModel, instruction.operand(0)) +
                           " is not one of shaders");
  }
  if (translator.shader().hasAddresses && translator.device().addressBits != 64) {
    return translator.fail("the device has no addresses of 64 bits");
  }
  if (memory != spv::MemoryModel::GLSL450 && memory != spv::MemoryModel::Vulkan &&
      memory != spv::MemoryModel::Simple) {
    translator.fail("the memory model " +
                    enumerantName(EnumerantKind::MemoryModel, instruction.operand(1)) +
                    " is not one of shaders");
  }
}

/// Stages of graphics and ray tracing are refused.
void translateEntryPoint(Translator &translator, const Instruction &instruction) {
  if (static_cast<spv::ExecutionModel>(instruction.operand(0)) != spv::ExecutionModel::GLCompute) {
    return translator.fail("the execution model " +
                           enumerantName(EnumerantKind::ExecutionModel, instruction.operand(0)) +
                           " is not supported: of shaders there are those that compute");
  }
  translator.entryPoints().add(instruction);
}

/// The list is in coverage/shader_capabilities.cpp.
void translateExtension(Translator &translator, const Instruction &instruction) {
  const std::string name = readString(instruction.operands, 0).text;
  if (!isExtensionOfShaders(name)) {
    translator.fail("the extension " + name + " is not supported");
  }
}

/// The rest of the preamble is the kernels' (module/module.cpp).
constexpr HandlerRow rows[] = {
    {spv::Op::OpMemoryModel, translateMemoryModel},
    {spv::Op::OpEntryPoint, translateEntryPoint},
    {spv::Op::OpExtension, translateExtension},
};

}  // namespace

HandlerTable shaderModuleHandlers() {
  return rows;
}

}  // namespace spirv_ll
