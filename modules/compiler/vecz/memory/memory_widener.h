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

/// Widens accesses of the linearised scalar function at the builder's place of the SIMD group
/// function, under its mask, and gives loads' results to the LaneValues. Accesses whose address
/// and (for stores) value are uniform never come here, unless they are atomic or volatile: they
/// are copied. The blocks' instructions are widened in their order.
class MemoryWidener {
 public:
  /// Looks at the whole scalar function, to find accesses that go together. `target` chooses
  /// between the forms of an access.
  MemoryWidener(LaneValues &values, llvm::Function &scalarFunction,
                const llvm::TargetTransformInfo &target);
  ~MemoryWidener();

  /// Of a variable that layOutPrivateVariables() has seen.
  void widen(llvm::AllocaInst &variable);
  void widen(llvm::LoadInst &load);
  void widen(llvm::StoreInst &store);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace compiler::vecz
