// Restores the debug-info units and locations that debuggers and profilers need for line numbers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Gives each function with debug locations one DISubprogram, and moves all locations into it.
///
/// Kernel passes move code between functions, so a location's scope may be the subprogram of
/// another function. LLVM's verifier forbids this as soon as the function has a subprogram of its
/// own. NormalizeAttributesPass therefore removes all subprograms and keeps the locations; this
/// pass makes both consistent again.
///
/// * Expects: all passes that move code between functions have run.
/// * Afterwards: each location has its function's subprogram as scope, and no inlinedAt chain.
///   Inlined code keeps its lines, attributed to the function around it.
/// * Without `variables`, one new compile unit replaces all others. With it, units stay, and so do
///   dbg_declare records of variables, in copies of their lexical blocks; records of inlined
///   variables go.
/// * Writes the module flags "Debug Info Version" and "Dwarf Version" (5) if there are none.
class LineTablesPass : public llvm::PassInfoMixin<LineTablesPass> {
 public:
  /// `variables`: also describe variables to a debugger, as PreserveDebugVariablesPass prepared
  /// them.
  explicit LineTablesPass(bool variables = false) : variables_(variables) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  bool variables_;
};

}  // namespace compiler::passes
