// Reports errors in the user's program from within a pass.
#pragma once

#include <string>

#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

/// An error diagnostic on the context of the module; with file, line and column where the
/// instruction or function has debug information.
void reportError(const llvm::Module &module, const llvm::Twine &message);
void reportError(const llvm::Function &function, const llvm::Twine &message);
void reportError(const llvm::Instruction &instruction, const llvm::Twine &message);

/// Deletes all that is in the module. After an error it is of no use to anybody, and the
/// passes that follow must not meet what was rejected.
void abandonModule(llvm::Module &module);

/// The name that the user gave a function: demangled, without what Clang puts around a
/// kernel's body.
std::string sourceName(llvm::StringRef symbol);

}  // namespace compiler::passes
