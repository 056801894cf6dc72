// The variables of a shader's module that stand for something outside of it, as arguments.
//
// A kernel has no descriptors: what a shader finds under a set and a binding, its kernel has as an
// argument. The arguments of an entry point are those of the descriptors that its functions use,
// in the order of (set, binding), and behind them the block of push constants, by value:
//   * a buffer (of the storage class StorageBuffer or Uniform): a pointer to global memory, and
//     behind it, if the block ends with an array without a length, how many bytes the buffer has,
//     as a size_t; an array of buffers has one after the other;
//   * an image, a buffer of texels, a sampler: an image or sampler; both for the two in one.
// Two variables with one set and binding are one argument. The metadata of arguments
// (kernel_arg_type, kernel_arg_name) says which is which.
//
// SPIR-V's functions use such variables by name. Ours have the arguments that they and the
// functions that they call use as further parameters, and variables of an invocation (Private)
// too, which are local variables of the kernel.
#pragma once

#include "shader/shader.h"

namespace spirv_ll {

/// Notes an OpVariable of a module, Function and Workgroup aside.
void addInterfaceVariable(Translator &translator, const Instruction &variable);

/// Finds out what functions use, when all variables are known.
void findInterfaces(Translator &translator);

/// The parameters that a function has behind those that SPIR-V gives it.
llvm::SmallVector<llvm::Type *> interfaceParameters(Translator &translator, uint32_t functionId);
/// What a call of a function passes for them.
llvm::SmallVector<llvm::Value *> interfaceArguments(Translator &translator, uint32_t functionId);

/// Metadata and attributes of a kernel's arguments.
void describeArguments(Translator &translator, uint32_t functionId, llvm::Function &kernel);

/// The variable if the id is one that is an array of buffers, or null.
const InterfaceVariable *findBufferArray(Translator &translator, uint32_t id);
/// One buffer of it.
Place bufferOfArray(Translator &translator, uint32_t array, uint32_t indexId);
/// The bytes of the buffer whose block the pointer points to. Null after an error.
llvm::Value *bufferSize(Translator &translator, uint32_t pointerId);

/// Whether values of a type are images, samplers or both in one, which no memory holds.
bool isHandle(Translator &translator, uint32_t type);
/// OpLoad of one.
void loadHandle(Translator &translator, const Instruction &instruction);
/// What an id stands for that is a variable of the function being translated.
Place placeOf(Translator &translator, uint32_t variable);

}  // namespace spirv_ll
