// Translates function pointers and calls through them (SPV_INTEL_function_pointers).
//
// A pointer in the storage class CodeSectionINTEL is LLVM's `ptr`, and a constant function pointer
// the function itself. finalize replaces both by numbers (LowerFunctionPointersPass):
//
//   %p = OpConstantFunctionPointerINTEL %pointer %f        @f
//   %r = OpFunctionPointerCallINTEL %int %p %x             call spir_func i32 %p(i32 %x)
//
// The constants stand in front of all functions, so their functions are declared early. Older
// compilers use the storage class Function, and cast such pointers to Generic.
//
// The call has no attributes of parameters: those of the called function count. The decoration
// ArgumentAttributeINTEL repeats them and has no effect.
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// True for a storage class of function pointers.
bool isOfFunctions(uint32_t storageClass) {
  const auto storage = static_cast<spv::StorageClass>(storageClass);
  return storage == spv::StorageClass::CodeSectionINTEL || storage == spv::StorageClass::Function;
}

/// Checks what SPIRV-Tools does not (validate/extension_rules.cpp): the function, and its type.
/// An entry point cannot be called (SPIR-V 1.6 §2.16.1), so it has no pointer.
void translateConstant(Translator &translator, const Instruction &instruction) {
  const Instruction *type = translator.index().find(instruction.type);
  const Instruction *function = translator.index().find(instruction.operand(0));
  if (!function || function->op != spv::Op::OpFunction) {
    return translator.fail("the operand is not a function", Error::Kind::invalid);
  }
  if (translator.entryPoints().find(function->id)) {
    return translator.fail("an entry point cannot be called", Error::Kind::invalid);
  }
  if (!type || type->op != spv::Op::OpTypePointer || type->operand(1) != function->operand(1)) {
    return translator.fail("the result is no pointer to the type of the function",
                           Error::Kind::invalid);
  }
  if (!isOfFunctions(type->operand(0))) {
    return translator.fail("the storage class of the result is not CodeSectionINTEL",
                           Error::Kind::invalid);
  }
  if (!translator.hasValue(function->id)) {
    declareFunction(translator, *function, translator.index().parametersOf(function->id));
  }
  if (!translator.failed()) {
    translator.setValue(instruction, translator.value(function->id));
  }
}

/// Operands: the pointer, then the arguments. The type of the call is that of the pointee; a
/// pointer without a function type, such as one loaded as a generic pointer, has that of the
/// arguments.
void translateCall(Translator &translator, const Instruction &instruction) {
  llvm::Value *pointer = translator.value(instruction.operand(0));
  llvm::Type *result = translator.type(instruction.type);
  if (!pointer->getType()->isPointerTy() || !llvm::FunctionType::isValidReturnType(result)) {
    return translator.fail("not a call through a pointer", Error::Kind::invalid);
  }
  llvm::SmallVector<llvm::Value *> arguments;
  llvm::SmallVector<llvm::Type *> parameters;
  for (uint32_t id : instruction.operandsFrom(1)) {
    arguments.push_back(translator.value(id));
    parameters.push_back(arguments.back()->getType());
    if (!llvm::FunctionType::isValidArgumentType(parameters.back())) {
      return translator.fail("an argument has no value", Error::Kind::invalid);
    }
  }
  auto *type = llvm::FunctionType::get(result, parameters, false);
  const uint32_t pointee = translator.index().pointeeIdOf(instruction.operand(0));
  if (translator.index().opOf(pointee) == spv::Op::OpTypeFunction &&
      translator.type(pointee) != type) {
    return translator.fail("the arguments or the result do not fit the type of the pointer",
                           Error::Kind::invalid);
  }
  llvm::CallInst *call = translator.builder().CreateCall(type, pointer, arguments);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  translator.setValue(instruction, call);
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpConstantFunctionPointerINTEL, translateConstant},
    {spv::Op::OpFunctionPointerCallINTEL, translateCall},
};

}  // namespace

HandlerTable functionPointerHandlers() {
  return rows;
}

}  // namespace spirv_ll
