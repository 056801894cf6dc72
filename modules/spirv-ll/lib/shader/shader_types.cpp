// Translates the types that only shaders have (SPIR-V 1.5 §3.32.6).
//
// A matrix is an array of column vectors. A runtime array has no values and becomes an array of no
// elements. A pointer to an image is the image itself, since descriptors cannot be stored.
#include "shader/interface_variables.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// Two to four columns of floating-point vectors (SPIR-V 1.6 §3.32.6).
void translateMatrix(Translator &translator, const Instruction &instruction) {
  constexpr uint32_t fewest = 2, most = 4;
  llvm::Type *column = translator.type(instruction.operand(0));
  const uint32_t count = instruction.operand(1);
  if (!column->isVectorTy() || !column->isFPOrFPVectorTy() || count < fewest || count > most) {
    return translator.fail("not a matrix", Error::Kind::invalid);
  }
  llvm::Type *type = llvm::ArrayType::get(column, count);
  setShape(translator, type, column, count);
  translator.types().set(instruction.id, type);
}

/// Its elements live in buffers only, so its LLVM type is never loaded.
void translateRuntimeArray(Translator &translator, const Instruction &instruction) {
  llvm::Type *element = translator.type(instruction.operand(0));
  if (!llvm::ArrayType::isValidElementType(element)) {
    return translator.fail("the type of the elements is not supported");
  }
  llvm::Type *type = llvm::ArrayType::get(element, 0);
  setShape(translator, type, element, 1);
  translator.types().set(instruction.id, type);
}

/// A pointer to an image is the image: nothing can be stored there.
void translatePointer(Translator &translator, const Instruction &instruction) {
  const unsigned space = pointerSpace(instruction.operand(0));
  const uint32_t pointee = instruction.operand(1);
  llvm::Type *pointer = llvm::PointerType::get(translator.context(), space);
  translator.types().set(instruction.id,
                         isHandle(translator, pointee) ? translator.type(pointee) : pointer);
}

/// Other types are the same in kernels and shaders (memory/types.cpp).
constexpr HandlerRow rows[] = {
    {spv::Op::OpTypeMatrix, translateMatrix},
    {spv::Op::OpTypeRuntimeArray, translateRuntimeArray},
    {spv::Op::OpTypePointer, translatePointer},
};

}  // namespace

HandlerTable shaderTypeHandlers() {
  return rows;
}

}  // namespace spirv_ll
