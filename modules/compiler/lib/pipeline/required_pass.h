// Wrapper for LLVM's optional passes at places where a pipeline needs them.
//
// A bisection (-cl-kiln-opt-bisect-limit=) skips all passes that are not required, as at LLVM's
// -O0. Kiln's -O0 pipelines run a few of LLVM's passes too, since later passes rely on them:
//
//   GlobalDCEPass   functions that nobody calls may call what no device has
//   SROAPass        formats of printf and flags of barriers become constants
//
// In the pipelines they stand as Required<GlobalDCEPass>().
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
  /// Takes the pass with its options; without an argument, LLVM's defaults.
  explicit Required(Pass pass = Pass()) : pass_(std::move(pass)) {}

  /// For any unit: the pass managers of modules and functions pass two arguments, others more.
  template <typename Unit, typename Manager, typename... More>
  llvm::PreservedAnalyses run(Unit &unit, Manager &analyses, More &&...more) {
    return pass_.run(unit, analyses, more...);
  }
  /// LLVM's name of the pass, not the wrapper's.
  static llvm::StringRef name() { return Pass::name(); }
  /// The pass managers ask no gate then. LLVM's -O0 (optnone) does not skip the pass either.
  static bool isRequired() { return true; }

 private:
  Pass pass_;
};

}  // namespace compiler::passes
