// Estimates how often vectors are stored to the stack and loaded again, for lack of registers.
//
// Unroll-and-jam multiplies values, and this is its price. It is often little: vectors used
// once cost a store and a load, while a sum in memory is read and written in each step.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class BasicBlock;
class Function;
class TargetTransformInfo;
class Value;
}  // namespace llvm

namespace compiler::vecz {

/// The stores and loads of one run of a block on average, if instructions stay in their
/// order and each value counts `copies` times. Where more vectors are live than the target has
/// registers, each operand and each result is in memory with the probability that follows. Masks
/// live elsewhere and do not count. Empty for a target without vectors. The function is not
/// changed.
llvm::DenseMap<const llvm::BasicBlock *, double> vectorSpills(
    llvm::Function &function, const llvm::TargetTransformInfo &target,
    llvm::function_ref<unsigned(const llvm::Value &)> copies);

}  // namespace compiler::vecz
