// Translates conversions and comparisons of pointers (SPIR-V 1.5 §3.32.11, §3.32.8).
//
// OpPtrCastToGeneric and OpGenericCastToPtr are LLVM's addrspacecast. OpGenericCastToPtrExplicit
// tests the address space at run time and calls __to_global, __to_local or __to_private, the
// functions behind OpenCL C's to_global() (OpenCL C 3.0 §6.15.10); they return null for a pointer
// into another space.
//
// OpPtrDiff subtracts addresses and divides by the size of the pointee. The division is exact,
// which turns it into a multiplication or a shift.
#include "translator/builtin_calls.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// OpConvertPtrToU. The address is cut or extended by zeros to the integer's width.
void translateToInteger(Translator &translator, const Instruction &instruction) {
  llvm::Value *pointer = translator.value(instruction.operand(0));
  llvm::Type *type = translator.type(instruction.type);
  if (!pointer->getType()->isPointerTy() || !type->isIntegerTy()) {
    return translator.fail("not a conversion of a pointer to an integer", Error::Kind::invalid);
  }
  translator.setValue(instruction, translator.builder().CreatePtrToInt(pointer, type));
}

void translateToPointer(Translator &translator, const Instruction &instruction) {
  llvm::Value *integer = translator.value(instruction.operand(0));
  llvm::Type *type = translator.type(instruction.type);
  if (!integer->getType()->isIntegerTy() || !type->isPointerTy()) {
    return translator.fail("not a conversion of an integer to a pointer", Error::Kind::invalid);
  }
  translator.setValue(instruction, translator.builder().CreateIntToPtr(integer, type));
}

/// OpPtrCastToGeneric and OpGenericCastToPtr.
void translateSpaceCast(Translator &translator, const Instruction &instruction) {
  llvm::Value *pointer = translator.value(instruction.operand(0));
  llvm::Type *type = translator.type(instruction.type);
  if (!pointer->getType()->isPointerTy() || !type->isPointerTy()) {
    return translator.fail("not a conversion of pointers", Error::Kind::invalid);
  }
  translator.setValue(instruction, translator.builder().CreateAddrSpaceCast(pointer, type));
}

bool isGeneric(const llvm::Value &value) {
  return value.getType()->isPointerTy() &&
         value.getType()->getPointerAddressSpace() == genericSpace;
}

/// OpGenericCastToPtrExplicit: the pointer, or null if it points into another address space.
void translateExplicitCast(Translator &translator, const Instruction &instruction) {
  llvm::Value *pointer = translator.value(instruction.operand(0));
  llvm::Type *type = translator.type(instruction.type);
  if (!isGeneric(*pointer) || !type->isPointerTy()) {
    return translator.fail("not a conversion of a generic pointer", Error::Kind::invalid);
  }
  if (isPointerToFunction(translator, instruction.type)) {
    return translator.fail("a pointer to a function has no memory", Error::Kind::invalid);
  }
  const char *name = nullptr;
  switch (type->getPointerAddressSpace()) {
    case globalSpace:
      name = "__to_global";
      break;
    case localSpace:
      name = "__to_local";
      break;
    case privateSpace:
      name = "__to_private";
      break;
    default:
      return translator.fail("a generic pointer does not point to such memory",
                             Error::Kind::invalid);
  }
  translator.setValue(instruction, callBuiltin(translator, name, type, {pointer}));
}

/// OpGenericPtrMemSemantics. get_fence returns CLK_LOCAL_MEM_FENCE (bit 0) or CLK_GLOBAL_MEM_FENCE
/// (bit 1); the semantics WorkgroupMemory and CrossWorkgroupMemory are bits 8 and 9.
void translateSemantics(Translator &translator, const Instruction &instruction) {
  llvm::Value *pointer = translator.value(instruction.operand(0));
  llvm::Type *type = translator.type(instruction.type);
  if (!isGeneric(*pointer) || !type->isIntegerTy(32)) {
    return translator.fail("not the semantics of a generic pointer", Error::Kind::invalid);
  }
  llvm::Value *flags = callBuiltin(translator, "_Z9get_fencePU3AS4v", type, {pointer});
  if (flags) {
    translator.setValue(instruction, translator.builder().CreateShl(flags, 8));
  }
}

/// Addresses are compared, so both pointers must be in one address space (SPIR-V 1.6 §3.32.8).
template <bool isEqual>
void translateComparison(Translator &translator, const Instruction &instruction) {
  llvm::Value *left = translator.value(instruction.operand(0));
  llvm::Value *right = translator.value(instruction.operand(1));
  if (left->getType() != right->getType() || !left->getType()->isPointerTy()) {
    return translator.fail("not a comparison of pointers", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  translator.setValue(
      instruction, isEqual ? builder.CreateICmpEQ(left, right) : builder.CreateICmpNE(left, right));
}

/// OpPtrDiff, in elements of the pointee type.
void translateDifference(Translator &translator, const Instruction &instruction) {
  llvm::Value *left = translator.value(instruction.operand(0));
  llvm::Value *right = translator.value(instruction.operand(1));
  llvm::Type *pointee = translator.types().memoryForm(
      translator.type(translator.index().pointeeIdOf(instruction.operand(0))));
  llvm::Type *type = translator.type(instruction.type);
  const uint64_t size =
      pointee->isSized()
          ? translator.module().getDataLayout().getTypeAllocSize(pointee).getFixedValue()
          : 0;
  if (size == 0 || left->getType() != right->getType() || !left->getType()->isPointerTy() ||
      !type->isIntegerTy()) {
    return translator.fail("a difference of such pointers is not supported");
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *word = translator.sizeType();
  llvm::Value *bytes =
      builder.CreateSub(builder.CreatePtrToInt(left, word), builder.CreatePtrToInt(right, word));
  llvm::Value *elements = builder.CreateExactSDiv(bytes, llvm::ConstantInt::get(word, size));
  translator.setValue(instruction, builder.CreateSExtOrTrunc(elements, type));
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpConvertPtrToU, translateToInteger},
    {spv::Op::OpConvertUToPtr, translateToPointer},
    {spv::Op::OpPtrCastToGeneric, translateSpaceCast},
    {spv::Op::OpGenericCastToPtr, translateSpaceCast},
    {spv::Op::OpGenericCastToPtrExplicit, translateExplicitCast},
    {spv::Op::OpGenericPtrMemSemantics, translateSemantics},
    {spv::Op::OpPtrEqual, translateComparison<true>},
    {spv::Op::OpPtrNotEqual, translateComparison<false>},
    {spv::Op::OpPtrDiff, translateDifference},
};

}  // namespace

HandlerTable pointerHandlers() {
  return rows;
}

}  // namespace spirv_ll
