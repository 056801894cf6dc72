// Detects loops that poll memory until another work-item writes it.
//
// Work-items of a group run one after the other between barriers. A loop that waits for a later
// work-item would never end, so kernels with such loops need special treatment:
//
//   while (atomic_load(flag) == 0) {}   // a spin loop
//
// spin_loops.cpp has the algorithm and its exceptions.
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

/// Returns the address of a read of memory that others may change: of atomic and volatile loads,
/// and of read-modify-write operations. Null for other instructions.
const llvm::Value *watchedPointer(const llvm::Instruction &instruction);

/// Returns true for calls that read such memory on behalf of their caller.
using IsWatchingCall = llvm::function_ref<bool(const llvm::CallBase &)>;

/// Visits each loop that may go round until another work-item has written something, inner loops
/// first. For each, `visit` gets the reads or calls that decide it; a read in several loops counts
/// for the innermost. In doubt a loop is visited.
///
/// Not visited are loops without risk: those that go round only after another work-item has made
/// progress (retried compare-and-swap), those with a barrier of the whole group in each round, and
/// counted searches of an array.
///
/// Takes time linear in the function's size for each level of loops.
void forEachWait(llvm::Function &function, IsWatchingCall isWatchingCall,
                 llvm::function_ref<void(llvm::Loop &, llvm::Instruction &)> visit);

/// Does the same for irreducible cycles, which LoopInfo does not know. Visits all reads in them of
/// memory that others may write, each with the cycle's header: a block on every path around the
/// cycle, nested cycles aside.
void forEachIrreducibleWait(
    llvm::Function &function, IsWatchingCall isWatchingCall,
    llvm::function_ref<void(llvm::BasicBlock &, llvm::Instruction &)> visit);

}  // namespace compiler::passes
