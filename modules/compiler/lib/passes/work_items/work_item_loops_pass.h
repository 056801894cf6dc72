// Wraps each work-item function in loops over the work-items of a work-group.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Of a work-group function: its work-items run in SIMD groups, but for what fills none.
inline constexpr char inSimdGroupsAttribute[] = "kiln-in-simd-groups";

/// Of a work-group function: there are several in its kernel, which is large, so it stays a
/// function.
inline constexpr char largePartAttribute[] = "kiln-large-part";

/// Each work-group function gets loops around its call of a work-item function, over SIMD groups
/// where the body has a vector variant; bodies are to be inlined from here on, and so are
/// work-group functions, unless there are several in their kernel and it is large.
class WorkItemLoopsPass : public llvm::PassInfoMixin<WorkItemLoopsPass> {
 public:
  /// `mayVectorize`: LLVM's loop vectoriser may take loops over work-items that have no vector
  /// form.
  explicit WorkItemLoopsPass(bool mayVectorize = true) : mayVectorize_(mayVectorize) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  bool mayVectorize_;
};

}  // namespace compiler::passes
