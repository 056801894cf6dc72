// Reports errors in the user's program from within a pass.
//
// Passes cannot return failures. They report a diagnostic on the LLVMContext, where DiagnosticLog
// (llvm_support/log_handler.h) collects it; the caller of the pipeline asks it afterwards.
#pragma once

#include <string>

#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

/// Reports an error without a place.
void reportError(const llvm::Module &module, const llvm::Twine &message);
/// Reports an error with the function's file and line, if it has debug information.
void reportError(const llvm::Function &function, const llvm::Twine &message);
/// Reports an error with the instruction's file, line and column, if it has debug information.
void reportError(const llvm::Instruction &instruction, const llvm::Twine &message);

/// Deletes everything in the module. After an error it is of no use, and the remaining passes of
/// the pipeline must not meet a construct that was just rejected.
void abandonModule(llvm::Module &module);

/// Returns the name that the user gave a function: demangled, without Clang's prefix of kernel
/// bodies.
std::string sourceName(llvm::StringRef symbol);

}  // namespace compiler::passes
