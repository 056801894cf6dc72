// Translates constants and specialization constants (SPIR-V 1.5 §3.32.7) to LLVM constants.
//
// Specialization happens during translation: a value from the application replaces the default of
// an OpSpecConstant with the same SpecId (CL 3.0 §5.8.3), and everything computed from it folds.
//
// OpSpecConstantOp applies another instruction to constants. Its operands are translated by that
// instruction's own handler, with the builder in a scratch function that is deleted afterwards.
// LLVM's builder folds operations on constants; a result that is not constant is an error. This
// reuses all handlers at no cost, but an operation that needs a builtin call cannot fold.
//
// For example, with the value 64 for SpecId 3:
//
//   %n = OpSpecConstant %uint 8            i32 64 (OpDecorate %n SpecId 3)
//   %m = OpSpecConstantOp %uint IMul %n %two   i32 128
//   %a = OpTypeArray %float %m             [128 x float]
//
// So a specialised length is an ordinary constant by the time of the type.
#include <algorithm>
#include <cstring>

#include "binary/grammar.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "shims/newer.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

using llvm::Constant;

void translateBool(Translator &translator, const Instruction &instruction) {
  translator.setValue(instruction,
                      translator.builder().getInt1(instruction.op == spv::Op::OpConstantTrue));
}

/// Makes a constant of a scalar type from its bits.
Constant *fromBits(llvm::Type *type, uint64_t bits) {
  const unsigned width = type->getPrimitiveSizeInBits().getFixedValue();
  const llvm::APInt number(width, bits, false, /*implicitTrunc=*/true);
  if (type->isIntegerTy()) {
    return llvm::ConstantInt::get(type->getContext(), number);
  }
  return llvm::ConstantFP::get(type->getContext(), llvm::APFloat(type->getFltSemantics(), number));
}

/// The one or two words of a literal, low word first (SPIR-V 1.6 §2.2.1).
uint64_t literal(const Instruction &instruction) {
  return instruction.operand(0) | uint64_t{instruction.operand(1)} << 32;
}

/// Vectors are composites, made of numbers.
bool isNumber(llvm::Type *type) {
  return type->isIntegerTy() || type->isFloatingPointTy();
}

void translateNumber(Translator &translator, const Instruction &instruction) {
  llvm::Type *type = translator.type(instruction.type);
  if (!isNumber(type)) {
    return translator.fail("not a number", Error::Kind::invalid);
  }
  translator.setValue(instruction, fromBits(type, literal(instruction)));
}

/// Makes a composite constant of `type`. Null after an error.
Constant *compose(Translator &translator, llvm::Type *type, std::span<const uint32_t> ids) {
  llvm::SmallVector<Constant *> parts;
  for (uint32_t id : ids) {
    parts.push_back(translator.constant(id));
    if (!parts.back()) {
      return nullptr;
    }
  }
  const auto *structure = llvm::dyn_cast<llvm::StructType>(type);
  const auto *array = llvm::dyn_cast<llvm::ArrayType>(type);
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const uint64_t count = structure ? structure->getNumElements()
                         : array   ? array->getNumElements()
                         : vector  ? vector->getNumElements()
                                   : 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    llvm::Type *wanted = i >= count  ? nullptr
                         : structure ? structure->getElementType(static_cast<unsigned>(i))
                         : array     ? array->getElementType()
                                     : vector->getElementType();
    if (parts[i]->getType() != wanted) {
      translator.fail("part " + std::to_string(i) + " does not fit", Error::Kind::invalid);
      return nullptr;
    }
  }
  if (parts.size() != count || (count == 0 && !structure)) {
    translator.fail("the number of parts is wrong", Error::Kind::invalid);
    return nullptr;
  }
  return structure ? llvm::ConstantStruct::get(const_cast<llvm::StructType *>(structure), parts)
         : array   ? llvm::ConstantArray::get(const_cast<llvm::ArrayType *>(array), parts)
                   : llvm::ConstantVector::get(parts);
}

/// Also OpSpecConstantComposite: its parts have been specialised before.
void translateComposite(Translator &translator, const Instruction &instruction) {
  translator.setValue(instruction,
                      compose(translator, translator.type(instruction.type), instruction.operands));
}

/// Refuses opaque types without a null, such as images; an event has one.
void translateNull(Translator &translator, const Instruction &instruction) {
  llvm::Type *type = translator.type(instruction.type);
  if (type->isVoidTy() || type->isFunctionTy() || !type->isSized() || holdsOpaque(type)) {
    return translator.fail("a null of this type is not supported");
  }
  translator.setValue(instruction, Constant::getNullValue(type));
}

/// LLVM's undef and not its poison: SPIR-V gives each use some value (SPIR-V 1.6 §3.32.1).
void translateUndef(Translator &translator, const Instruction &instruction) {
  llvm::Type *type = translator.type(instruction.type);
  if (type->isVoidTy() || type->isFunctionTy()) {
    return translator.fail("a value of this type is not supported");
  }
  translator.setValue(instruction, llvm::UndefValue::get(type));
}

