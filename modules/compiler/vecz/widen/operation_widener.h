// Widens arithmetic, comparisons, conversions and address computations.
#pragma once

#include "vecz/lanes/lane_values.h"
#include "vecz/memory/strided_division.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Widens instructions that neither access memory nor call, at the builder's place, and gives the
/// results to the LaneValues.
class OperationWidener {
 public:
  /// `target` chooses between forms.
  OperationWidener(LaneValues &values, const llvm::TargetTransformInfo &target)
      : values_(values), target_(target), patterns_(values, target) {}

  /// False, and nothing done, if the instruction has no vector variant. Its value varies.
  bool widen(llvm::Instruction &instruction);

 private:
  llvm::Value *vectorOf(llvm::Instruction &instruction);
  llvm::Value *copyOnVectors(llvm::Instruction &instruction);
  llvm::Value *divide(llvm::BinaryOperator &division);
  llvm::Value *divideEach(llvm::BinaryOperator &division);
  llvm::Value *select(llvm::SelectInst &select);
  llvm::Value *addressFromFirstLane(llvm::GetElementPtrInst &address);
  llvm::Value *address(llvm::GetElementPtrInst &address);
  llvm::Value *shuffle(llvm::ShuffleVectorInst &shuffle);
  llvm::Value *bitsOf(llvm::BitCastInst &cast);
  llvm::Value *elementOf(llvm::ExtractElementInst &extraction);
  llvm::Value *withElement(llvm::InsertElementInst &insertion);

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
  StridedDivision patterns_;
};

}  // namespace compiler::vecz
