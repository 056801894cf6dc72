// Versions blocks on a scalar check for clamped, wrapped or divided indices to be strided.
//
// The checks turn gathers into contiguous accesses for all SIMD groups except the ones at a
// boundary. Everything behind this step (shapes, groups of accesses, widening) sees plain strided
// addresses and needs no knowledge of it.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class BasicBlock;
class Instruction;
}  // namespace llvm

namespace compiler::vecz {

/// Splits blocks of a linearised function so that accesses by indices with boundaries stand twice.
/// One version has strided addresses, behind a check of the whole SIMD group. The other has the
/// accesses as they were.
///
/// The checks hold for any width of the SIMD group, so the step runs once for all widths. A second
/// call changes nothing: checked accesses are marked by metadata. Shapes of the function are
/// invalid afterwards. The control flow stays uniform, because each check is one scalar.
void checkStrides(llvm::Function &function, const SimdGroup &simdGroup);

/// Returns true if an access of a linearised function is the general version of a checked one. Few
/// SIMD groups come there, so the cost model and the memory widener spend nothing more on it.
bool isAtBoundary(const llvm::Instruction &access);
/// Returns true if SIMD groups reach the block only by failing a check: the second successor of a
/// branch made by checkStrides(). Also for blocks of a SIMD function, since widening keeps the
/// metadata of branches.
bool isBehindFailedCheck(const llvm::BasicBlock &block);
/// Blocks reached only by SIMD groups at a boundary.
using BoundaryBlocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;
/// All blocks of this kind in a scalar or SIMD function: the ones behind failed checks, and blocks
/// with only such predecessors. Remarks leave them out, and share_boundaries_pass.h moves them into
/// functions.
BoundaryBlocks boundaryBlocks(const llvm::Function &function);

}  // namespace compiler::vecz
