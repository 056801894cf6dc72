// Sinks computations into the rarely executed blocks that alone use them.
#pragma once

namespace llvm {
class BranchInst;
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Says of a conditional branch that its second way is seldom taken.
void markRare(llvm::BranchInst &branch);

/// Drops indices and addresses that nobody uses, and moves vectors that are used behind rare ways
/// alone there: of forms of an access that stand behind each other, the last one's addresses, say.
void sinkColdValues(llvm::Function &simdFunction);

}  // namespace compiler::vecz
