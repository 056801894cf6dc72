// Restores the debug-info units and locations that debuggers and profilers need for line numbers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// After all passes that move code between functions, whose locations belong to none
/// (NormalizeAttributesPass with `keepLocations`): each function with locations gets a subprogram
/// of its own, which all of its locations then are in, by file, line and column. Of what was
/// inlined the lines remain. One compile unit replaces those that there were. With `variables` so
/// do what is said of their places, in their blocks, and the units stay.
class LineTablesPass : public llvm::PassInfoMixin<LineTablesPass> {
 public:
  explicit LineTablesPass(bool variables = false) : variables_(variables) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  bool variables_;
};

}  // namespace compiler::passes
