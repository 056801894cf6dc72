// Memory Operands, as loads, stores and copies have them.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// What a Memory Operands mask says.
struct Access {
  bool isVolatile = false;
  bool isNontemporal = false;
  llvm::MaybeAlign alignment;
  size_t operands = 0;  ///< how many it takes
};

/// The mask at operand `first` and what follows it. That memory is made available or visible says
/// nothing that the ordering of atomics and barriers does not: memory is coherent.
Access readAccess(Translator &translator, const Instruction &instruction, size_t first);

/// Gives a load or store the access's hint.
void mark(Translator &translator, llvm::Instruction *instruction, const Access &access);

}  // namespace spirv_ll
