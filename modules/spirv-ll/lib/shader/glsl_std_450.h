// Shared parts of the two files that translate the extended instruction set GLSL.std.450.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// Translates one instruction; `builtin` is the OpenCL C function of its row, or null.
/// Operand 0 is the set, operand 1 the number; arguments begin at operand 2.
using GlslHandler = void (*)(Translator &, const Instruction &, const char *builtin);

/// Calls a builtin of OpenCL C whose parameters and result have one type. Null after an error.
/// `values` must not be empty; all have the type of the first.
llvm::Value *callFloat(Translator &translator, const char *name,
                       llvm::ArrayRef<llvm::Value *> values);

/// glsl_packing.cpp: the handler of an instruction that packs or unpacks; null for any other.
GlslHandler findPacking(uint32_t number);

/// True if an instruction is translated or refused with a reason. A test asks it for every number.
bool hasGlslHandler(uint32_t number);

}  // namespace spirv_ll
