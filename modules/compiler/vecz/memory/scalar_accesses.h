// Widens accesses that are not simple (atomic and volatile ones), and stores to one address.
#pragma once

#include "vecz/memory/access_plan.h"

namespace compiler::vecz {

/// Claims accesses that are not simple, and stores to one address:
///
///   * volatile, with neighbouring elements: one volatile vector if all lanes are active, and a
///     masked one between fences of the thread otherwise. Each lane has its access, and no
///     instruction depends on the order of lanes. Without masked accesses as the next:
///   * atomic, volatile, or of a type with unused bits in its bytes (i1): once per active lane;
///   * a simple store to an address that all lanes share: the last active lane's value. The
///     work-items are not ordered, but one of them has to win.
class ScalarAccesses : public AccessPlanner {
 public:
  /// `emitter` has to outlive the object.
  explicit ScalarAccesses(MemoryEmitter &emitter) : values_(emitter.values()), emitter_(emitter) {}

  std::optional<AccessPlan> plan(llvm::Instruction &access) override;

 private:
  /// Returns true for a volatile access that is no atomic one, with a stride of one element.
  bool isContiguousVolatile(const llvm::Instruction &access) const;
  /// One access for all lanes, or one per active lane. Null for a store.
  llvm::Value *whole(llvm::Instruction &access);
  /// The access itself, once per active lane.
  llvm::Value *loadEach(llvm::LoadInst &load);
  void storeEach(llvm::StoreInst &store);
  /// Stores the last active lane's value to the address of all lanes.
  void storeLast(llvm::StoreInst &store);

  LaneValues &values_;
  MemoryEmitter &emitter_;
};

}  // namespace compiler::vecz
