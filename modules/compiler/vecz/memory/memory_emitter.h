// Emits vector memory accesses: contiguous, masked, gather and scatter.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Support/Alignment.h"
#include "vecz/lanes/lane_values.h"
#include "vecz/lanes/memory_order.h"

namespace llvm {
class LoadInst;
class StoreInst;
}  // namespace llvm

namespace compiler::vecz {

/// The properties of a load or store of the scalar function, or of several that are done together.
struct Access {
  /// Takes type, alignment and metadata from the instruction.
  explicit Access(llvm::LoadInst &load);
  explicit Access(llvm::StoreInst &store);

  /// The type of one lane's element; for groups of several types an integer of their size.
  llvm::Type *element;
  llvm::Align alignment;  ///< the least one of all elements
  /// The address space of the pointer; costs and legality depend on it.
  unsigned addressSpace;
  bool isLoad;
  /// The scalar instructions. The vector access gets their metadata as far as it agrees. Empty:
  /// none.
  llvm::SmallVector<llvm::Value *, 4> origins;
};

/// Describes a load or store.
Access accessOf(llvm::Instruction &instruction);

/// Returns true if the target has masked instructions for such vectors at the address of a load or
/// store.
bool hasMaskedAccess(const llvm::Instruction &access, llvm::Type *vector,
                     const llvm::TargetTransformInfo &target);

/// The cost of gathering 8- or 16-bit elements as the aligned words of 32 bits around them, for
/// targets that gather words only. A word is never across a page's end, and the lanes' bytes are
/// taken out of it. Invalid for other accesses and targets, and without the step "gather-words". In
/// reciprocal throughput.
llvm::InstructionCost costOfWordGather(const Access &access, unsigned width,
                                       const llvm::TargetTransformInfo &target);

/// The cost of the target's instruction for gathering or scattering such elements, or words around
/// them; invalid if it has none. In reciprocal throughput.
llvm::InstructionCost costOfGatherInstruction(const Access &access, bool isMasked, unsigned width,
                                              const llvm::TargetTransformInfo &target);

/// Emits accesses at the builder's place of the LaneValues. Inactive lanes neither read nor write.
/// A masked load gives them zeros, or another lane's element if it is done lane by lane; never
/// poison.
///
/// Costs are LLVM's reciprocal throughputs. Any number of emitters may exist for one function: the
/// only state is the memoryOrder(). Gathers, scatters and the versions may create blocks:
/// the builder is then behind them.
class MemoryEmitter {
 public:
  /// The references have to outlive the object. `target` is asked for legality and costs.
  MemoryEmitter(LaneValues &values, const llvm::TargetTransformInfo &target)
      : values_(values), target_(target) {}

  /// The lanes' values, with the builder and the mask.
  LaneValues &values() const { return values_; }
  /// The loads of interleaved groups so far, in the order of memory.
  MemoryOrder &memoryOrder() { return memoryOrder_; }
  /// The target, for the costs of other instructions than gathers and scatters.
  const llvm::TargetTransformInfo &target() const { return target_; }

  /// Accesses `count` elements side by side, from `address` on. `mask` (<count x i1>) names the
  /// accessed ones; null means all.
  llvm::Value *loadWide(const Access &access, llvm::Value *address, unsigned count,
                        llvm::Value *mask);
  /// The counterpart of loadWide(); the vector's type gives the number of elements.
  llvm::Instruction *storeWide(const Access &access, llvm::Value *vector, llvm::Value *address,
                               llvm::Value *mask);
  /// Returns true if the target has masked instructions for vectors of `count` elements. Otherwise
  /// loadWide() and storeWide() must not get a mask: LLVM would scalarise it, with a branch per
  /// element.
  bool hasMaskedAccess(const Access &access, unsigned count) const;

  /// Accesses each lane's element at its own address, under the mask of the LaneValues. Emits
  /// gather and scatter instructions if the target has them and they cost less than single
  /// accesses.
  llvm::Value *gather(const Access &access, const llvm::Value *pointer);
  void scatter(const Access &access, llvm::Value *vector, const llvm::Value *pointer);
  /// Loads (which need a mask) and stores lane by lane, without a second version for SIMD groups
  /// with all lanes active. Each member of a group is `offset` bytes behind the lane's address: as
  /// many vectors as offsets.
  llvm::SmallVector<llvm::Value *> gatherActive(const Access &access, const llvm::Value *pointer,
                                                llvm::ArrayRef<int64_t> offsets);
  void scatterActive(const Access &access, llvm::ArrayRef<llvm::Value *> vectors,
                     const llvm::Value *pointer, llvm::ArrayRef<int64_t> offsets = int64_t{0});
  /// The same at a given vector of addresses.
  llvm::Value *gatherAt(const Access &access, llvm::Value *addresses);
  void scatterAt(const Access &access, llvm::Value *vector, llvm::Value *addresses);
  /// The cost of gather() or scatter() for this access. `isMasked` counts the branches of stores
  /// lane by lane.
  llvm::InstructionCost costOfGather(const Access &access, bool isMasked) const;
  /// Returns true if a gather or scatter instruction exists, and costs at most as much as single
  /// accesses.
  bool isNativeGather(const Access &access, bool isMasked) const;

