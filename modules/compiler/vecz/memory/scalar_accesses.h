// Widens accesses without a vector variant: atomic and volatile ones, and stores to one address.
#pragma once

#include "vecz/memory/access_plan.h"

namespace compiler::vecz {

/// Claims accesses that stay scalar, since no vector access is right:
///
///   * atomic, volatile, or of a type with unused bits in its bytes (i1): once per active lane;
///   * a simple store to an address that all lanes share: the last active lane's value. The
///     work-items are not ordered, but one of them has to win.
class ScalarAccesses : public AccessPlanner {
 public:
  /// `values` have to outlive the object.
  explicit ScalarAccesses(LaneValues &values) : values_(values) {}

  std::optional<AccessPlan> plan(llvm::Instruction &access) override;

 private:
  /// The access itself, once per active lane.
  llvm::Value *loadEach(llvm::LoadInst &load);
  void storeEach(llvm::StoreInst &store);
  /// Stores the last active lane's value to the address of all lanes.
  void storeLast(llvm::StoreInst &store);

  LaneValues &values_;
};

}  // namespace compiler::vecz
