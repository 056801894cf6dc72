// Makes items functions what their name says.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Of an items function: its work-items run in packets, but for what fills none.
inline constexpr char inPacketsAttribute[] = "kiln-in-packets";

/// Of an items function: there are several in its kernel, which is large, so it stays a function.
inline constexpr char largePartAttribute[] = "kiln-large-part";

/// Each items function gets loops around its call of an item body, over packets where the body
/// has a vector form; bodies are to be inlined from here on, and so are items functions, unless
/// there are several in their kernel and it is large.
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
