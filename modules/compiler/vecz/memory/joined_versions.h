// Joins versions of accesses under one mask to versions of the code with all of them.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Joins versions for SIMD groups with all lanes active (MemoryEmitter::whereAllActive()) that
/// follow each other: the code between two of them is copied, and the second branch on the same
/// mask goes. Runs once per SIMD function, behind widening.
void joinVersions(llvm::Function &simdFunction);

}  // namespace compiler::vecz
