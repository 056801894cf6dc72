// LLVM's strength reduction for loops where it pays, and the analysis that it needs for them.
#pragma once

#include <memory>

namespace llvm {
class LoopPass;
class Pass;
}  // namespace llvm

namespace compiler {

/// Runs the pass on all loops but those that are seldom run (ir/loop_marks.h).
llvm::Pass *createReduceStrengthPass(std::unique_ptr<llvm::LoopPass> reduction);

/// The uses of what a loop counts, of the same loops: as dear to find as to reduce.
llvm::Pass *createInductionUsersPass();

}  // namespace compiler
