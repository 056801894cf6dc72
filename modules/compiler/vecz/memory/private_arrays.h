// Widens accesses of small private arrays at divergent indices by selects among the elements.
#pragma once

#include "registry/step_gate.h"
#include "vecz/memory/memory_emitter.h"

namespace llvm {
class AllocaInst;
}  // namespace llvm

namespace compiler::vecz {

struct LinearAddress;

/// Accesses of a private variable whose layout is element by element for all lanes
/// (private_layout.h). Element k of all lanes is one vector, so an array of n elements is n
/// vectors. A lane's index says in which of these vectors its element is.
///
/// Without this, one divergent index would make the whole array a memory object: SROA cannot take
/// it apart, and each access is a gather or scatter of the stack.
///
/// MemoryWidener asks here first for each access with a varying address. Arrays of more than 8
/// elements are left to gathers and scatters.
class PrivateArrays {
 public:
  /// The references have to outlive the object. It has no state of its own.
  PrivateArrays(LaneValues &values, MemoryEmitter &emitter, const llvm::TargetTransformInfo &target)
      : values_(values),
        emitter_(emitter),
        target_(target),
        isOn_(runsStep("select-private-elements", values.function())) {}

  /// Emits the load of all lanes' elements and returns their vector. Returns null, with nothing
  /// emitted, if the pointer is no element of a suitable array, or if a gather costs less.
  llvm::Value *load(Access access, const llvm::Value *pointer);
  /// Emits the store of `vector` under the mask: each element's vector is read, blended and written
  /// back. Returns false, with nothing emitted, in the same cases.
  bool store(Access access, const llvm::Value *pointer, llvm::Value *vector);

 private:
  /// An access of an array: the array, and the element of each lane.
  struct Place {
    llvm::Value *variable;  ///< the SIMD group function's
    llvm::Value *indices;   ///< the lanes' elements, a vector of i32
    unsigned count;         ///< the array's elements
  };

  /// Recognises the access and emits its indices; nothing if it is unsuitable.
  std::optional<Place> placeOf(const Access &access, const llvm::Value *pointer);
  /// Compares `count` comparisons and selects with the cost of a gather. The loads are not counted:
  /// SROA is expected to remove them.
  bool pays(const Access &access, unsigned count) const;
  /// The lanes' indices from the affine address; `vectorSize` is the size of one element of all
  /// lanes, in bytes.
  llvm::Value *elementIndices(const LinearAddress &address, int64_t vectorSize);
  /// The address of one element's vector.
  llvm::Value *addressOf(const Access &access, const Place &place, unsigned element);
  /// The lanes whose index is `element`, a mask.
  llvm::Value *isIn(const Place &place, unsigned element);

  LaneValues &values_;
  MemoryEmitter &emitter_;
  const llvm::TargetTransformInfo &target_;
  const bool isOn_;  ///< the step "select-private-elements"
};

}  // namespace compiler::vecz
