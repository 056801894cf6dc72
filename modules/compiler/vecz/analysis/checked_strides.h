// Versions blocks on a scalar check under which clamped, wrapped or divided indices are strided.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class BasicBlock;
class Instruction;
}  // namespace llvm

namespace compiler::vecz {

/// Splits blocks of a linearised function such that accesses whose indices may wrap, are clamped
/// or divided stand twice: with strided addresses, where a check of the SIMD group says that they
/// are, and as they were. It holds for any width of the SIMD group, and a second time nothing
/// changes.
void checkStrides(llvm::Function &function, const SimdGroup &simdGroup);

/// Whether an access of a linearised function is one that stands as it was: few SIMD groups come
/// there.
bool isAtBoundary(const llvm::Instruction &access);
/// Whether the block is where a check failed.
bool isBehindFailedCheck(const llvm::BasicBlock &block);
/// All blocks that only SIMD groups at an edge come to, also of a SIMD group's function.
using BoundaryBlocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;
BoundaryBlocks boundaryBlocks(const llvm::Function &function);

}  // namespace compiler::vecz
