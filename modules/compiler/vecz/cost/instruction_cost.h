// Estimates the cost of one scalar instruction once it is widened.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class AtomicRMWInst;
class CallInst;
class CastInst;
class Instruction;
class IntrinsicInst;
class TargetTransformInfo;
struct Align;
}  // namespace llvm

namespace compiler::vecz {

class ShapeAnalysis;

/// In the units of TargetTransformInfo's reciprocal throughput; `latency` in its cycles.
class InstructionPrice {
 public:
  /// Of instructions as they are.
  explicit InstructionPrice(const llvm::TargetTransformInfo &target) : target_(target) {}
  /// Of what becomes of instructions of a linearised function in a SIMD group.
  InstructionPrice(const llvm::TargetTransformInfo &target, const SimdGroup &simdGroup,
                   const ShapeAnalysis &shapes)
      : target_(target), width_(simdGroup.width), shapes_(&shapes) {}

  double of(const llvm::Instruction &instruction) const;
  /// Of the instruction as it is, until what uses it can begin.
  double latency(const llvm::Instruction &instruction) const;

 private:
  Shape shape(const llvm::Value *value) const;
  bool isWidened(const llvm::Instruction &instruction) const;
  llvm::Type *vectorOf(llvm::Type *type) const;
  double ofScalar(const llvm::Instruction &instruction) const;
  double ofVector(const llvm::Instruction &instruction) const;
  double ofShared(const llvm::CallInst &call) const;
  double registersOf(llvm::Type *type) const;
  double ofCast(const llvm::CastInst &cast, llvm::Type *type) const;
  double ofChoice(const llvm::Instruction &instruction) const;
  double ofIntrinsic(const llvm::IntrinsicInst &intrinsic, llvm::Type *type) const;
  double ofAccess(const llvm::Instruction &access, const llvm::Value *pointer, llvm::Type *element,
                  llvm::Align align) const;
  double ofTakingApart(const llvm::Instruction &access, llvm::Type *type) const;
  double ofAtomic(const llvm::AtomicRMWInst &atomic) const;
  double ofEachLane(const llvm::Instruction &instruction) const;

  const llvm::TargetTransformInfo &target_;
  unsigned width_ = 1;
  const ShapeAnalysis *shapes_ = nullptr;
  /// Of shared functions, by them and the parameters that vary.
  mutable llvm::DenseMap<std::pair<const llvm::Function *, uint64_t>, double> shared_;
};

}  // namespace compiler::vecz
