// Replaces kernel parameters by constants that a launch is known to pass.
#pragma once

#include <vector>

#include "compiler/parameter_value.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// In all kernels of the module, uses of these parameters become the values. The parameters stay,
/// so that arguments lie where they lay. A parameter that is no integer of up to 64 bits, or is not
/// there, is an error.
class SpecializeParametersPass : public llvm::PassInfoMixin<SpecializeParametersPass> {
 public:
  explicit SpecializeParametersPass(std::vector<ParameterValue> values)
      : values_(std::move(values)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  std::vector<ParameterValue> values_;
};

}  // namespace compiler::passes
