// Chooses the linkage and the symbols of functions and program-scope variables.
//
// Names of exports, imports and entry points are part of a program's interface and stay as they
// are (CL 3.0 §5.8.5). Other names are for people: they must never collide with a builtin.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// The linkage of a function or variable. `name` is empty for an internal one.
struct Symbol {
  std::string name;
  llvm::GlobalValue::LinkageTypes linkage;
  bool isImport;
};

/// The symbol by the decoration LinkageAttributes (SPIR-V 1.6 §3.20). An error for an empty name,
/// a reserved one (llvm., __mux_, __kiln_, kiln.) or one already in use. An import with a reserved
/// name gets another one for settleReservedImports().
/// An exported function with the name of an entry point is internal: the entry point has the name.
Symbol symbolOf(Translator &translator, const Instruction &instruction);

/// Drops imports with a reserved name that nothing uses, and reports an error for those with a use.
/// The Khronos translator declares LLVM's intrinsics beside its own functions in place of them.
/// Call it when all functions are translated; dropped values must not be asked for afterwards.
void settleReservedImports(Translator &translator);

/// True if a module may define or import this name; reports an error if not.
/// An empty, a reserved and a used name fail. Without the check LLVM would rename the second of two
/// equal names, and a host would look for the wrong one.
bool checkSymbol(Translator &translator, const Instruction &instruction, llvm::StringRef name);

/// The name of an internal function or variable: its OpName, or "spirv.<id>" if the OpName is
/// missing, reserved, mangled or public.
/// A debugger and remarks show these names. A mangled one could equal a builtin's symbol and
/// replace it at the link.
std::string internalName(Translator &translator, const Instruction &instruction);

}  // namespace spirv_ll
