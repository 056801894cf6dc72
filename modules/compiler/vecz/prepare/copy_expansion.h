// Expands small memory copies and fills into loads and stores.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Replaces memcpy, memmove and memset of up to 32 pieces by loads and stores. A piece is as wide
/// as the alignment allows, at most 8 bytes. The lanes of a SIMD group can do these together, where
/// a call would run once per lane. Volatile calls and calls of unknown length stay.
void expandSmallCopies(llvm::Function &function);

}  // namespace compiler::vecz
