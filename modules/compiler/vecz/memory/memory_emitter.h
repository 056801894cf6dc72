// Emits vector memory accesses: contiguous, masked, gather and scatter.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Support/Alignment.h"
#include "vecz/lanes/lane_values.h"

namespace llvm {
class LoadInst;
class StoreInst;
}  // namespace llvm

namespace compiler::vecz {

/// A load or store of the scalar function, or several that are done together.
struct Access {
  explicit Access(llvm::LoadInst &load);
  explicit Access(llvm::StoreInst &store);

  llvm::Type *element;
  llvm::Align alignment;  ///< of each element
  unsigned addressSpace;
  bool isLoad;
  /// Whose metadata the vector access takes, as far as they agree.
  llvm::SmallVector<llvm::Value *, 4> origins;
};

/// Of a load or store.
Access accessOf(llvm::Instruction &instruction);

/// Emits accesses at the builder's place. Lanes that are not in the mask neither read nor write;
/// what a load gives for them is some value, not poison.
class MemoryEmitter {
 public:
  MemoryEmitter(LaneValues &values, const llvm::TargetTransformInfo &target)
      : values_(values), target_(target) {}

  /// `count` elements side by side, those that `mask` (<count x i1>, null for all) names.
  llvm::Value *loadWide(const Access &access, llvm::Value *address, unsigned count,
                        llvm::Value *mask);
  void storeWide(const Access &access, llvm::Value *vector, llvm::Value *address,
                 llvm::Value *mask);
  /// Whether loadWide and storeWide can take a mask.
  bool hasMaskedAccess(const Access &access, unsigned count) const;

  /// All lanes' elements, wherever they are, under the LaneValues' mask.
  llvm::Value *gather(const Access &access, const llvm::Value *pointer);
  void scatter(const Access &access, llvm::Value *vector, const llvm::Value *pointer);
  /// The same at a vector of addresses.
  llvm::Value *gatherAt(const Access &access, llvm::Value *addresses);
  void scatterAt(const Access &access, llvm::Value *vector, llvm::Value *addresses);
  /// What gather() or scatter() costs.
  llvm::InstructionCost costOfGather(const Access &access, bool isMasked) const;

  /// Whether all active lanes' addresses lie `step` bytes apart, lane by lane: an i1.
  llvm::Value *isSteppedBy(llvm::Value *addresses, int64_t step);
  /// Lanes whose addresses lie `step` bytes apart from the first active lane's on, and others that
  /// do so back from the last one.
  struct TwoRuns {
    llvm::Value *areAll;                      ///< an i1: each active lane is in one of them
    llvm::Value *first, *last;                ///< what lane 0's address is, of each run
    llvm::Value *lanesOfFirst, *lanesOfLast;  ///< active ones, each in one of them at most
  };
  TwoRuns findTwoRuns(llvm::Value *addresses, int64_t step);
  /// If they are all: the elements.
  llvm::Value *loadTwoRuns(const Access &access, const TwoRuns &runs);
  /// What lane 0's address is where isSteppedBy() holds, whether lane 0 is active or not.
  llvm::Value *addressOfLane0(llvm::Value *addresses, int64_t step);
  /// `one` where `condition` (i1) holds, else `other`; the builder is then behind both. Their
  /// values, as many and of the same types, come together. What the other is made of alone may be
  /// computed in it if it is rare (cold_values.h).
  using Values = llvm::SmallVector<llvm::Value *>;
  Values choose(llvm::Value *condition, llvm::function_ref<Values()> one,
                llvm::function_ref<Values()> other, bool isOtherRare = false);
  /// The same with one value, or null.
  llvm::Value *either(llvm::Value *condition, llvm::function_ref<llvm::Value *()> one,
                      llvm::function_ref<llvm::Value *()> other);
  /// `whole` if all lanes are active, else `each`; the builder is then behind both. Their values
  /// (of one type, or null) come together.
  llvm::Value *whereAllActive(llvm::function_ref<llvm::Value *()> whole,
                              llvm::function_ref<llvm::Value *()> each);

 private:
  bool isNativeGather(const Access &access, bool isMasked) const;
  llvm::InstructionCost costOfIntrinsic(const Access &access, bool isMasked) const;
  llvm::InstructionCost costOfLanes(const Access &access, bool isMasked) const;
  using AddressOfLane = llvm::function_ref<llvm::Value *(unsigned lane)>;
  llvm::Value *gatherByLanes(const Access &access, AddressOfLane addressOf);
  void scatterByLanes(const Access &access, llvm::Value *vector, AddressOfLane addressOf);
  llvm::Value *safeAddresses(llvm::Value *addresses);
  llvm::FixedVectorType *vectorOf(const Access &access) const;
  llvm::Align alignmentAt(const Access &access, llvm::Value *address) const;
  llvm::Value *laneOffsets(llvm::Type *type, int64_t step) const;
  void describe(llvm::Instruction *instruction, const Access &access) const;

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
};

}  // namespace compiler::vecz
