// Widens accesses of probable neighbours to a vector access behind a test of the lanes' addresses.
#pragma once

#include "vecz/memory/access_plan.h"

namespace compiler::vecz {

/// Claims accesses of varying addresses whose lanes are probably neighbours (stride_estimate.h), as
/// a[(i + 1) % n]. Two versions are emitted: a vector access where the test holds, and a gather or
/// scatter elsewhere. A load of probably equal addresses is a scalar load and a broadcast.
///
/// The test compares the addresses of active lanes only, and the vector access has their mask. So
/// nothing is accessed for other lanes.
class CheckedContiguity : public AccessPlanner {
 public:
  /// `emitter` has to outlive the object.
  explicit CheckedContiguity(MemoryEmitter &emitter);

  std::optional<AccessPlan> plan(llvm::Instruction &access) override;

 private:
  /// The probable distance of neighbouring lanes' addresses, in bytes; nothing if there is no
  /// faster version for it.
  std::optional<int64_t> usefulStep(const Access &access, const llvm::Value *pointer) const;
  /// The two directions, with `step` as the probable distance.
  llvm::Value *load(llvm::LoadInst &load, int64_t step);
  void store(llvm::StoreInst &store, int64_t step);

  LaneValues &values_;
  MemoryEmitter &emitter_;
  /// The step "check-contiguity".
  const bool isOn_;
};

}  // namespace compiler::vecz
