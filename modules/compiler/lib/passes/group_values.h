// What is the same for a group and can be computed without a work-item of it.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace compiler::passes {

/// Values of an item body that its caller could compute: a few operations, without effects and on
/// all operands defined, of constants, the body's parameters, and what work-item functions return
/// to all work-items of the group.
class GroupValues {
 public:
  bool canCompute(const llvm::Value &value) { return cost(value) <= maxCost; }

  /// Computes such a value at the builder's place. `map` has what stands for the parameters there,
  /// and takes what is computed. Where the body may not get to the value's uses, the copy may be
  /// poison.
  static llvm::Value *compute(llvm::IRBuilder<> &builder, llvm::Value &value,
                              llvm::ValueToValueMapTy &map);

 private:
  static constexpr unsigned maxCost = 16;
  unsigned cost(const llvm::Value &value);
  unsigned costOf(const llvm::Instruction &instruction);

  llvm::DenseMap<const llvm::Value *, unsigned> costs_;
};

}  // namespace compiler::passes
