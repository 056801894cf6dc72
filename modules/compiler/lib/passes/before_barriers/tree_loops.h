// Recognises loops over the levels of trees among the work-items of a group.
#pragma once

#include "llvm/IR/PassManager.h"

namespace llvm {
class Instruction;
class Loop;
class PHINode;
}  // namespace llvm

namespace compiler::passes {

/// Returns true if the loop has a barrier, or one of its inner loops has.
bool hasBarrier(const llvm::Loop &loop);
/// Returns true if one of the loop's inner loops has a barrier.
bool isBarrierInside(const llvm::Loop &loop);

/// The number of instructions of a loop.
uint64_t sizeOf(const llvm::Loop &loop);

/// The counter of a loop that is multiplied, divided or shifted by a constant in each round; null
/// without one. The first one of several.
llvm::PHINode *geometricCounter(const llvm::Loop &loop);

/// Returns true if a value is computed from what the loop carries from round to round: from
/// `counter`, or from anything if it is null.
bool dependsOnCounter(llvm::Instruction &value, const llvm::Loop &loop,
                      const llvm::PHINode *counter = nullptr);

/// Folds counters that have become constants into addresses, which are stored at barriers
/// otherwise.
void foldCounters(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

}  // namespace compiler::passes
