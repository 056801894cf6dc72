// Widens accesses of lanes that each read or write a few neighbouring elements, far apart from
// other lanes'.
// One short vector access per lane and a transposition replace gathers.
#pragma once

#include <memory>

#include "llvm/ADT/DenseMap.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/memory/memory_emitter.h"

namespace compiler::vecz {

using ShapeOf = llvm::function_ref<Shape(const llvm::Value *)>;

/// Loads or stores of one block that are neighbours, in each lane: a power of 2 of them.
struct ContiguousRun {
  Access access;
  llvm::SmallVector<llvm::Instruction *> members;  ///< by address, from the first
  llvm::Instruction *place;  ///< where it is done: loads at the first member, stores at the last

  unsigned length() const { return static_cast<unsigned>(members.size()); }
};

/// The groups of a linearised function that have no gaps and fit the width. `isWanted` says which
/// accesses are to be looked at.
llvm::SmallVector<std::unique_ptr<ContiguousRun>> findContiguousRuns(
    llvm::Function &function, unsigned width, ShapeOf shapeOf,
    llvm::function_ref<bool(const llvm::Instruction &)> isWanted);

/// What rows of `length` elements cost, one for each of `width` lanes.
llvm::InstructionCost costOfContiguousRuns(const Access &access, unsigned length, unsigned width,
                                           const llvm::TargetTransformInfo &target);

/// The longest row that is loaded at once.
unsigned longestContiguousRun(llvm::Type *element, const llvm::DataLayout &layout);

/// What members of the groups cost each; others are not in it.
llvm::DenseMap<const llvm::Instruction *, double> costsInContiguousRuns(
    llvm::Function &function, unsigned width, ShapeOf shapeOf,
    const llvm::TargetTransformInfo &target);

/// The groups of a linearised function that pay.
class ContiguousRuns {
 public:
  ContiguousRuns(llvm::Function &function, LaneValues &values, MemoryEmitter &emitter,
                 const llvm::TargetTransformInfo &target,
                 llvm::function_ref<bool(const llvm::Instruction &)> isTaken);

  /// The group of a load or store, or null.
  const ContiguousRun *find(const llvm::Instruction *access) const {
    return groups_.lookup(access);
  }
  /// Emits all of a group's accesses, when its place is widened.
  void widen(const ContiguousRun &group);

 private:
  using Values = llvm::SmallVector<llvm::Value *>;

  Values addressesOf(const ContiguousRun &group);
  void load(const ContiguousRun &group);
  void store(const ContiguousRun &group);
  Values transposed(Values vectors);

  LaneValues &values_;
  MemoryEmitter &emitter_;
  const llvm::DataLayout &layout_;
  llvm::SmallVector<std::unique_ptr<ContiguousRun>> owned_;
  llvm::DenseMap<const llvm::Instruction *, const ContiguousRun *> groups_;
};

}  // namespace compiler::vecz
