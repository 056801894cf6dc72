// Loops in which a work-item waits for what others write.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class AllocaInst;
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

/// The loops that may go round until another work-item has written something, each once, inner
/// ones first, and the reads or calls by which they do: one loop for each. Where it is not sure, a
/// loop is among them. Not those that only try again, as an exchange of what was read before does,
/// and not those in which the whole group meets in each round.
void forEachWait(llvm::Function &function, IsWatchingCall isWatchingCall,
                 llvm::function_ref<void(llvm::Loop &, llvm::Instruction &)> visit);

}  // namespace compiler::passes
