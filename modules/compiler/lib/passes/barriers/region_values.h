// Finds the values that one barrier region gets from other regions, and the values it has for them.
#pragma once

#include "passes/barriers/barrier_plan.h"

namespace compiler::passes {

/// The values that cross the boundary of one region, by the plan of its kernel. Changes nothing.
///
/// Regions overlap, so a value may be incoming and defined here as well: the region then has two
/// definitions of it, from its entry on and from the instruction on. Example: the counter of a loop
/// with a barrier.
///
/// The object refers to instructions of the kernel's body. It becomes invalid with the body, or
/// once an instruction moves to another block.
class RegionValues {
 public:
  /// Takes time linear in the region's blocks times the values live behind its barriers. The plan
  /// must outlive this object.
  RegionValues(const BarrierPlan &plan, unsigned number);

  const BarrierPlan &plan() const { return plan_; }
  /// The number of the region in its kernel.
  unsigned number() const { return number_; }
  /// The blocks of the region, and the barrier in front of it.
  const BarrierRegion &region() const { return plan_.regions().regions()[number_]; }

  /// Values live at the region's entry, in program order.
  llvm::ArrayRef<llvm::Instruction *> incoming() const {
    return plan_.liveness().liveInto(number_);
  }
  /// Values defined here and live into a region behind one of this region's barriers, each once.
  /// The region has to store them at its exits, unless the plan recomputes them.
  llvm::ArrayRef<llvm::Instruction *> outgoing() const { return outgoing_; }

  /// Returns true if the region computes the value. It does not compute the result of a collective
  /// function: the call stands at the end of the region in front of it, and the region dispatcher
  /// evaluates it.
  bool isDefinedHere(const llvm::Instruction *value) const;
  /// Returns true if this region uses the variable, other than by lifetime markers. Only then does
  /// a variable outside of the frame need an alloca here.
  bool isUsedHere(const llvm::AllocaInst &variable) const;

 private:
  const BarrierPlan &plan_;
  unsigned number_;
  llvm::SmallVector<llvm::Instruction *> outgoing_;
};

}  // namespace compiler::passes
