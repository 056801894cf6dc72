// Widens accesses of small private arrays at divergent indices by selects among the elements.
#pragma once

#include "vecz/analysis/linear_address.h"
#include "vecz/memory/access_plan.h"

namespace llvm {
class AllocaInst;
}  // namespace llvm

namespace compiler::vecz {

/// Claims accesses of a private variable whose layout is element by element for all lanes
/// (private_layout.h). Element k of all lanes is one vector, so an array of n elements is n
/// vectors. A lane's index says in which of these vectors its element is.
///
/// Without this, one divergent index would make the whole array a memory object: SROA cannot take
/// it apart, and each access is a gather or scatter of the stack.
///
/// Arrays of more than 8 elements are left to gathers and scatters.
class PrivateArrays : public AccessPlanner {
 public:
  /// `emitter` has to outlive the object.
  explicit PrivateArrays(MemoryEmitter &emitter);

  /// The cost is that of the comparisons and selects. The accesses are not counted: SROA is
  /// expected to remove them.
  std::optional<AccessPlan> plan(llvm::Instruction &access) override;

 private:
  /// An element of an array, by its address in the scalar function.
  struct Element {
    const llvm::AllocaInst *variable;
    /// Its offset and scales are multiples of `vectorSize`.
    LinearAddress address;
    /// Bytes of one element of all lanes.
    int64_t vectorSize;
    /// The array's elements.
    unsigned count;
  };
  /// The counterpart in the SIMD function.
  struct Place {
    llvm::Value *variable;
    /// The lanes' elements, a vector of i32.
    llvm::Value *indices;
    /// The array's elements.
    unsigned count;
  };

  /// Recognises the access; nothing if its address is no element of a suitable array.
  std::optional<Element> elementOf(const Access &access, const llvm::Value *pointer) const;
  /// The cost of `count` comparisons and selects.
  llvm::InstructionCost costOf(const Access &access, unsigned count) const;
  /// Emits the lanes' indices. An out-of-bounds index is undefined behaviour, so the low 32 bits
  /// suffice.
  Place place(const Element &element);
  /// The load of all lanes' elements.
  llvm::Value *load(Access access, const Element &element);
  /// The store of `vector` under the mask: each element's vector is read, blended and written back.
  void store(Access access, const Element &element, llvm::Value *vector);
  /// The address of the vector of element `number`.
  llvm::Value *addressOf(const Access &access, const Place &place, unsigned number);
  /// The lanes whose index is `number`, a mask.
  llvm::Value *isIn(const Place &place, unsigned number);

  LaneValues &values_;
  MemoryEmitter &emitter_;
  const bool isOn_;  ///< the step "select-private-elements"
};

}  // namespace compiler::vecz
