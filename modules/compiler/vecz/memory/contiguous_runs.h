// Finds accesses of lanes to a few neighbouring elements each, far from the other lanes' elements.
#pragma once

#include <memory>

#include "llvm/ADT/DenseMap.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/memory/memory_emitter.h"

namespace compiler::vecz {

/// The shape of a value of the scalar function, as ShapeAnalysis or the cost model has it.
using ShapeOf = llvm::function_ref<Shape(const llvm::Value *)>;

/// Loads or stores of one block that access a contiguous run of elements in each lane. Their number
/// is a power of 2. Together they are one short vector access per lane.
///
///    x = p[0]; y = p[1]; z = p[2]; w = p[3]         p differs by a matrix row from lane to lane;
///    one group of length 4, place: the load of p[0]
struct ContiguousRun {
  /// The common properties, with the alignment of the first member and so of the run.
  Access access;
  llvm::SmallVector<llvm::Instruction *> members;  ///< by ascending address
  /// The member at which the whole group is emitted: loads at the first one in program order,
  /// stores at the last one.
  llvm::Instruction *place;

  /// The elements of a run.
  unsigned length() const { return static_cast<unsigned>(members.size()); }
};

/// Finds the groups of a linearised function: without gaps, not longer than longestContiguousRun()
/// and not longer than `width`. `isWanted` excludes accesses, as those that are widened otherwise.
/// Does not change the function, and does not judge profitability.
llvm::SmallVector<std::unique_ptr<ContiguousRun>> findContiguousRuns(
    llvm::Function &function, unsigned width, ShapeOf shapeOf,
    llvm::function_ref<bool(const llvm::Instruction &)> isWanted);

/// How runs of `length` elements are accessed, one run for each of `width` lanes.
struct RunPlan {
  /// The integer of a run's size if a gather of such integers loads all runs; null if each lane has
  /// a short vector access.
  llvm::Type *gathered;
  /// With the shuffles of the transposition, in reciprocal throughput.
  llvm::InstructionCost cost;
};

/// The cheaper way. The target has the gather instruction.
RunPlan planOfRuns(const Access &access, unsigned length, unsigned width,
                   const llvm::TargetTransformInfo &target);

/// The elements of the longest run that is loaded at once; at most 16 bytes.
unsigned longestContiguousRun(llvm::Type *element, const llvm::DataLayout &layout);

/// The cost of each access that is a member of a group, for the cost model. Other accesses have no
/// entry. The costs of a group's members are equal, and their sum is the group's cost. A group
/// without a valid cost has no entries.
llvm::DenseMap<const llvm::Instruction *, double> costsInContiguousRuns(
    llvm::Function &function, unsigned width, ShapeOf shapeOf,
    const llvm::TargetTransformInfo &target);

}  // namespace compiler::vecz
