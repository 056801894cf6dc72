// Limits LLVM's loop strength reduction to loops where it pays.
//
// Strength reduction replaces address computations in a loop by increments. LLVM's pass takes long,
// for each loop alike.
#pragma once

#include <memory>

namespace llvm {
class LoopPass;
class Pass;
}  // namespace llvm

namespace compiler {

/// Wraps LLVM's pass `reduction` and runs it on all loops but rarely executed ones, marked by
/// earlier passes (ir/loop_marks.h). A saved addition in a remainder loop is not worth the time to
/// find it. The caller owns the result.
llvm::Pass *createReduceStrengthPass(std::unique_ptr<llvm::LoopPass> reduction);

/// Makes the analysis of induction variable users for the same loops. It costs as much as the
/// reduction itself. The caller owns the result.
llvm::Pass *createInductionUsersPass();

}  // namespace compiler
