// Lets lanes at a boundary of their indices access memory in pieces of neighbours.
//
// checked_strides.h versions code on whether a whole SIMD group has strided indices. Where it has
// not, most lanes still have neighbours.
//
//   lane           0  1  2  3  4  5  6  7.
//   min(i, 99)    96 97 98 99 99 99 99 99     pieces of 4, 1, 1, 1 and 1 lanes.
//   i % 100       96 97 98 99  0  1  2  3     pieces of 4 and 4 lanes.
#pragma once

#include "vecz/analysis/shape_analysis.h"
#include "vecz/analysis/strided_addresses.h"

namespace llvm {
class BranchInst;
class CallInst;
}  // namespace llvm

namespace compiler::vecz {

/// Makes the code behind a failed check of strides a loop over pieces: lanes whose indices step as
/// the check expected. Each piece has strided addresses, under a mask.
///
/// * `boundary` ends with a branch to `join`, and holds the accesses. They run once for each piece,
///   and all other instructions between them with them.
/// * `join` has a phi for each value of `boundary` with uses outside. Its values are those of each
///   lane's piece afterwards.
/// * `mask` is that of the block, or null: all lanes are active.
/// * `isFew`, an i1, tells at run time whether there are few pieces. It is uniform.
/// * `shapes` are those of the function before the block was made.
///
/// SIMD groups of many pieces run the accesses as they were. Returns the branch to the loop, with
/// these in its second successor. Null if `isFew` is a constant, and for a block that is left
/// alone: one with too many indices, or with an index from memory.
llvm::BranchInst *accessInPieces(llvm::BasicBlock &boundary, llvm::BasicBlock &join,
                                 llvm::ArrayRef<CheckedAccess> accesses, llvm::CallInst *mask,
                                 llvm::Value *isFew, const ShapeAnalysis &shapes,
                                 StridedAddresses &addresses);

/// Returns true for the block in front of a loop over pieces. It computes the indices, of few
/// periods.
bool isInFrontOfPieces(const llvm::BasicBlock &block);
/// Returns true for the branch at the end of a loop over pieces. Few rounds are expected.
bool goesOnWithPieces(const llvm::Instruction &branch);

}  // namespace compiler::vecz
