// Translates memory instructions of extensions: OpSizeOf, variable-length arrays, USM pointer
// casts.
//
// An array of SPV_INTEL_variable_length_array must have a length that is a specialization constant,
// and becomes an alloca in the entry block. An array inside a loop needs OpSaveMemoryINTEL in the
// function: otherwise the program would expect a new array in each iteration. Saving and restoring
// the stack then has no effect of its own.
//
// The storage classes DeviceOnlyINTEL and HostOnlyINTEL (SPV_INTEL_usm_storage_classes) are global
// memory, so casts from and to them change nothing. Declarations of alias scopes are dropped.
#include "translator/handlers.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// OpSizeOf: the size of a pointee in memory, padding included, as sizeof in OpenCL C. The result
/// is a constant.
void translateSizeOf(Translator &translator, const Instruction &instruction) {
  llvm::Type *pointee = translator.types().memoryForm(
      translator.type(translator.index().pointeeIdOf(instruction.operand(0))));
  llvm::Type *type = translator.type(instruction.type);
  if (!pointee->isSized() || !type->isIntegerTy()) {
    return translator.fail("the size of this type is not supported");
  }
  const uint64_t size = translator.module().getDataLayout().getTypeAllocSize(pointee);
  translator.setValue(instruction,
                      llvm::ConstantInt::get(type, size, false, /*ImplicitTrunc=*/true));
}

/// Allocates a variable-length array in the entry block. Outside of the entry block the function
/// must save memory, or each iteration of a loop would expect a new array.
/// The array may have at most 2^20 bytes: it lives on the stack of a work-item.
void translateVariableArray(Translator &translator, const Instruction &instruction) {
  constexpr uint64_t largest = uint64_t{1} << 20;
  const auto length = translator.integer(instruction.operand(0));
  llvm::Type *element = translator.types().memoryForm(
      translator.type(translator.index().pointeeId(instruction.type)));
  llvm::BasicBlock &entry = translator.body().function()->getEntryBlock();
  if (!length) {
    return translator.fail("the length of an array has to be a constant of the specialization");
  }
  if (!element->isSized() || *length == 0 || *length > largest ||
      *length * translator.module().getDataLayout().getTypeAllocSize(element) > largest) {
    return translator.fail("an array of this type and length is not supported");
  }
  if (translator.builder().GetInsertBlock() != &entry && !translator.body().hasSavedMemory()) {
    return translator.fail("an array in a function that does not save its memory is not supported");
  }
  llvm::IRBuilder<> atEntry(&entry, entry.getFirstInsertionPt());
  llvm::AllocaInst *array = atEntry.CreateAlloca(llvm::ArrayType::get(element, *length));
  if (const uint64_t alignment = translator.alignment(instruction.id)) {
    array->setAlignment(llvm::Align(alignment));
  }
  translator.setValue(instruction, array);
}

/// Notes the instruction in the function; its result, a null pointer, is used by
/// OpRestoreMemoryINTEL alone.
void translateSave(Translator &translator, const Instruction &instruction) {
  llvm::Type *type = translator.type(instruction.type);
  if (!type->isPointerTy()) {
    return translator.fail("the result is no pointer", Error::Kind::invalid);
  }
  translator.body().noteSavedMemory();
  translator.setValue(instruction, llvm::Constant::getNullValue(type));
}

/// No code: arrays live until the end of the function.
void translateRestore(Translator &translator, const Instruction &instruction) {
  if (translator.index().opOf(instruction.operand(0)) != spv::Op::OpSaveMemoryINTEL) {
    translator.fail("the operand is not a result of OpSaveMemoryINTEL", Error::Kind::invalid);
  }
}

/// Casts between CrossWorkgroup and DeviceOnlyINTEL or HostOnlyINTEL, all of them global memory.
void translateUsmCast(Translator &translator, const Instruction &instruction) {
  Value *pointer = translator.value(instruction.operand(0));
  if (!pointer->getType()->isPointerTy() ||
      pointer->getType() != translator.type(instruction.type)) {
    return translator.fail("not a conversion of pointers to global memory", Error::Kind::invalid);
  }
  translator.setValue(instruction, pointer);
}

/// OpFPGARegINTEL asks for a register of a circuit; here it is the operand.
void translateCopy(Translator &translator, const Instruction &instruction) {
  translator.setValue(instruction, translator.value(instruction.operand(0)));
}

void ignore(Translator &, const Instruction &) {}

/// Instructions of SPV_INTEL_memory_access_aliasing state promises, so their declarations are
/// ignored.
constexpr HandlerRow rows[] = {
    {spv::Op::OpSizeOf, translateSizeOf},
    {spv::Op::OpVariableLengthArrayINTEL, translateVariableArray},
    {spv::Op::OpSaveMemoryINTEL, translateSave},
    {spv::Op::OpRestoreMemoryINTEL, translateRestore},
    {spv::Op::OpPtrCastToCrossWorkgroupINTEL, translateUsmCast},
    {spv::Op::OpCrossWorkgroupCastToPtrINTEL, translateUsmCast},
    {spv::Op::OpFPGARegINTEL, translateCopy},
    {spv::Op::OpAliasDomainDeclINTEL, ignore},
    {spv::Op::OpAliasScopeDeclINTEL, ignore},
    {spv::Op::OpAliasScopeListDeclINTEL, ignore},
};

}  // namespace

HandlerTable storageHandlers() {
  return rows;
}

}  // namespace spirv_ll
