// Estimates the vector registers that a function keeps live.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class TargetTransformInfo;
class Value;
}  // namespace llvm

namespace compiler::vecz {

/// The most vector registers that are live at one place if instructions stay in their order and
/// each value counts `copies` times. Masks live elsewhere and do not count.
unsigned liveVectorRegisters(llvm::Function &function, const llvm::TargetTransformInfo &target,
                             llvm::function_ref<unsigned(const llvm::Value &)> copies);

/// How many there are.
unsigned vectorRegisters(const llvm::TargetTransformInfo &target);

}  // namespace compiler::vecz
