#include "translator/operands.h"

namespace spirv_ll {

llvm::Value *readOperand(Translator &translator, const Instruction &instruction,
                         bool (*isKind)(llvm::Type *), size_t index) {
  llvm::Value *value = translator.value(instruction.operand(index));
  if (isKind(value->getType())) {
    return value;
  }
  translator.fail("an operand is of the wrong type", Error::Kind::invalid);
  return nullptr;
}

std::optional<Pair> readPair(Translator &translator, const Instruction &instruction,
                             bool (*isKind)(llvm::Type *), size_t first) {
  llvm::Value *left = readOperand(translator, instruction, isKind, first);
  llvm::Value *right = readOperand(translator, instruction, isKind, first + 1);
  if (!left || !right) {
    return std::nullopt;
  }
  if (left->getType() != right->getType()) {
    translator.fail("the operands are of different types", Error::Kind::invalid);
    return std::nullopt;
  }
  return Pair{left, right};
}

bool isBFloat16(Translator &translator, uint32_t value) {
  return translator.types().isBFloat16(translator.index().typeIdOf(value));
}

llvm::FastMathFlags fastMathFlags(Translator &translator, const Instruction &instruction) {
  constexpr uint32_t notNan = 1;
  constexpr uint32_t notInf = 2;
  constexpr uint32_t noSignedZero = 4;
  constexpr uint32_t allowReciprocal = 8;
  constexpr uint32_t fast = 16;
  llvm::FastMathFlags flags;
  const Decoration *decoration =
      translator.annotations().find(instruction.id, spv::Decoration::FPFastMathMode);
  const uint32_t mask = decoration && !decoration->operands.empty() ? decoration->operands[0] : 0;
  flags.setNoNaNs(mask & notNan);
  flags.setNoInfs(mask & notInf);
  flags.setNoSignedZeros(mask & noSignedZero);
  flags.setAllowReciprocal(mask & allowReciprocal);
  if (mask & fast) {
    flags.setFast();
  }
  return flags;
}

}  // namespace spirv_ll
