// Widens accesses of lanes one element apart, forwards or backwards, to one vector access.
#pragma once

#include "vecz/memory/access_plan.h"

namespace compiler::vecz {

/// Claims accesses whose address is strided by one element. Unmasked, they are one vector access.
/// A negative stride reverses the lanes.
///
/// Masks. A target with masked accesses gets them. Other targets get an unmasked vector access if
/// all lanes are active, and a gather or scatter otherwise. A load is unmasked, too, if all
/// elements lie in one page of memory: some lane is active, so the page may be read. What others
/// write to the inactive elements meanwhile is used by nobody.
///
/// Private variables are different. The vector of a private variable belongs to the SIMD group
/// alone, inactive lanes included. Under a mask it is read as a whole, and written back with the
/// old elements of the other lanes. SROA makes values of these accesses, but not of masked ones.
class ContiguousAccesses : public AccessPlanner {
 public:
  /// `emitter` has to outlive the object.
  explicit ContiguousAccesses(MemoryEmitter &emitter)
      : values_(emitter.values()), emitter_(emitter) {}

  std::optional<AccessPlan> plan(llvm::Instruction &access) override;

 private:
  /// One vector load: unmasked, masked, or behind a test for all lanes.
  llvm::Value *load(llvm::LoadInst &load);
  /// One vector store. A private variable's vector is merged with its old value.
  void store(llvm::StoreInst &store);
  /// Returns true if a load may read the elements of inactive lanes, as far as memory is there.
  bool mayReadBetweenLanes(const llvm::Value *pointer) const;
  /// Returns true if the lanes' addresses fall.
  bool isReversed(const llvm::Value *pointer) const;
  /// Returns true for an access of a variable's vector. Some lane is active, and all lanes'
  /// elements lie beside its element, so inactive lanes may be accessed, too.
  bool isOwnVector(const llvm::Value *pointer) const;
  /// The address of the vector's first byte: lane 0's, or the last lane's for a negative stride.
  llvm::Value *lowestAddress(const llvm::Value *pointer);
  /// Lane i's bit at the place of its element; null without a mask.
  llvm::Value *maskInMemoryOrder(const llvm::Value *pointer);
  /// The vector in reverse order: memory order for a negative stride, and back.
  llvm::Value *reverse(llvm::Value *vector);

  LaneValues &values_;
  MemoryEmitter &emitter_;
};

}  // namespace compiler::vecz
