// What a function costs per work-item, as vectors of some width or as it is.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "vecz/packet.h"

namespace llvm {
class Function;
class Instruction;
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

class ShapeAnalysis;

/// Estimates in the units of TargetTransformInfo's reciprocal throughput, with code in loops
/// weighted by their depth. Comparable with each other for one kernel only.
class CostModel {
 public:
  explicit CostModel(const llvm::TargetTransformInfo &target) : target_(target) {}

  /// Whether the target has vector registers at all.
  bool hasVectors() const;
  /// Whether all that the function loads and stores can be under a mask at little cost.
  bool hasMaskedAccesses(const llvm::Function &function, unsigned width) const;
  /// Of one work-item by itself.
  double ofItem(llvm::Function &function) const;
  /// Of a function as it is, but for each instruction as often as `copies` says.
  double ofCopies(llvm::Function &function,
                  llvm::function_ref<unsigned(const llvm::Instruction &)> copies) const;
  /// Of one of `packet.width` work-items that run as a packet. `linearized` is what linearize()
  /// left, `shapes` are its shapes.
  double ofPacket(llvm::Function &linearized, const Packet &packet,
                  const ShapeAnalysis &shapes) const;
  /// The widths that are worth a comparison, ascending: from as many of the widest to as many of
  /// the narrowest elements as a vector register holds. Empty without vector registers.
  llvm::SmallVector<unsigned> widths(const llvm::Function &function) const;

 private:
  const llvm::TargetTransformInfo &target_;
};

}  // namespace compiler::vecz
