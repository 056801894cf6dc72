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

/// Makes values of `variables` (private, only loaded and stored), and gives each use that its
/// definition does not dominate the value that the way to it brought, poison if none did. A value
/// is forgotten at `lifeStart(definition)`, so that it is never one of an earlier iteration.
void repairSsa(llvm::Function &function, llvm::SmallVector<llvm::AllocaInst *> variables,
               llvm::function_ref<llvm::Instruction *(llvm::Instruction &)> lifeStart);

}  // namespace compiler::vecz
