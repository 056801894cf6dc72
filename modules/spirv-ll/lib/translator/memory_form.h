// Converts values of integers of unusual widths to and from their types in memory.
//
// TypeTable::memoryForm() has these types: an i13 lies in the low bits of an i16. The functions
// below are for values about to be stored, and for values just loaded.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// Zero-extends a value to its memory type. Null and an error if it has over 1024 elements.
llvm::Value *toMemory(Translator &translator, llvm::IRBuilder<> &builder, llvm::Value *value);
/// Zero-extends a constant. Null and an error if it is unknown before run time.
llvm::Constant *toMemory(Translator &translator, llvm::Constant *value);
/// Truncates a loaded value to `type`; the upper bits are ignored. Null and an error if it has over
/// 1024 elements.
llvm::Value *fromMemory(Translator &translator, llvm::IRBuilder<> &builder, llvm::Value *value,
                        llvm::Type *type);
/// True if the operand is a pointer to `type`; reports an error if not. The validator sees rounded
/// widths (odd_integers.h) and cannot tell.
/// Without this check a store of an i13 through a pointer to i11 would write bits beyond the
/// pointee's value.
bool pointsTo(Translator &translator, uint32_t pointer, llvm::Type *type);

}  // namespace spirv_ll
