// Stores integers of unusual widths in the next wider ordinary integer.
//
// An i13 (SPV_INTEL_arbitrary_precision_integers) occupies the low bits of an i16 in memory, also
// inside vectors, structures and arrays. LLVM's own layout would pack vector components into bits,
// and its loads would assume zeros in the upper bits, which a host need not have written.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// The type used in memory: the type itself if it contains no such integers.
/// Cached per module. A module without such integers pays for one test.
llvm::Type *memoryForm(Translator &translator, llvm::Type *type);
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
