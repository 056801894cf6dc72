// Integers of other widths than OpenCL C's in memory (SPV_INTEL_arbitrary_precision_integers): in
// the low bits of the next of 8, 16, 32 and 64 bits, also as components of vectors and as parts of
// structures and arrays. LLVM's own form would pack the components of vectors, and take the bits
// above for zeros, which a host need not have written.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// What memory of this type is declared as: the type itself if it has no such integers.
llvm::Type *memoryForm(Translator &translator, llvm::Type *type);
/// The value in the form of memory, with zeros above; it may be one of too many parts. Null after
/// an error.
llvm::Value *toMemory(Translator &translator, llvm::IRBuilder<> &builder, llvm::Value *value);
llvm::Constant *toMemory(Translator &translator, llvm::Constant *value);
/// A value of `type` of what is in memory; what is above counts for nothing. Null after an error.
llvm::Value *fromMemory(Translator &translator, llvm::IRBuilder<> &builder, llvm::Value *value,
                        llvm::Type *type);
/// Whether the operand is a pointer to `type`, and an error if not. Validation does not tell such
/// integers apart.
bool pointsTo(Translator &translator, uint32_t pointer, llvm::Type *type);

}  // namespace spirv_ll
