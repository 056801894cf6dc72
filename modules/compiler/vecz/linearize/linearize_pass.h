// Runs linearisation alone, for lit tests.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Linearises each work-item function (attribute "kiln-work-item-function") and leaves all other
/// functions alone. The SIMD group has 8 lanes along dimension 0, and all parameters are uniform.
///
/// Registered as `vecz-linearize` and `vecz-linearize-masked` of `muxc --passes`. The kernel
/// pipeline calls linearize() itself, since it also has to try other SIMD groups on copies of the
/// function.
///
/// A function that cannot be linearised gets an error diagnostic with the reason. It may then be
/// half changed.
class LinearizePass : public llvm::PassInfoMixin<LinearizePass> {
 public:
  /// `masked`: the SIMD group may have inactive lanes from the start, as a remainder does.
  explicit LinearizePass(bool masked) : masked_(masked) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  bool masked_;
};

}  // namespace compiler::vecz
