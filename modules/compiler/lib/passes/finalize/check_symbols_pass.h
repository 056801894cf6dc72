// Rejects programs with a call of a function that neither the program nor a library defines.
#pragma once

#include "compiler/target/target_hooks.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Reports each used declaration without a definition anywhere as "undefined function '…'" or
/// "undefined variable '…'", with the location of a call, then abandons the module.
///
/// A declaration is accepted if it is an LLVM intrinsic, a `__mux_*` function, a symbol of the
/// target's builtin units, or one of the builtins library. Damaged units of the target are errors,
/// too (UnitIndex). The pass runs at the end of finalize, so that clLinkProgram and clBuildProgram
/// report a missing function instead of the first launch. Valid modules do not change.
class CheckSymbolsPass : public llvm::PassInfoMixin<CheckSymbolsPass> {
 public:
  /// `targetUnits` must outlive the pass; empty for a target without functions of its own.
  explicit CheckSymbolsPass(std::span<const BuiltinUnit> targetUnits = {})
      : targetUnits_(targetUnits) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

 private:
  std::span<const BuiltinUnit> targetUnits_;
};

}  // namespace compiler::passes
