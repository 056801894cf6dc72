// GLSL.std.450 in two files.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

using GlslHandler = void (*)(Translator &, const Instruction &, const char *builtin);

/// A function of OpenCL C whose parameters and result are of one type. Null after an error.
llvm::Value *callFloat(Translator &translator, const char *name,
                       llvm::ArrayRef<llvm::Value *> values);

/// glsl_packing.cpp: of an instruction that packs or unpacks; null for others.
GlslHandler findPacking(uint32_t number);

/// Whether something is known of an instruction: that it is translated, or why not.
bool hasGlslHandler(uint32_t number);

}  // namespace spirv_ll
