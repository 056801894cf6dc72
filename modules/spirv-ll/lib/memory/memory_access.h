// Reads the Memory Operands of loads, stores and copies (SPIR-V 1.6 §3.26).
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// The decoded mask of memory operands.
struct Access {
  bool isVolatile = false;
  bool isNontemporal = false;
  llvm::MaybeAlign alignment;  ///< in bytes; empty if not given
  size_t operands = 0;         ///< words of the mask and its operands; 0 without a mask
};

/// The alignment of a type in memory, at most 128 bytes.
llvm::Align naturalAlignment(Translator &translator, llvm::Type *type);

/// Decodes the mask at operand `first`. MakePointerAvailable, MakePointerVisible and
/// NonPrivatePointer are dropped: memory is coherent, and the orderings of atomics and barriers
/// suffice. An error for unknown bits or an alignment that is not a power of two.
Access readAccess(Translator &translator, const Instruction &instruction, size_t first);

/// Attaches !nontemporal to a load or store if the access asks for it.
void mark(Translator &translator, llvm::Instruction *instruction, const Access &access);

}  // namespace spirv_ll
