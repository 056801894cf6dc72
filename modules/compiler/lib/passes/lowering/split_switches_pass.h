// Splits large switches, so that no basic block has many successors.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Makes a tree of comparisons over smaller ones of a switch with many cases. Code generation looks
/// through all successors of a block for each of them: of thousands of cases it takes
/// seconds. Cases keep together by their values, so that each part is a table of jumps if the whole
/// would be.
struct SplitSwitchesPass : llvm::PassInfoMixin<SplitSwitchesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
