// Rejects programs with a call of a function that neither the program nor a library defines.
#pragma once

#include "compiler/target/target_hooks.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// A declaration must be an LLVM intrinsic, one of the __mux_* functions, or a symbol that
/// the target's units or the builtins library define. Each other one is an error "undefined
/// function '…'", and so is a damaged unit (UnitIndex); the module is then abandoned.
class CheckSymbolsPass : public llvm::PassInfoMixin<CheckSymbolsPass> {
 public:
  explicit CheckSymbolsPass(std::span<const BuiltinUnit> targetUnits = {})
      : targetUnits_(targetUnits) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

 private:
  std::span<const BuiltinUnit> targetUnits_;
};

}  // namespace compiler::passes
