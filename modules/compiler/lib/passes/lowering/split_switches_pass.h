// Splits large switches, so that no basic block has many successors.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Turns each switch with more than 256 cases into a binary tree of comparisons over smaller
/// switches.
///
/// LLVM's code generation looks through all successors of a block for each of them, so a switch
/// with thousands of cases takes seconds. Cases stay sorted by value: each leaf is a jump table if
/// the whole switch would be one.
///
/// Runs in the late pipeline behind the last SimplifyCFG. Phis are adapted; other analyses are
/// invalidated. No attributes, metadata or errors.
struct SplitSwitchesPass : llvm::PassInfoMixin<SplitSwitchesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
