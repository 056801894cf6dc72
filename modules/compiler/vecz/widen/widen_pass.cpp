#include "vecz/widen/widen_pass.h"

#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "vecz/model/options.h"
#include "vecz/widen/widen.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// The shape named by a word of the attribute; nothing if the word is unknown.
std::optional<Shape> parseShape(StringRef word) {
  int64_t stride = 0;
  if (word == "uniform") {
    return Shape::uniform();
  }
  if (word == "varying") {
    return Shape::varying();
  }
  if (word.getAsInteger(10, stride)) {
    return std::nullopt;
  }
  return Shape::strided(stride);
}

// The SIMD group of the attribute; nothing if the value is malformed.
std::optional<SimdGroup> parseSimdGroup(const Function &function) {
  SimdGroup simdGroup = simdGroupOf(function);
  if (simdGroup.width < 2 || simdGroup.width > maximumWidth || !isPowerOf2_32(simdGroup.width) ||
      simdGroup.dimension > SimdGroup::linear) {
    return std::nullopt;
  }
  SmallVector<StringRef> words;
  function.getFnAttribute(simdGroupAttribute).getValueAsString().split(words, ',');
  for (StringRef word : drop_begin(words, std::min<size_t>(words.size(), 3))) {
    std::optional<Shape> shape = parseShape(word);
    if (!shape) {
      return std::nullopt;
    }
    simdGroup.parameters.push_back(*shape);
  }
  if (simdGroup.parameters.size() > function.arg_size()) {
    return std::nullopt;
  }
  return simdGroup;
}

// Widens one function, and erases it unless it is still used.
void replace(Function &function, const TargetTransformInfo &target) {
  std::optional<SimdGroup> simdGroup = parseSimdGroup(function);
  if (!simdGroup) {
    return passes::reportError(function, function.getName() + ": not a SIMD group");
  }
  if (!widen(function, *simdGroup, function.getName() + ".simd", target)) {
    return passes::reportError(function, function.getName() + ": a branch is not uniform");
  }
  if (function.use_empty()) {
    function.eraseFromParent();
  }
}

}  // namespace

PreservedAnalyses WidenPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (function.isDeclaration() || !function.hasFnAttribute(simdGroupAttribute) ||
        !function.hasFnAttribute(passes::workItemFunctionAttribute)) {
      continue;
    }
    replace(function, functions.getResult<TargetIRAnalysis>(function));
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::vecz
