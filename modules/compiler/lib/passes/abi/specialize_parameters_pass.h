// Replaces kernel parameters by constants that a launch is known to pass.
#pragma once

#include <vector>

#include "compiler/parameter_value.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces all uses of given parameters by constants, in each kernel of the module. It makes the
/// specialised variant of a kernel (decision 017); later passes fold the constants.
///
/// * Afterwards: the parameters remain, without uses, so that the argument block keeps its layout
///   and the variant can stand in for the generic one.
/// * Expects each index to be an integer parameter of at most 64 bits. Any other index is reported
///   as an error, and the module is abandoned.
class SpecializeParametersPass : public llvm::PassInfoMixin<SpecializeParametersPass> {
 public:
  /// Each value has the index of its parameter and up to 64 bits, cut to the parameter's width.
  explicit SpecializeParametersPass(std::vector<ParameterValue> values)
      : values_(std::move(values)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  std::vector<ParameterValue> values_;
};

}  // namespace compiler::passes
