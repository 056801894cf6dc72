// Estimates the cost of one scalar instruction once it is widened.
//
// TargetTransformInfo gives costs of vector operations. This header decides by shapes which
// operation a scalar instruction becomes, here for a load in a SIMD group of 8:
//
//   uniform address                         one scalar load.
//   address strided by the element          one vector load.
//   by 2 to 8 elements                      a share of wide loads, and shuffles.
//   varying, neighbours in most groups      a vector load behind a check.
//   varying                                 a gather, or 8 scalar loads if these are cheaper.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class CallInst;
class CastInst;
class Instruction;
class IntrinsicInst;
class TargetTransformInfo;
struct Align;
}  // namespace llvm

namespace compiler::vecz {

class ShapeAnalysis;

/// Tells if a mask depends on what the lanes have loaded. Masks of ids alone are mostly full.
bool dependsOnData(const llvm::Value &mask, const ShapeAnalysis &shapes);

/// Costs in the units of TargetTransformInfo's reciprocal throughput; `latency` is in its cycles.
/// An operation of unknown cost counts 1000, so nobody chooses it.
///
/// The decisions repeat those of the wideners (widen, memory): a change there without one here
/// makes the cost model choose variants that are slower than expected. Not thread-safe: costs of
/// callees are memoised.
class InstructionPrice {
 public:
  /// For instructions as they are, scalar or vector.
  explicit InstructionPrice(const llvm::TargetTransformInfo &target) : target_(target) {}
  /// For scalar instructions of a linearised function, as they will be in a SIMD group of
  /// `simdGroup.width` lanes. `shapes` are the function's and must outlive this object.
  InstructionPrice(const llvm::TargetTransformInfo &target, const SimdGroup &simdGroup,
                   const ShapeAnalysis &shapes)
      : target_(target), width_(simdGroup.width), shapes_(&shapes) {}

  /// The cost for all lanes together.
  double of(const llvm::Instruction &instruction) const;
  /// The cycles from the start of the instruction, as it is, until its users can begin.
  double latency(const llvm::Instruction &instruction) const;

 private:
  /// The shape of an operand in the SIMD group.
  Shape shape(const llvm::Value *value) const;
  /// Returns true if the instruction becomes more than one scalar.
  bool isWidened(const llvm::Instruction &instruction) const;
  /// The vector of all lanes' values; null for types without one.
  llvm::Type *vectorOf(llvm::Type *type) const;
  /// The instruction as it is.
  double ofScalar(const llvm::Instruction &instruction) const;
  /// The instruction once for each lane, by the best means of the wideners.
  double ofVector(const llvm::Instruction &instruction) const;
  /// A call of a function of the module for one work-item: its body, and the call.
  double ofCallee(const llvm::Function &callee) const;
  /// A call of a shared function's vector variant.
  double ofShared(const llvm::CallInst &call) const;
  /// The number of vector registers of a value; at least 1.
  double registersOf(llvm::Type *type) const;
  /// A conversion; operands without a vector type make it one operation per lane.
  double ofCast(const llvm::CastInst &cast, llvm::Type *type) const;
  /// A comparison or select.
  double ofChoice(const llvm::Instruction &instruction) const;
  /// A vector intrinsic if LLVM has one for it, otherwise one call per lane.
  double ofIntrinsic(const llvm::IntrinsicInst &intrinsic, llvm::Type *type) const;
  /// A load or store, by the shape of its address.
  double ofAccess(const llvm::Instruction &access, const llvm::Value *pointer, llvm::Type *element,
                  llvm::Align align) const;
  /// A gather or scatter made of scalar accesses.
  double ofTakingApart(const llvm::Instruction &access, llvm::Type *type) const;
  /// The share of a strided store in the accesses of its group, 0 for a scatter.
  double shareOfStride(const llvm::StoreInst &store, int64_t factor,
                       llvm::FixedVectorType *type) const;
  /// Whether the access's block has a mask that memory decides about.
  bool isMaskedByData(const llvm::Instruction &access) const;
  /// Whether an interleaved access without masked instructions is for some lanes, as a rule.
  bool isForSomeLanes(const llvm::Instruction &access, llvm::Type *type) const;
  /// The tests of lanes, for a store lane by lane.
  double ofTestingLanes(const llvm::Instruction &access, llvm::Type *type, llvm::Align align) const;
  /// An atomic read-modify-write operation, or a compare-and-swap.
  double ofAtomic(const llvm::Instruction &atomic) const;
  /// The operation lane by lane.
  double ofEachLane(const llvm::Instruction &instruction) const;

  /// The only source of knowledge about the target.
  const llvm::TargetTransformInfo &target_;
  /// Lanes; 1 if instructions are priced as they are.
  unsigned width_ = 1;
  /// Null: instructions are priced as they are.
  const ShapeAnalysis *shapes_ = nullptr;
  /// Costs of callees for one work-item.
  mutable llvm::DenseMap<const llvm::Function *, double> callees_;
  /// Costs of vector variants, by function and a bit for each varying parameter.
  mutable llvm::DenseMap<std::pair<const llvm::Function *, uint64_t>, double> shared_;
};

}  // namespace compiler::vecz
