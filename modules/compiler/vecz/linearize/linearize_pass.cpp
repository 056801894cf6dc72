#include "vecz/linearize/linearize_pass.h"

#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "vecz/linearize/linearize.h"

namespace compiler::vecz {

using namespace llvm;

PreservedAnalyses LinearizePass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(passes::workItemFunctionAttribute)) {
    return PreservedAnalyses::all();
  }
  SimdGroup simdGroup;
  simdGroup.width = 8;
  simdGroup.masked = masked_;
  if (std::string error = linearize(function, simdGroup); !error.empty()) {
    passes::reportError(function, error);
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::vecz
