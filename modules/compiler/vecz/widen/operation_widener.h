// Widens arithmetic, comparisons, conversions and address computations.
#pragma once

#include "registry/step_gate.h"
#include "vecz/lanes/lane_values.h"
#include "vecz/memory/strided_division.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Widens instructions that neither access memory nor call, at the builder's place, and gives the
/// results to the LaneValues. Only varying values come here; widen.cpp copies all others.
///
/// The operands come from the LaneValues, as vectors or, where the instruction allows it, as
/// scalars. The builder may be in another block afterwards: a division may have two versions.
class OperationWidener {
 public:
  /// The references have to outlive the object. `target` decides between the variants of divisions.
  OperationWidener(LaneValues &values, const llvm::TargetTransformInfo &target)
      : values_(values),
        target_(target),
        dividesAsFloats_(runsStep("divide-as-floats", values.function())),
        patterns_(values, target) {}

  /// Widens one instruction. Returns false, with nothing emitted, if it has no vector variant; the
  /// caller then runs it once per lane.
  bool widen(llvm::Instruction &instruction);

 private:
  /// The vector of all lanes' results; null if there is no vector variant.
  llvm::Value *vectorOf(llvm::Instruction &instruction);
  /// The same operation on vectors.
  llvm::Value *copyOnVectors(llvm::Instruction &instruction);
  /// Divisions and remainders: by lane 0's quotient if that pays (strided_division.h), else
  /// divideEach().
  llvm::Value *divide(llvm::BinaryOperator &division);
  /// The division of all lanes, in a form that does not trap for inactive lanes.
  llvm::Value *divideEach(llvm::BinaryOperator &division);
  /// A uniform condition stays scalar. Arrays of vectors are selected element by element.
  llvm::Value *select(llvm::SelectInst &select);
  /// Null if the address is not a strided base with one index.
  llvm::Value *addressFromFirstLane(llvm::GetElementPtrInst &address);
  /// A vector of addresses.
  llvm::Value *address(llvm::GetElementPtrInst &address);
  /// Vectors that were not split are arrays of their elements' vectors: these choose among the
  /// arrays' elements.
  llvm::Value *shuffle(llvm::ShuffleVectorInst &shuffle);
  /// A bit cast between a scalar and a vector that was not split.
  llvm::Value *bitsOf(llvm::BitCastInst &cast);
  /// An element of a vector that was not split, and its insertion.
  llvm::Value *elementOf(llvm::ExtractElementInst &extraction);
  llvm::Value *withElement(llvm::InsertElementInst &insertion);

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
  const bool dividesAsFloats_;  ///< the step "divide-as-floats"
  /// Keeps quotients and remainders of one division together.
  StridedDivision patterns_;
};

}  // namespace compiler::vecz
