// Widens loads, stores and private variables.
#pragma once

#include <memory>

#include "vecz/memory/access_plan.h"

namespace llvm {
class AllocaInst;
}  // namespace llvm

namespace compiler::vecz {

/// Widens the accesses of a linearised scalar function into the SIMD function. It asks the planners
/// of all variants in an order (memory_widener.cpp), and emits the first claim at the builder's
/// place, under the mask of the LaneValues. Results of loads go to the LaneValues.
///
/// Accesses with uniform address and (for stores) uniform value do not come here: widen.cpp copies
/// them. Atomic and volatile ones do come, and run once per active lane.
///
/// Blocks and instructions have to be widened in their order. An access of a group is emitted with
/// the group's first load or last store; nothing happens at the other members. The builder may be
/// in another block afterwards, since some variants branch.
class MemoryWidener {
 public:
  /// Looks at the whole scalar function, to find accesses that are done together. `target` decides
  /// by its costs between the variants of an access. All references have to outlive the object.
  MemoryWidener(LaneValues &values, llvm::Function &scalarFunction,
                const llvm::TargetTransformInfo &target);
  /// The planners refer to the object.
  MemoryWidener(const MemoryWidener &) = delete;

  /// Copies a variable whose type layOutPrivateVariables() has made the SIMD group's.
  void copy(llvm::AllocaInst &variable);
  /// Emits a load or store, or the accesses of its group, or nothing if the group is emitted
  /// elsewhere.
  void widen(llvm::Instruction &access);

 private:
  /// Returns true if the plan costs at most as much as a gather or scatter, or is not to be
  /// compared with one.
  bool pays(const AccessPlan &plan, llvm::Instruction &access) const;

  LaneValues &values_;
  /// The planners and groups refer to it.
  MemoryEmitter emitter_;
  /// Filled by the constructor.
  PlannedGroups groups_;
  /// In the order in which they are asked. The last one claims everything.
  llvm::SmallVector<std::unique_ptr<AccessPlanner>, 5> planners_;
};

}  // namespace compiler::vecz
