// Orders basic blocks so that work-items that are behind catch up before others go on.
#pragma once

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace compiler::passes {

/// The blocks that can be reached, such that each comes behind those before it on its way from
/// the entry, and all blocks of a loop come before those behind the loop. Where control flow is
/// irreducible the order inside of a cycle is any.
llvm::SmallVector<llvm::BasicBlock *> flowOrder(llvm::Function &function);

}  // namespace compiler::passes
