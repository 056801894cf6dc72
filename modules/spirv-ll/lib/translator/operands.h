// What handlers of arithmetic ask of their operands.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// Two operands of one type.
struct Pair {
  llvm::Value *left;
  llvm::Value *right;
};

inline bool isInteger(llvm::Type *type) {
  return type->isIntOrIntVectorTy();
}
inline bool isFloat(llvm::Type *type) {
  return type->isFPOrFPVectorTy();
}

/// Operands `first` and the one after it. Empty, and an error, if their types differ or are not
/// what `isKind` wants.
std::optional<Pair> readPair(Translator &translator, const Instruction &instruction,
                             bool (*isKind)(llvm::Type *), size_t first = 0);
/// Operand `index`; null, and an error, if its type is not what `isKind` wants.
llvm::Value *readOperand(Translator &translator, const Instruction &instruction,
                         bool (*isKind)(llvm::Type *), size_t index = 0);

/// The fast-math flags that the instruction's decoration allows, for the builder.
llvm::FastMathFlags fastMathFlags(Translator &translator, const Instruction &instruction);

}  // namespace spirv_ll
