// Lowers printf to a record in a buffer that the host formats after the launch.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Named metadata of a module: operand i is !{!"text"}, the string with the id i.
inline constexpr llvm::StringLiteral printfStrings = "kiln.printf.strings";

/// Replaces calls of printf by calls of functions which write a record (mux/abi.h) to the launch's
/// buffer. Formats and %s arguments stay on the host: a record has their ids.
///
/// * Expects: formats and strings are constants in IR; SROA and simplification have run.
/// * Afterwards: no printf is left; kiln.printf.strings has all strings, each once.
/// * A program's own definition or another signature of printf is left alone.
/// * Diagnoses, at the call: a format that is no constant, malformed conversions, too few
///   arguments, and arguments which do not fit. All wrong calls are reported before the module is
///   abandoned.
struct LowerPrintfPass : llvm::PassInfoMixin<LowerPrintfPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
