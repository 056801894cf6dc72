// Emits a collective function between two regions of a kernel, over the operands of all work-items.
#pragma once

#include <optional>

#include "passes/barriers/barrier_plan.h"
#include "passes/barriers/group_arrays.h"
#include "passes/barriers/slot_arrays.h"

namespace compiler::passes {

/// Evaluates exchanges of one kernel in its region dispatcher, while no work-item runs.
///
/// The plan says where operands are stored (GroupExchange), and group_arrays.h computes with arrays
/// in memory. The emitter connects the two: it chooses the algorithm for the function, and limits
/// it to the work-items at the call.
class GroupExchangeEmitter {
 public:
  /// `subGroupSize` is in work-items, 0 without sub-groups. `continuations` is the slot with the
  /// work-items' continuations; nothing if all work-items of the group reach each call together.
  GroupExchangeEmitter(llvm::IRBuilder<> &builder, const SlotArrays &arrays, unsigned subGroupSize,
                       std::optional<unsigned> continuations)
      : builder_(builder),
        arrays_(arrays),
        subGroupSize_(subGroupSize),
        continuations_(continuations) {}

  /// Emits the evaluation of a function of the work-group in front of region `region`, for the
  /// work-items that wait there. Returns the result of a uniform function. For others it returns
  /// null: each work-item's result replaces the operand in its slot. Afterwards the builder may be
  /// in another block.
  llvm::Value *emit(const GroupExchange &exchange, unsigned region);
  /// Likewise, of functions of sub-groups, which have a result for each work-item.
  void emitInSubGroups(llvm::ArrayRef<GroupExchange> exchanges, unsigned region);

 private:
  /// The slot of an exchange's operands, over the work-items that wait for the region.
  GroupArray arrayOf(const GroupExchange &exchange, unsigned region);
  /// The index of a work-group broadcast. All work-items pass the same, so the first one's is
  /// loaded.
  llvm::Value *broadcastIndex(const GroupExchange &exchange);
  /// Second arguments of a function of sub-groups.
  AskedNumbers askedNumbers(const GroupExchange &exchange);

  llvm::IRBuilder<> &builder_;
  SlotArrays arrays_;
  unsigned subGroupSize_;
  std::optional<unsigned> continuations_;
};

}  // namespace compiler::passes
