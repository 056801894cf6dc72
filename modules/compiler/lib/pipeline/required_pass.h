// Wrapper for LLVM's optional passes that the pipelines cannot do without.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Runs a pass of LLVM whatever a gate (registry/step_gate.h) says. LLVM takes all of its
/// optimisations for optional. In some places later passes rely on one: LowerPrintfPass needs
/// formats as constants, so SROA must have run.
///
/// Use it for a pass over modules or functions at its place in a pipeline. Other places of the same
/// pass stay optional. The name is LLVM's, so --print-after= and time reports know it.
template <typename Pass>
class Required : public llvm::PassInfoMixin<Required<Pass>> {
 public:
  explicit Required(Pass pass = Pass()) : pass_(std::move(pass)) {}

  template <typename Unit, typename Manager, typename... More>
  llvm::PreservedAnalyses run(Unit &unit, Manager &analyses, More &&...more) {
    return pass_.run(unit, analyses, more...);
  }
  static llvm::StringRef name() { return Pass::name(); }
  static bool isRequired() { return true; }

 private:
  Pass pass_;
};

}  // namespace compiler::passes
