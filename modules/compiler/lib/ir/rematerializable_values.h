// Decides whether a value can be recomputed elsewhere in a function, and emits the recomputation.
//
// The idea is rematerialisation: Briggs, Cooper, Torczon, PLDI 1992.
#pragma once

#include <functional>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace compiler::passes {

/// A set of expressions: constants, arguments, and instructions with a price, up to a total cost.
///
/// Used to move values across barriers without frame memory, and to compute values of a work-item
/// function in its caller. Costs are cached, so the function must not change while this object
/// lives.
class RematerializableValues {
 public:
  /// Returns the cost of an instruction by itself, or nothing if it cannot be computed again.
  using Price = std::function<std::optional<unsigned>(const llvm::Instruction &)>;

  /// `maxCost` limits the sum of the prices in one expression.
  RematerializableValues(Price price, unsigned maxCost)
      : price_(std::move(price)), maxCost_(maxCost) {}

  /// Returns true if compute() may be called for the value. Undefined values are never in the set:
  /// each computation could give another value.
  bool canCompute(const llvm::Value &value) { return cost(value) <= maxCost_; }

  /// Emits the value's expression at the builder's place and returns the copy. `map` has the
  /// replacements for arguments and variables there. Copies are added to it, so common operands are
  /// emitted once.
  static llvm::Value *compute(llvm::IRBuilder<> &builder, llvm::Value &value,
                              llvm::ValueToValueMapTy &map);

 private:
  /// Returns the cost of a value's expression, more than maxCost_ if it is too high or impossible.
  unsigned cost(const llvm::Value &value);
  /// Returns the cost of an instruction with its operands.
  unsigned costOf(const llvm::Instruction &instruction);

  /// Given by the user: barriers and callers differ in the instructions they allow.
  Price price_;
  unsigned maxCost_;                                     ///< limit of one expression's cost
  llvm::DenseMap<const llvm::Value *, unsigned> costs_;  ///< by instruction
};

}  // namespace compiler::passes
