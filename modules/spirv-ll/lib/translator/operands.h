// Reads and checks the operands of arithmetic instructions.
//
// SPIRV-Tools has checked most operand types; instructions in the relaxed copy (relaxation.h) and
// inside OpSpecConstantOp were not checked, and LLVM asserts on a mismatch.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// Two operands of one type.
struct Pair {
  llvm::Value *left;
  llvm::Value *right;
};

/// True if a type is an integer or a vector of integers; a predicate for readPair().
inline bool isInteger(llvm::Type *type) {
  return type->isIntOrIntVectorTy();
}
/// True if a type is a floating-point scalar or vector; a predicate for readPair().
inline bool isFloat(llvm::Type *type) {
  return type->isFPOrFPVectorTy();
}

/// Reads operand `first` and the next one. Empty, and an error, if their types differ or `isKind`
/// rejects them.
/// The result is ready for llvm::IRBuilder: equal types of the requested kind, so no assertion of
/// LLVM can fail.
std::optional<Pair> readPair(Translator &translator, const Instruction &instruction,
                             bool (*isKind)(llvm::Type *), size_t first = 0);
/// Reads operand `index`. Null, and an error, if `isKind` rejects its type.
llvm::Value *readOperand(Translator &translator, const Instruction &instruction,
                         bool (*isKind)(llvm::Type *), size_t index = 0);

/// True if a value is a bfloat16 number, or a vector or matrix of these. Its LLVM type is i16.
bool isBFloat16(Translator &translator, uint32_t value);

/// The fast-math flags of the instruction's decoration FPFastMathMode (§3.15); none without it.
/// NotNaN, NotInf, NSZ and AllowRecip have flags of LLVM; Fast sets all of them.
llvm::FastMathFlags fastMathFlags(Translator &translator, const Instruction &instruction);

}  // namespace spirv_ll
