#include "passes/finalize/check_symbols_pass.h"

#include "builtins/library.h"
#include "ir/builtin_index.h"
#include "ir/diagnostics.h"
#include "ir/mux_builtins.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {
namespace {

// Returns true if a later pass or the builtins library defines the symbol.
bool isDefinedElsewhere(llvm::StringRef symbol) {
  return symbol.starts_with(muxPrefix) || builtins::findUnit({symbol.data(), symbol.size()});
}

// Reports at the first call with debug information, or without location if there is none.
void reportUndefined(const llvm::Function &function) {
  const std::string message = "undefined function '" + sourceName(function.getName()) + "'";
  for (const llvm::User *user : function.users()) {
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      return reportError(*instruction, message);
    }
  }
  reportError(function, message);
}

}  // namespace

llvm::PreservedAnalyses CheckSymbolsPass::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  const UnitIndex targets(targetUnits_, module);
  bool rejected = !targets.ok();
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        !targets.find(function.getName()) && !isDefinedElsewhere(function.getName())) {
      reportUndefined(function);
      rejected = true;
    }
  }
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration() && !variable.use_empty() &&
        !isDefinedElsewhere(variable.getName())) {
      reportError(module, "undefined variable '" + sourceName(variable.getName()) + "'");
      rejected = true;
    }
  }
  if (!rejected) {
    return llvm::PreservedAnalyses::all();
  }
  abandonModule(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace compiler::passes
