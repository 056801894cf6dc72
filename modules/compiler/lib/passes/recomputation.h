// Values that are cheaper computed again behind a barrier than stored.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace compiler::passes {

class UniformValues;

class Recomputation {
 public:
  explicit Recomputation(const UniformValues &uniformity) : uniformity_(uniformity) {}

  /// The value is made by a few casts, address computations and integer operations of
  /// arguments, constants, variables' addresses and work-item functions. What of that is uniform
  /// is computed once for all work-items, so there may be more of it.
  bool isCheap(const llvm::Value &value) { return cost(value) <= maxCost; }

  /// Computes it at the builder's place. `map` has what stands for arguments and variables
  /// there, and takes what is computed. Call only for cheap values.
  static llvm::Value *compute(llvm::IRBuilder<> &builder, llvm::Value &value,
                              llvm::ValueToValueMapTy &map);

 private:
  static constexpr unsigned maxCost = 24;
  static constexpr unsigned costOfItems = 4;    ///< of an operation that each work-item does
  static constexpr unsigned costOfUniform = 1;  ///< of one that is done once
  unsigned cost(const llvm::Value &value);
  unsigned costOf(const llvm::Instruction &instruction);

  const UniformValues &uniformity_;
  llvm::DenseMap<const llvm::Value *, unsigned> costs_;
};

}  // namespace compiler::passes
