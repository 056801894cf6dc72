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

/// Accesses that go on to the next element, while the lanes' elements are far apart. The cost model
/// charges them for the cache lines that the lanes occupy.
struct WalkingAccesses {
  /// Accesses that go on with each iteration of an innermost loop.
  llvm::SmallPtrSet<const llvm::Instruction *, 8> inLoops;
  /// Accesses with a neighbouring element accessed in the same block.
  llvm::SmallPtrSet<const llvm::Instruction *, 8> inBlocks;
  /// The part of `inLoops` whose lanes all lie in the same few sets of the first cache: the
  /// distance of lanes is a multiple of 2 KiB. Lanes evict each other's lines.
  llvm::SmallPtrSet<const llvm::Instruction *, 8> inFewSets;
};

/// Finds the accesses of a linearised function. `shapes` are its shapes. Changes nothing.
WalkingAccesses findWalkingAccesses(llvm::Function &linearized, const ShapeAnalysis &shapes);

/// Unrolls loops so that several iterations' accesses make lane-private contiguous runs
/// (contiguous_runs.h). Candidates are innermost loops of one block, with a uniform and computable
/// number of iterations. Their accesses go on by one element per iteration, while the lanes'
/// elements are far apart. They are unrolled by 4 to 8.
///
/// Left-over iterations run one by one in a loop behind. So no element is accessed that was not
/// accessed before. The function is not linearised yet, since masks would hide the loops.
void unrollStridedWalks(llvm::Function &function, const SimdGroup &simdGroup,
                        const llvm::TargetTransformInfo &target);

/// The unroll factor of the loop that a branch leaves, also in a SIMD function; 1 for other
/// branches. The cost model divides the assumed number of iterations by it.
unsigned iterationsAtOnce(const llvm::Instruction &branch);
/// The unroll factor of the loop whose left-over iterations a branch's loop runs; 0 for other
/// branches.
unsigned iterationsLeftOf(const llvm::Instruction &branch);

}  // namespace compiler::vecz
