// Expands small memory copies and fills into loads and stores.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// memcpy, memmove and memset of few bytes become loads and stores as wide as their alignment
/// allows, which the lanes of a SIMD group can do together. Volatile ones stay.
void expandSmallCopies(llvm::Function &function);

}  // namespace compiler::vecz
