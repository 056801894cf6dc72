#include "passes/abi/specialize_parameters_pass.h"

#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Replaces one parameter. Returns false, with an error reported, if it is missing or no integer of
// up to 64 bits.
bool specialize(Function &kernel, const ParameterValue &value) {
  Argument *parameter = value.index < kernel.arg_size() ? kernel.getArg(value.index) : nullptr;
  auto *type = parameter ? dyn_cast<IntegerType>(parameter->getType()) : nullptr;
  if (!type || type->getBitWidth() > 64) {
    reportError(kernel, "parameter " + Twine(value.index) + " of kernel " + kernel.getName() +
                            " is no integer that can be given a value");
    return false;
  }
  const APInt bits(type->getBitWidth(), value.bits, /*isSigned=*/false, /*implicitTrunc=*/true);
  parameter->replaceAllUsesWith(ConstantInt::get(type, bits));
  return true;
}

}  // namespace

PreservedAnalyses SpecializeParametersPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *kernel : kernelsOf(module)) {
    for (const ParameterValue &value : values_) {
      if (!specialize(*kernel, value)) {
        abandonModule(module);
        return PreservedAnalyses::none();
      }
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
