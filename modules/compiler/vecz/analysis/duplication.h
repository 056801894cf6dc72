// Tells which instructions may stand twice in a function. Steps that make a second version of some
// code ask it:
//
//   %x = load …, call of a builtin      may be copied.
//   alloca, a token, barriers           not: a variable, or a meeting of work-items, is one.
#pragma once

namespace llvm {
class Instruction;
}  // namespace llvm

namespace compiler::vecz {

/// Returns true if LLVM allows a copy of the instruction in another block of the function: it is no
/// variable or token, and no call with the attribute convergent or noduplicate. Thread-safe.
bool mayBeDuplicated(const llvm::Instruction &instruction);

}  // namespace compiler::vecz
