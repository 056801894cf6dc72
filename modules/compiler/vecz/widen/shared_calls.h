// Widens functions that large kernels call instead of inlining.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// The SIMD group that a form of the shared function (ir/shared_functions.h) runs for this
/// call. Pointers and integers that are uniform here are uniform there; all else varies.
SimdGroup simdGroupOfShared(const llvm::CallBase &call, unsigned width,
                            llvm::function_ref<Shape(const llvm::Value *)> shapeOf);

/// The form of a shared function for a SIMD group: its parameters are as widen() makes them, and
/// behind them is the mask of the lanes that run, <width x i1>. Made when it is first asked for. It
/// returns a value for each lane, or one for all. Null if there is none.
llvm::Function *sharedVariant(llvm::Function &function, const SimdGroup &simdGroup,
                              const llvm::TargetTransformInfo &target);

}  // namespace compiler::vecz
