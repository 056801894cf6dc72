// Unrolls loops in which each work-item walks along contiguous memory of its own.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class Instruction;
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

class ShapeAnalysis;

/// Accesses that go on to the next element, while those of neighbouring lanes are elsewhere.
struct WalkingAccesses {
  llvm::SmallPtrSet<const llvm::Instruction *, 8> inLoops;   ///< with each iteration
  llvm::SmallPtrSet<const llvm::Instruction *, 8> inBlocks;  ///< from one access to another
  /// Of those in loops, where all lanes are known to be in the same few sets of the first cache.
  llvm::SmallPtrSet<const llvm::Instruction *, 8> inFewSets;
};

/// Those of a linearised function, with its shapes.
WalkingAccesses findWalkingAccesses(llvm::Function &linearized, const ShapeAnalysis &shapes);

/// Unrolls innermost loops of a body that is not linearised yet, which all lanes of a SIMD group
/// leave together and in which a lane's accesses go on to the next element with each iteration
/// while those of its neighbours are elsewhere: then several iterations' accesses are a row
/// (contiguous_runs.h). What is left of the iterations runs in a loop of its own, behind.
void unrollStridedWalks(llvm::Function &body, const SimdGroup &simdGroup,
                        const llvm::TargetTransformInfo &target);

/// Of the branch that leaves a loop, also in a SIMD group's function: the iterations that are made
/// at once by an unrolled loop; 1 of others.
unsigned iterationsAtOnce(const llvm::Instruction &branch);
/// Likewise: of how many iterations a loop does what is left; 0 of others.
unsigned iterationsLeftOf(const llvm::Instruction &branch);

}  // namespace compiler::vecz
