// Values that are cheaper computed again behind a barrier than stored.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace compiler::passes {

class Recomputation {
 public:
  /// The value is made by a few casts, address computations and integer operations of
  /// arguments, constants, variables' addresses and work-item functions.
  bool isCheap(const llvm::Value &value) { return cost(value) <= maxCost; }

  /// Computes it at the builder's place. `map` has what stands for arguments and variables
  /// there, and takes what is computed. Call only for cheap values.
  static llvm::Value *compute(llvm::IRBuilder<> &builder, llvm::Value &value,
                              llvm::ValueToValueMapTy &map);

 private:
  static constexpr unsigned maxCost = 6;
  unsigned cost(const llvm::Value &value);
  unsigned costOf(const llvm::Instruction &instruction);

  llvm::DenseMap<const llvm::Value *, unsigned> costs_;
};

}  // namespace compiler::passes
