// Builds the index by one walk over the module, and answers questions about types by their ids.
#include "translator/module_index.h"

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

}  // namespace

ModuleIndex::ModuleIndex(std::span<const Instruction> instructions)
    : instructions_(instructions), firstFunction_(instructions.size()) {
  for (size_t i = 0; i < instructions_.size(); ++i) {
    const Instruction &instruction = instructions_[i];
    if (instruction.id != 0) {
      definitions_[instruction.id] = &instruction;
    }
    switch (instruction.op) {
      case spv::Op::OpCapability:
        capabilities_.insert(instruction.operand(0));
        break;
      case spv::Op::OpExtension:
        extensions_.insert(readString(instruction.operands, 0).text);
        break;
      case spv::Op::OpExtInstImport:
        sets_[instruction.id] = setOf(readString(instruction.operands, 0).text);
        break;
      case spv::Op::OpFunction:
        firstFunction_ = std::min(firstFunction_, i);
        break;
      default:
        break;
    }
  }
}

spv::Op ModuleIndex::opOf(uint32_t id) const {
  const Instruction *instruction = find(id);
  return instruction ? instruction->op : spv::Op::OpNop;
}

uint32_t ModuleIndex::typeIdOf(uint32_t value) const {
  const Instruction *instruction = find(value);
  return instruction ? instruction->type : 0;
}

uint32_t ModuleIndex::pointeeId(uint32_t pointerType) const {
  const Instruction *instruction = find(pointerType);
  if (instruction && instruction->op == spv::Op::OpTypeVector) {
    instruction = find(instruction->operand(0));
  }
  return instruction && instruction->op == spv::Op::OpTypePointer ? instruction->operand(1) : 0;
}

uint32_t ModuleIndex::elementId(uint32_t compositeType, uint32_t index) const {
  const Instruction *instruction = find(compositeType);
  if (!instruction) {
    return 0;
  }
  switch (instruction->op) {
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
    case spv::Op::OpTypeMatrix:
      return instruction->operand(0);
    case spv::Op::OpTypeStruct:
      return instruction->operand(index);
    default:
      return 0;
  }
}

std::span<const Instruction> ModuleIndex::parametersOf(uint32_t function) const {
  const auto place = static_cast<size_t>(find(function) - instructions_.data());
  return instructions_.subspan(place + 1);
}

uint32_t ModuleIndex::samplerOf(uint32_t variable) const {
  const Instruction *instruction = find(variable);
  const bool isConstant =
      instruction && instruction->op == spv::Op::OpVariable &&
      static_cast<spv::StorageClass>(instruction->operand(0)) == spv::StorageClass::UniformConstant;
  return isConstant && opOf(instruction->operand(1)) == spv::Op::OpConstantSampler
             ? instruction->operand(1)
             : 0;
}

}  // namespace spirv_ll
