// Detects loops that poll memory until another work-item writes it.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class Instruction;
class Loop;
class Value;
}  // namespace llvm

namespace compiler::passes {

/// What a read of memory that others may change is of, or null: of atomic and volatile reads, and
/// of operations that read and write.
const llvm::Value *watchedPointer(const llvm::Instruction &instruction);

/// Calls that read such memory for their caller.
using IsWatchingCall = llvm::function_ref<bool(const llvm::CallBase &)>;

/// The loops that may go round until another work-item has written something, inner ones first,
/// with each read or call by which they do; of several loops around a read the innermost. Where it
/// is not sure, a loop is among them. Not those that go round only because another work-item has
/// got on, as loops do that try an exchange of what was read before, and not those in which the
/// whole group meets in each round. Takes time linear in the function's size for each level of
/// loops.
void forEachWait(llvm::Function &function, IsWatchingCall isWatchingCall,
                 llvm::function_ref<void(llvm::Loop &, llvm::Instruction &)> visit);

/// Of cycles that no loop is, since control enters them in several places, all that read what
/// others may write: each read, with a block that all ways round the cycle go through but for those
/// of cycles inside of it.
void forEachIrreducibleWait(
    llvm::Function &function, IsWatchingCall isWatchingCall,
    llvm::function_ref<void(llvm::BasicBlock &, llvm::Instruction &)> visit);

}  // namespace compiler::passes
