// Widens accesses of arbitrary addresses to gathers and scatters, or to one access per lane.
#pragma once

#include "vecz/memory/access_plan.h"

namespace compiler::vecz {

/// Claims every access: the last planner, for addresses without a known relation between lanes, and
/// for those with a stride for which nothing else pays.
///
/// Inactive lanes neither read nor write. Where the target lacks the instruction, or single
/// accesses cost less, each lane has an access of its own (MemoryEmitter::gather).
class Gathers : public AccessPlanner {
 public:
  /// `emitter` chooses between the instruction and single accesses. It has to outlive the object.
  explicit Gathers(MemoryEmitter &emitter) : values_(emitter.values()), emitter_(emitter) {}

  std::optional<AccessPlan> plan(llvm::Instruction &access) override;

 private:
  LaneValues &values_;
  MemoryEmitter &emitter_;
};

}  // namespace compiler::vecz
