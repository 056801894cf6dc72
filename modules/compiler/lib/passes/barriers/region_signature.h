// Declares the function of one barrier region, with parameters for uniform values.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "passes/barriers/region_values.h"

namespace compiler::passes {

/// A region's function and the meaning of its parameters:
///
///   i32 (<kernel's parameters>, <uniform values in>, <addresses of uniform values out>)
///
/// Uniform values travel through parameters, since the region dispatcher has one variable for each.
/// All other values travel through the frame or are computed again (Passage). The dispatcher loads
/// its variables before a region's loop over work-items starts, and passes their addresses for the
/// values of the next region.
class RegionSignature {
 public:
  /// Creates the function without a body, at the end of the kernel's module. Attributes of the
  /// kernel apply as far as they hold for a region of it (retainValidAttributes()); noalias goes if
  /// pointers cross a barrier in memory.
  explicit RegionSignature(const RegionValues &values);

  /// The function, owned by the kernel's module. Others add its blocks.
  llvm::Function &function() const { return *function_; }
  /// Values of the kernel with a parameter each, in the parameters' order.
  llvm::ArrayRef<llvm::Instruction *> uniformIn() const { return uniformIn_; }
  /// Values of the kernel with an address parameter each, in the parameters' order.
  llvm::ArrayRef<llvm::Instruction *> uniformOut() const { return uniformOut_; }

  /// The parameter for one of the kernel's, or for a value of uniformIn(). Null for others.
  llvm::Argument *parameter(const llvm::Value *value) const { return parameters_.lookup(value); }
  /// The address to which a value of uniformOut() is stored at the region's exits. Null for others.
  llvm::Argument *address(const llvm::Instruction *value) const { return addresses_.lookup(value); }

 private:
  /// Copies the kernel's attributes, and marks the function as a work-item function.
  void setAttributes(const BarrierPlan &plan);
  /// Names the parameters and fills both maps. Addresses of uniform values become variables of the
  /// region dispatcher ("kiln-dispatcher-variable"): all work-items store equal values there.
  void assignParameters(const llvm::Function &kernel);

  llvm::Function *function_ = nullptr;
  /// Values of the kernel's body: keys only, once the body is dropped.
  llvm::SmallVector<llvm::Instruction *> uniformIn_;
  llvm::SmallVector<llvm::Instruction *> uniformOut_;
  /// By parameters of the kernel and by values of uniformIn_.
  llvm::DenseMap<const llvm::Value *, llvm::Argument *> parameters_;
  /// By values of uniformOut_.
  llvm::DenseMap<const llvm::Instruction *, llvm::Argument *> addresses_;
};

}  // namespace compiler::passes
