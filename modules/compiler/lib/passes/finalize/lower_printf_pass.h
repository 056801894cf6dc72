// Lowers printf to a record in a buffer that the host formats after the launch.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Named metadata of a module: operand i is !{!"text"}, the string with the id i.
inline constexpr llvm::StringLiteral printfStrings = "kiln.printf.strings";

/// Replaces calls of printf by the writing of records as mux/abi.h has them. Formats and
/// strings must be constants; a call that is wrong is an error.
struct LowerPrintfPass : llvm::PassInfoMixin<LowerPrintfPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
