// Collects the definitions of a module with bfloat16 numbers in one walk.
#include "shims/bfloat16_types.h"

#include <algorithm>

#include "shims/newer.h"

namespace spirv_ll {

using spv::Op;

bool isBFloat16Type(const Instruction &instruction) {
  constexpr uint32_t bfloat16Encoding = 0;
  return instruction.op == Op::OpTypeFloat && instruction.operands.size() == 2 &&
         instruction.operand(0) == 16 && instruction.operand(1) == bfloat16Encoding;
}

/// Types precede the types that contain them.
BFloat16Types::BFloat16Types(std::span<const Instruction> instructions) {
  if (std::ranges::none_of(instructions, isBFloat16Type)) {
    return;
  }
  for (const Instruction &instruction : instructions) {
    if (instruction.id == 0) {
      continue;
    }
    definitions_[instruction.id] = &instruction;
    if (isBFloat16Type(instruction)) {
      scalars_.insert(instruction.id);
      holders_.insert(instruction.id);
    } else if (holdsOthers(instruction)) {
      holders_.insert(instruction.id);
      if (instruction.op == Op::OpTypeVector) {
        vectors_.insert(instruction.id);
      }
    }
  }
}

const Instruction *BFloat16Types::find(uint32_t id) const {
  const auto found = definitions_.find(id);
  return found == definitions_.end() ? nullptr : found->second;
}

uint32_t BFloat16Types::typeOf(uint32_t value) const {
  const Instruction *instruction = find(value);
  return instruction ? instruction->type : 0;
}

uint32_t BFloat16Types::pointeeOf(uint32_t type) const {
  const Instruction *declaration = find(type);
  return declaration && declaration->op == Op::OpTypePointer ? declaration->operand(1) : 0;
}

uint32_t BFloat16Types::elementOf(uint32_t type, uint32_t index) const {
  const Instruction *declaration = find(type);
  switch (declaration ? declaration->op : Op::OpNop) {
    case Op::OpTypeStruct:
      return declaration->operand(index);
    case Op::OpTypeVector:
    case Op::OpTypeArray:
    case OpTypeCooperativeMatrixKHR:
      return declaration->operand(0);
    default:
      return 0;
  }
}

uint32_t BFloat16Types::integerOf(uint32_t constant) const {
  const Instruction *instruction = find(constant);
  return instruction && instruction->op == Op::OpConstant ? instruction->operand(0) : 0;
}

bool BFloat16Types::holdsOthers(const Instruction &type) const {
  switch (type.op) {
    case Op::OpTypeVector:
    case Op::OpTypeArray:
    case OpTypeCooperativeMatrixKHR:
      return includes(type.operand(0));
    case Op::OpTypeStruct:
      return std::ranges::any_of(type.operands, [&](uint32_t member) { return includes(member); });
    default:
      return false;
  }
}

}  // namespace spirv_ll
