// LLVM's strength reduction for loops where it pays.
#pragma once

#include <memory>

namespace llvm {
class LoopPass;
class Pass;
}  // namespace llvm

namespace compiler {

/// Runs the pass on all loops but those that are seldom run (passes/row_loops.h).
llvm::Pass *createReduceStrengthPass(std::unique_ptr<llvm::LoopPass> reduction);

}  // namespace compiler