  /// Emits a test if the bytes from `address` on lie in one page of memory: an i1. A page may be
  /// read as a whole if some lane reads from it.
  llvm::Value *isWithinPage(llvm::Value *address, uint64_t bytes);
  /// Emits a test of all active lanes' addresses: an i1, true if they lie `step` bytes apart.
  /// `step` may be 0 or negative. Inactive lanes do not count, even if their addresses are poison.
  llvm::Value *isSteppedBy(llvm::Value *addresses, int64_t step);
  /// The address of lane 0, active or not. Valid only where isSteppedBy() holds for `step`: it is
  /// then computed from the first active lane's address.
  llvm::Value *addressOfLane0(llvm::Value *addresses, int64_t step);
  /// The values of one version of code; empty for stores.
  using Values = llvm::SmallVector<llvm::Value *>;
  /// Emits a branch on `condition` (i1) with the code of `one` and `other`, and phis of their
  /// values. Both callbacks must return as many values of the same types. The builder is behind the
  /// join then. `isOtherRare` lets sinkColdValues() move values that `other` alone uses into it.
  Values choose(llvm::Value *condition, llvm::function_ref<Values()> one,
                llvm::function_ref<Values()> other, bool isOtherRare = false);
  /// The same with one value, or null from both.
  llvm::Value *either(llvm::Value *condition, llvm::function_ref<llvm::Value *()> one,
                      llvm::function_ref<llvm::Value *()> other, bool isOtherRare = false);
  /// Emits `whole` for SIMD groups with all lanes active, and `each` for others. Needs a mask. For
  /// targets without masked accesses: most SIMD groups have all lanes active.
  llvm::Value *whereAllActive(llvm::function_ref<llvm::Value *()> whole,
                              llvm::function_ref<llvm::Value *()> each, bool isOtherRare = false);
  /// Returns true if a masked access may have a version for SIMD groups with all lanes active.
  bool isWorthVersions(const Access &access) const;

 private:
  /// The same for accesses lane by lane.
  bool mayVersionLanes(const Access &access) const;
  /// Returns true if each lane's address can be computed by itself (sumOfLane).
  bool hasScalarAddresses(const llvm::Value *pointer) const;
  /// Returns true if single accesses with such addresses beat the target's gathers.
  bool hasSlowGathers(const Access &access) const;
  /// Returns true if a gather or scatter instruction is the best way for this access.
  bool needsGather(const Access &access, const llvm::Value *pointer) const;
  /// The cost of a gather or scatter lane by lane.
  llvm::InstructionCost costOfLanes(const Access &access, bool isMasked) const;
  /// Gathers the words around the elements, and takes these out (costOfWordGather).
  llvm::Value *gatherWords(const Access &access, llvm::Value *addresses);
  /// Returns the address of a lane, emitted at the builder's place.
  using AddressOfLane = llvm::function_ref<llvm::Value *(llvm::Value *lane)>;
  /// One scalar access per lane, collected in a vector. A load runs for all lanes, so `addressOf`
  /// must return a safe address for inactive ones. A store branches on the lane's mask bit.
  /// `offsets` are those of gatherActive() and scatterActive().
  llvm::SmallVector<llvm::Value *> gatherByLanes(const Access &access, AddressOfLane addressOf,
                                                 llvm::ArrayRef<int64_t> offsets = int64_t{0});
  void scatterByLanes(const Access &access, llvm::ArrayRef<llvm::Value *> vectors,
                      AddressOfLane addressOf, llvm::ArrayRef<int64_t> offsets = int64_t{0});
  /// The address some bytes behind `address`.
  llvm::Value *behind(llvm::Value *address, int64_t bytes);
  /// `addresses`, with the first active lane's address in all inactive lanes.
  llvm::Value *safeAddresses(llvm::Value *addresses);
  /// The vector of all lanes' elements.
  llvm::FixedVectorType *vectorOf(const Access &access) const;
  /// The alignment of a wide access at `address`.
  llvm::Align alignmentAt(const Access &access, llvm::Value *address) const;
  /// The vector 0, step, 2 * step and so on, of integers of `type`.
  llvm::Value *laneOffsets(llvm::Type *type, int64_t step) const;
  /// Copies the common metadata of the access's origins.
  void describe(llvm::Instruction *instruction, const Access &access) const;

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
  MemoryOrder memoryOrder_;
};

}  // namespace compiler::vecz
