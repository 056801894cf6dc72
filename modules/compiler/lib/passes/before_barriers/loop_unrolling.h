// Unrolls loops with a small constant number of rounds, ahead of LLVM's own unroller.
#pragma once

#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
}  // namespace llvm

namespace compiler::passes {

/// Rotates the loops of a function, as unrollCompletely() needs them. Loops of one round become
/// plain code: their counters would hide that they are constants. Preserves the analyses.
void rotateLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// Returns the number of rounds of a loop that can be unrolled: a constant up to `maxRounds`, with
/// the exit at the end. Returns 0 for other loops.
unsigned roundsToUnroll(llvm::Loop &loop, unsigned maxRounds,
                        llvm::FunctionAnalysisManager &analyses);

/// Unrolls a loop with its constant number of rounds. The loop is gone then, and true is returned;
/// loops, dominators and scalar evolution stay valid.
bool unrollCompletely(llvm::Loop &loop, llvm::FunctionAnalysisManager &analyses);

}  // namespace compiler::passes
