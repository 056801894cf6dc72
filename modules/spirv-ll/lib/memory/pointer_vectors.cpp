// Translates vectors of pointers, and the gathers and scatters through them
// (SPV_INTEL_masked_gather_scatter).
//
// LLVM has such vectors too, but Kiln's passes work on single pointers. So an instruction on
// vectors becomes one instruction for each component, translated by the handler of scalars. For
// this time the ids of the operands mean their components:
//
//   %q = OpInBoundsPtrAccessChain %v2ptr %p %k        %q0 = getelementptr inbounds …, %p0, %k
//                                                     %q1 = getelementptr inbounds …, %p1, %k
//
// OpMaskedGatherINTEL and OpMaskedScatterINTEL are guarded accesses of each component
// (guarded_access.h), in the order of the components.
#include "llvm/IR/Constants.h"
#include "memory/guarded_access.h"
#include "shims/newer.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

using llvm::Value;

llvm::FixedVectorType *vectorOfPointers(llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector && vector->getElementType()->isPointerTy() ? vector : nullptr;
}

/// The number of leading operands that may be vectors of pointers, or are converted to these; 0 for
/// an instruction on other values, or with a handler that takes any vector.
size_t vectorOperands(spv::Op op) {
  switch (op) {
    case spv::Op::OpConvertPtrToU:
    case spv::Op::OpConvertUToPtr:
    case spv::Op::OpPtrCastToGeneric:
    case spv::Op::OpGenericCastToPtr:
    case spv::Op::OpGenericCastToPtrExplicit:
    case spv::Op::OpBitcast:
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
      return 1;
    case spv::Op::OpPtrEqual:
    case spv::Op::OpPtrNotEqual:
    case spv::Op::OpPtrDiff:
      return 2;
    default:
      return 0;
  }
}

/// The operands of a gather or a scatter, and the access of one component. All vectors have the
/// length of the values.
struct MaskedAccess {
  Value *pointers, *mask;
  GuardedAccess guarded;
};

/// Checks pointers, alignment and mask against the vector type of the values. Empty after an error.
std::optional<MaskedAccess> readMaskedAccess(Translator &translator, const Instruction &instruction,
                                             size_t first, llvm::Type *values) {
  constexpr uint32_t largest = uint32_t{1} << 28;
  Value *pointers = translator.value(instruction.operand(first));
  const uint32_t alignment = instruction.operand(first + 1);
  Value *mask = translator.value(instruction.operand(first + 2));
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(values);
  auto *ofPointers = vectorOfPointers(pointers->getType());
  auto *ofMask = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  if (!type || !ofPointers || !ofMask || !ofMask->getElementType()->isIntegerTy(1) ||
      ofPointers->getNumElements() != type->getNumElements() ||
      ofMask->getNumElements() != type->getNumElements()) {
    translator.fail("the operands are not vectors of one length", Error::Kind::invalid);
    return std::nullopt;
  }
  const uint32_t pointee = translator.index().pointeeIdOf(instruction.operand(first));
  if (translator.type(pointee) != type->getElementType()) {
    translator.fail("the pointers are to another type", Error::Kind::invalid);
    return std::nullopt;
  }
  if (alignment != 0 && (!llvm::isPowerOf2_32(alignment) || alignment > largest)) {
    translator.fail("an alignment of " + std::to_string(alignment) + " bytes is not supported");
    return std::nullopt;
  }
  return MaskedAccess{
      pointers, mask,
      GuardedAccess(translator, type->getElementType(),
                    ofPointers->getElementType()->getPointerAddressSpace(), alignment)};
}

/// Operands: pointers, alignment, mask, and the value of components without an access. Some
/// producers give a vector of these values.
void translateGather(Translator &translator, const Instruction &instruction) {
  llvm::Type *type = translator.type(instruction.type);
  auto access = readMaskedAccess(translator, instruction, 0, type);
  if (!access) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Value *otherwise = translator.value(instruction.operand(3));
  if (otherwise->getType() != type && otherwise->getType() != type->getScalarType()) {
    return translator.fail("the value without an access does not fit", Error::Kind::invalid);
  }
  const bool isVector = otherwise->getType() == type;
  Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < llvm::cast<llvm::FixedVectorType>(type)->getNumElements(); ++i) {
    Value *loaded =
        access->guarded.load(builder.CreateExtractElement(access->pointers, i),
                             builder.CreateExtractElement(access->mask, i),
                             isVector ? builder.CreateExtractElement(otherwise, i) : otherwise);
    result = builder.CreateInsertElement(result, loaded, i);
  }
  translator.setValue(instruction, result);
}

/// Operands: values, pointers, alignment, mask. Of equal addresses, the last component's counts.
void translateScatter(Translator &translator, const Instruction &instruction) {
  Value *values = translator.value(instruction.operand(0));
  auto access = readMaskedAccess(translator, instruction, 1, values->getType());
  if (!access) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  for (unsigned i = 0; i < llvm::cast<llvm::FixedVectorType>(values->getType())->getNumElements();
       ++i) {
    access->guarded.store(builder.CreateExtractElement(access->pointers, i),
                          builder.CreateExtractElement(access->mask, i),
                          builder.CreateExtractElement(values, i));
  }
}

constexpr HandlerRow rows[] = {
    {OpMaskedGatherINTEL, translateGather},
    {OpMaskedScatterINTEL, translateScatter},
};

}  // namespace

/// The result's id means each component's result in turn, and at the end the whole vector.
/// Only the leading operands are replaced: indices and literals are those of all components.
bool translateComponents(Translator &translator, const Instruction &instruction,
                         Handler ofScalars) {
  const auto operands = instruction.operandsFrom(0).first(
      std::min(vectorOperands(instruction.op), instruction.operands.size()));
  if (operands.empty() || !translator.index().declares(MaskedGatherScatterINTEL)) {
    return false;
  }
  llvm::SmallVector<Value *, 2> whole;
  bool isOfPointers = vectorOfPointers(translator.type(instruction.type)) != nullptr;
  for (uint32_t id : operands) {
    whole.push_back(translator.value(id));
    isOfPointers |= vectorOfPointers(whole.back()->getType()) != nullptr;
  }
  if (!isOfPointers) {
    return false;
  }
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(translator.type(instruction.type));
  const unsigned count = type ? type->getNumElements() : 0;
  const auto fits = [&](const Value *value) {
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    return vector && vector->getNumElements() == count;
  };
  if (!llvm::all_of(whole, fits)) {
    translator.fail("the operands are not vectors of one length", Error::Kind::invalid);
    return true;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Instruction component = instruction;
  component.type = translator.index().find(instruction.type)->operand(0);
  Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < count && !translator.failed(); ++i) {
    for (size_t k = 0; k < operands.size(); ++k) {
      translator.replaceValue(operands[k], builder.CreateExtractElement(whole[k], i));
    }
    ofScalars(translator, component);
    for (size_t k = 0; k < operands.size(); ++k) {
      translator.replaceValue(operands[k], whole[k]);
    }
    if (!translator.failed()) {
      result = builder.CreateInsertElement(result, translator.value(instruction.id), i);
    }
  }
  translator.setValue(instruction, result);
  return true;
}

HandlerTable pointerVectorHandlers() {
  return rows;
}

}  // namespace spirv_ll