/// The application's value for a specialization constant, or null.
const Specialization *findSpecialization(Translator &translator, const Instruction &instruction) {
  const Decoration *decoration =
      translator.annotations().find(instruction.id, spv::Decoration::SpecId);
  if (!decoration || decoration->operands.empty()) {
    return nullptr;
  }
  // The last value counts (CL 3.0 §5.8.3).
  const auto all = translator.specializations();
  for (size_t i = all.size(); i-- > 0;) {
    if (all[i].id == decoration->operands[0]) {
      return &all[i];
    }
  }
  return nullptr;
}

/// The bits of the application's value. Empty without one, or after an error.
std::optional<uint64_t> specializedBits(Translator &translator, const Instruction &instruction,
                                        size_t size) {
  const Specialization *specialization = findSpecialization(translator, instruction);
  if (!specialization) {
    return std::nullopt;
  }
  if (specialization->value.size() != size) {
    translator.fail("specialization constant " + std::to_string(specialization->id) + " has " +
                        std::to_string(size) + " bytes, but is given " +
                        std::to_string(specialization->value.size()),
                    Error::Kind::invalid);
    return std::nullopt;
  }
  uint64_t bits = 0;
  std::memcpy(&bits, specialization->value.data(), size);
  return bits;
}

/// A boolean of the application is one byte, any value but 0 is true (CL 3.0 §5.8.3).
void translateSpecBool(Translator &translator, const Instruction &instruction) {
  const bool standard = instruction.op == spv::Op::OpSpecConstantTrue;
  const uint64_t bits = specializedBits(translator, instruction, 1).value_or(standard);
  translator.setValue(instruction, translator.builder().getInt1(bits != 0));
}

/// The application's value has the size of the next wider type of OpenCL C.
void translateSpecNumber(Translator &translator, const Instruction &instruction) {
  llvm::Type *type = translator.type(instruction.type);
  if (!isNumber(type)) {
    return translator.fail("not a number", Error::Kind::invalid);
  }
  const size_t size = llvm::PowerOf2Ceil((type->getPrimitiveSizeInBits().getFixedValue() + 7) / 8);
  const auto bits = specializedBits(translator, instruction, size);
  translator.setValue(instruction, fromBits(type, bits.value_or(literal(instruction))));
}

/// True if OpSpecConstantOp supports an operation.
/// The tables of the topics with pure computations, access chains (SPIR-V 1.6 §3.32.7 lists the
/// opcodes), and lengths of cooperative matrices.
bool isConstantOperation(spv::Op op) {
  for (HandlerTable table : {arithmeticHandlers(), bitHandlers(), relationalHandlers(),
                             conversionHandlers(), compositeHandlers(), pointerHandlers()}) {
    if (std::ranges::find(table, op, &HandlerRow::op) != table.end()) {
      return true;
    }
  }
  return op == OpCooperativeMatrixLengthKHR || op == spv::Op::OpAccessChain ||
         op == spv::Op::OpInBoundsAccessChain || op == spv::Op::OpPtrAccessChain ||
         op == spv::Op::OpInBoundsPtrAccessChain;
}

/// Translates OpSpecConstantOp by the operation's own handler in a scratch function. A result other
/// than a constant is an error.
void translateSpecOperation(Translator &translator, const Instruction &instruction) {
  const auto op = static_cast<spv::Op>(instruction.operand(0));
  if (instruction.operands.empty() || !isConstantOperation(op)) {
    return translator.fail("the operation " + opcodeName(instruction.operand(0)) +
                           " is not supported");
  }
  auto *scratch = llvm::Function::Create(
      llvm::FunctionType::get(translator.builder().getVoidTy(), false),
      llvm::GlobalValue::InternalLinkage, "spirv.scratch", translator.module());
  translator.builder().SetInsertPoint(llvm::BasicBlock::Create(translator.context(), "", scratch));
  translator.translate({.op = op,
                        .type = instruction.type,
                        .id = instruction.id,
                        .operands = instruction.operandsFrom(1),
                        .word = instruction.word});
  if (!translator.failed()) {
    if (llvm::Constant *made = translator.constant(instruction.id)) {
      // The builder cannot fold bitcasts of vectors without the data layout; this can.
      translator.setValue(instruction,
                          llvm::ConstantFoldConstant(made, translator.module().getDataLayout()));
    }
  }
  translator.builder().ClearInsertionPoint();
  scratch->eraseFromParent();
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpConstantTrue, translateBool},
    {spv::Op::OpConstantFalse, translateBool},
    {spv::Op::OpConstant, translateNumber},
    {spv::Op::OpConstantComposite, translateComposite},
    {spv::Op::OpConstantNull, translateNull},
    {spv::Op::OpUndef, translateUndef},
    {spv::Op::OpSpecConstantTrue, translateSpecBool},
    {spv::Op::OpSpecConstantFalse, translateSpecBool},
    {spv::Op::OpSpecConstant, translateSpecNumber},
    {spv::Op::OpSpecConstantComposite, translateComposite},
    {spv::Op::OpSpecConstantOp, translateSpecOperation},
};

}  // namespace

HandlerTable constantHandlers() {
  return rows;
}

}  // namespace spirv_ll
