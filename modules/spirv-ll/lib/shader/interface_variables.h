// Turns a shader's descriptors and push constants into kernel arguments.
//
// A kernel has no descriptor sets. Each descriptor that an entry point uses becomes an argument.
// Arguments are ordered by (set, binding); the block of push constants comes last, by value:
//   * A buffer (storage class StorageBuffer or Uniform) is a pointer to global memory. If its block
//     ends with a runtime array, the buffer's size in bytes follows as a size_t. An array of
//     buffers is a sequence of these.
//   * An image, a texel buffer or a sampler is an image or a sampler. A combined image sampler is
//     both.
// Two variables with one set and binding share one argument. The metadata kernel_arg_type and
// kernel_arg_name tells the launcher the meaning of each argument.
//
// SPIR-V functions name interface variables directly. LLVM functions receive them as additional
// parameters: the variables that the function or its callees use. Variables of the storage class
// Private are local variables of the kernel and are passed on in the same way.
#pragma once

#include "shader/shader.h"

namespace spirv_ll {

/// Notes a module-scope OpVariable outside of the storage classes Workgroup and Input. An error if
/// a descriptor has no set or binding, or its type is not supported.
/// Decorations precede variables in a module, so set and binding are known.
void addInterfaceVariable(Translator &translator, const Instruction &variable);

/// Computes the variables that each function uses, directly or through calls. Call it once, behind
/// the last module-scope variable.
/// Functions are declared afterwards, with the parameters computed here.
void findInterfaces(Translator &translator);

/// The types of the additional parameters of a function; empty for kernels of OpenCL.
/// An entry point gets an argument for each descriptor, any other function a parameter for each
/// variable.
llvm::SmallVector<llvm::Type *> interfaceParameters(Translator &translator, uint32_t functionId);
/// The values that a call in the current function passes for these parameters.
/// Empty, and an error, if a variable has no value here.
llvm::SmallVector<llvm::Value *> interfaceArguments(Translator &translator, uint32_t functionId);

/// Attaches metadata and attributes to the arguments of an entry point.
void describeArguments(Translator &translator, uint32_t functionId, llvm::Function &kernel);

/// The variable of an id if it is an array of buffers, or null.
const InterfaceVariable *findBufferArray(Translator &translator, uint32_t id);
/// The buffer with a given index in such an array.
Place bufferOfArray(Translator &translator, uint32_t array, uint32_t indexId);
/// The size in bytes of the buffer to whose block the pointer points, for OpArrayLength. Null and
/// an error if the pointer is not the variable or an element of an array of buffers.
llvm::Value *bufferSize(Translator &translator, uint32_t pointerId);

/// True if a type is an image, a sampler or a sampled image. Such values are never in memory.
bool isHandle(Translator &translator, uint32_t type);
/// Translates OpLoad of such a value.
void loadHandle(Translator &translator, const Instruction &instruction);
/// The values of an interface variable in the current function; empty for any other id.
/// In a kernel the values are made at its beginning, so they dominate all uses.
Place placeOf(Translator &translator, uint32_t variable);

}  // namespace spirv_ll
