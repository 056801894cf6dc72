// Names that the linker sees.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// How a function or variable is linked, and its symbol. `symbol` is empty for what is internal.
struct Symbol {
  std::string name;
  llvm::GlobalValue::LinkageTypes linkage;
  bool isImport;
};

/// From the decoration LinkageAttributes; reports an error for a name that a module must not
/// define or import, and for one that is taken.
Symbol symbolOf(Translator &translator, const Instruction &instruction);

/// Whether a program may give this name to others; reports an error if not.
bool checkSymbol(Translator &translator, const Instruction &instruction, llvm::StringRef name);

/// A name for what is internal: for people, and never one that means something to the compiler.
std::string internalName(Translator &translator, const Instruction &instruction);

}  // namespace spirv_ll
