// Restores SSA form where a definition no longer dominates its uses.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class AllocaInst;
class Function;
class Instruction;
}  // namespace llvm

namespace compiler::vecz {

/// Promotes `variables` to values, and repairs each use that its definition does not dominate. Such
/// a use gets the value that the path to it brought, or poison if no path did.
///
/// `variables` are allocas with loads and stores only; they are gone afterwards. For each broken
/// definition, `lifeStart(definition)` returns the instruction in front of which the value is
/// forgotten: the start of the definition's iteration. Without it a use could read the value of an
/// earlier iteration, and the value would become a phi around the loop.
///
/// Works on the final control flow. Simplifies phis, selects and `or`s, and removes dead code.
void repairSsa(llvm::Function &function, llvm::SmallVector<llvm::AllocaInst *> variables,
               llvm::function_ref<llvm::Instruction *(llvm::Instruction &)> lifeStart);

}  // namespace compiler::vecz
