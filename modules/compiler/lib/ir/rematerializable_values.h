// Decides whether a value can be recomputed at another place in the program, and emits the
// recomputation.
#pragma once

#include <functional>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace compiler::passes {

/// Expressions of constants, arguments and instructions that have a price, up to a cost in all.
class RematerializableValues {
 public:
  /// What an instruction costs by itself, or nothing if it is not to be computed again.
  using Price = std::function<std::optional<unsigned>(const llvm::Instruction &)>;

  RematerializableValues(Price price, unsigned maxCost)
      : price_(std::move(price)), maxCost_(maxCost) {}

  bool canCompute(const llvm::Value &value) { return cost(value) <= maxCost_; }

  /// Computes such a value at the builder's place. `map` has what stands for arguments and
  /// variables there, and takes what is computed.
  static llvm::Value *compute(llvm::IRBuilder<> &builder, llvm::Value &value,
                              llvm::ValueToValueMapTy &map);

 private:
  unsigned cost(const llvm::Value &value);
  unsigned costOf(const llvm::Instruction &instruction);

  Price price_;
  unsigned maxCost_;
  llvm::DenseMap<const llvm::Value *, unsigned> costs_;
};

}  // namespace compiler::passes
