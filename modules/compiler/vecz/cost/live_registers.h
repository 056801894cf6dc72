// Estimates the number of vector registers that a function keeps live.
//
// Unroll-and-jam multiplies values. Beyond the target's registers they spill to the stack, and the
// profit is lost.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class TargetTransformInfo;
class Value;
}  // namespace llvm

namespace compiler::vecz {

/// The largest number of vector registers live at one place, if instructions stay in their order
/// and each value counts `copies` times. Masks live elsewhere and do not count. The result is 0 for
/// a target without vectors. The function is not changed.
unsigned liveVectorRegisters(llvm::Function &function, const llvm::TargetTransformInfo &target,
                             llvm::function_ref<unsigned(const llvm::Value &)> copies);

/// The number of vector registers of the target.
unsigned vectorRegisters(const llvm::TargetTransformInfo &target);

}  // namespace compiler::vecz
