// Orders basic blocks so that work-items that are behind catch up before others go on.
#pragma once

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace compiler::passes {

/// The reachable blocks of the function in a topological order with contiguous loops: a block comes
/// behind its predecessors, but for back edges, and the blocks of a loop come before all blocks
/// behind the loop. Inside of an irreducible cycle the order is arbitrary.
///
/// A plain reverse post-order may put blocks behind a loop ahead of the loop. Work-items which have
/// left the loop would then run on without those still inside, and never meet them again for a
/// function of their sub-group.
llvm::SmallVector<llvm::BasicBlock *> flowOrder(llvm::Function &function);

}  // namespace compiler::passes
