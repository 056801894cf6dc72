// Loops over the work-items of the group that is running.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// Emits "for all work-items of the group", z outermost, x innermost, at the builder's end
/// of block; `body` emits what one does, given the item's linear local id (i64), and may
/// end in another block than it began. Afterwards the builder is behind the loops. Each
/// loop runs at least once and tests at its end, as LLVM's vectorisers like it. The x loop
/// is marked parallel in accesses that carry parallelAccessGroup(), and not to be vectorised
/// if `bodySize`, the body's number of instructions, makes that too slow a build.
void emitForAllWorkItems(llvm::IRBuilder<> &builder, const llvm::Twine &name, unsigned bodySize,
                         llvm::function_ref<void(llvm::Value *linearId)> body);

/// The access group of memory accesses that do not depend on those of other work-items
/// between two barriers. One per context.
llvm::MDNode *parallelAccessGroup(llvm::Module &module);

}  // namespace compiler::passes
