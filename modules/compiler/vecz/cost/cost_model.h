// What a function costs per work-item, as vectors of some width or as it is.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "vecz/model/simd_group.h"
#include "vecz/prepare/strided_walks.h"

namespace llvm {
class Function;
class Instruction;
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

class ShapeAnalysis;

/// Estimates in the units of instruction_price.h, comparable with each other for one kernel only.
class CostModel {
 public:
  explicit CostModel(const llvm::TargetTransformInfo &target) : target_(target) {}

  /// Whether the target has vector registers at all.
  bool hasVectors() const;
  /// Whether all that the function loads and stores can be under a mask at little cost.
  bool hasMaskedAccesses(const llvm::Function &function, unsigned width) const;
  /// The widths that are worth a comparison, ascending: from as many of the widest to as many of
  /// the narrowest elements as a vector register holds; not empty. Without vector registers, as
  /// if they had 128 bits.
  llvm::SmallVector<unsigned> widths(const llvm::Function &function) const;

  /// As many as a vector register holds 32-bit elements.
  unsigned commonWidth() const;

  /// Of one work-item by itself, among work-items that part as those of `packet` do.
  double ofItem(llvm::Function &function, const Packet &packet) const;
  /// Of one of `packet.width` work-items that run as a packet. `linearized` is what linearize()
  /// left, `shapes` are its shapes, `walking` is what findWalkingAccesses() found there.
  double ofPacket(llvm::Function &linearized, const Packet &packet, const ShapeAnalysis &shapes,
                  const WalkingAccesses &walking) const;
  /// Whether lanes access places of their own without a mask.
  bool hasAccessesOfAll(llvm::Function &linearized, const ShapeAnalysis &shapes) const;
  /// Of several packets that one function runs, as `form` does one: each of its instructions as
  /// often as `copies` says. With the time that iterations of loops wait for each other.
  double ofPackets(llvm::Function &form,
                   llvm::function_ref<unsigned(const llvm::Instruction &)> copies) const;

 private:
  double operationsAtOnce() const;

  const llvm::TargetTransformInfo &target_;
};

}  // namespace compiler::vecz
