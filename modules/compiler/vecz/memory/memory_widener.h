// Widens loads, stores and private variables.
#pragma once

#include <memory>

#include "vecz/lanes/lane_values.h"

namespace llvm {
class AllocaInst;
class LoadInst;
class StoreInst;
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Widens the accesses of a linearised scalar function into the SIMD function. It chooses a variant
/// by the shape of the address and emits it at the builder's place, under the mask of the
/// LaneValues. Results of loads go to the LaneValues. The variants by address; memory_widener.cpp
/// has all of them:
///
///   * uniform: a scalar access;
///   * lanes one element apart: a vector access;
///   * lanes a few elements apart: an interleaved access;
///   * lanes in a permuted order: a window and permutations;
///   * runs of elements within each lane: short vector accesses and a transposition;
///   * anything else: gather or scatter.
///
/// Accesses with uniform address and (for stores) uniform value do not come here: widen.cpp copies
/// them. Atomic and volatile ones do come, and run once per active lane.
///
/// Blocks and instructions have to be widened in their order. An access of a group is emitted with
/// the group's first load or last store; nothing happens at the other members. The builder may be
/// in another block afterwards, since some variants branch.
class MemoryWidener {
 public:
  /// Looks at the whole scalar function, to find accesses that are done together. `target` decides
  /// by its costs between the variants of an access. All references have to outlive the object.
  MemoryWidener(LaneValues &values, llvm::Function &scalarFunction,
                const llvm::TargetTransformInfo &target);
  ~MemoryWidener();

  /// Copies a variable whose type layOutPrivateVariables() has made the SIMD group's.
  void widen(llvm::AllocaInst &variable);
  /// Emits the access, or the access of its group, or nothing if the group is emitted elsewhere.
  void widen(llvm::LoadInst &load);
  void widen(llvm::StoreInst &store);

 private:
  /// The implementation, hidden since it needs the headers of all variants.
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace compiler::vecz
