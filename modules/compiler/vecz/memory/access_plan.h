// Describes the ways to widen accesses of memory: each planner claims accesses and says its cost.
//
// The cost of a gather or scatter is the measure. Claims in a SIMD group of 8 lanes, for example:
//
//   a[2 * i], a[2 * i + 1]     a group: one wide load and two shuffles.
//   a[i]                       a vector load, never compared.
//   p[x & 3], p private        4 comparisons and selects.
//   a[b[i]]                    a gather; nobody else claims it.
#pragma once

#include <memory>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FunctionExtras.h"
#include "vecz/memory/memory_emitter.h"

namespace compiler::vecz {

/// A planner's claim of one access: "mine, at this cost", and the code for it.
struct AccessPlan {
  /// The cost for all lanes, in reciprocal throughput. Nothing: the plan is not compared with a
  /// gather or scatter, because no other way is right, or because none can be better.
  std::optional<llvm::InstructionCost> cost;
  /// Emits the access at the builder's place of the LaneValues, under their mask. Returns all
  /// lanes' values of a load, and null for a store. Called once at most.
  llvm::unique_function<llvm::Value *()> emit;
};

/// One way to widen an access by itself. Planners are asked in an order (memory_widener.cpp), so
/// each may rely on the refusal of the ones before.
class AccessPlanner {
 public:
  virtual ~AccessPlanner() = default;

  /// Claims a load or store, or returns nothing. Called where the access is to be widened: the mask
  /// of the LaneValues is the access's. Emits nothing.
  virtual std::optional<AccessPlan> plan(llvm::Instruction &access) = 0;
};

/// A claim of several accesses of a block that are emitted together. It is made before any of them
/// is widened.
struct GroupPlan {
  /// The common properties; its origins are the members.
  Access access;
  /// The member at whose place all are emitted: the first load or the last store.
  const llvm::Instruction *place;
  /// Members by themselves count as masked gathers or scatters.
  bool isMasked;
  /// The cost of all members, in reciprocal throughput.
  llvm::InstructionCost cost;
  /// Emits all members under the mask of the LaneValues, and gives them the results of loads.
  llvm::unique_function<void()> emit;
};

/// The accepted groups of a function. No access is in two of them, or it would be emitted twice:
/// the planners of groups want different shapes, or leave out the members of earlier groups.
class PlannedGroups {
 public:
  /// `emitter` knows the cost of gathers and scatters. It has to outlive the object.
  explicit PlannedGroups(const MemoryEmitter &emitter) : emitter_(emitter) {}

  /// Accepts the group, and returns true, if it costs less than a gather or scatter for each
  /// member. A group of the same cost is refused, unlike an AccessPlan of the same cost.
  bool offer(GroupPlan group);
  /// Returns true if the access is a member of an accepted group.
  bool contains(const llvm::Instruction &access) const { return groups_.contains(&access); }
  /// Emits the access's group at its place, and nothing at its other members. Returns false if the
  /// access is in no group.
  bool emit(const llvm::Instruction &access);

 private:
  const MemoryEmitter &emitter_;
  /// `groups_` has an entry for each member, so it cannot own the groups.
  llvm::SmallVector<std::unique_ptr<GroupPlan>> owned_;
  llvm::DenseMap<const llvm::Instruction *, GroupPlan *> groups_;
};

}  // namespace compiler::vecz
