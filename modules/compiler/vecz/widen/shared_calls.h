// Widens functions that large kernels call instead of inlining.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// The SIMD group of the vector variant of a shared function (ir/shared_functions.h) for this call.
/// Integer and pointer arguments that are uniform here are uniform there; all other parameters
/// vary. The group is always masked, so that one variant serves all calls.
///
/// `shapeOf` returns the shapes of the arguments. The cost model passes estimates, CallWidener the
/// final ones.
SimdGroup simdGroupOfShared(const llvm::CallBase &call, unsigned width,
                            llvm::function_ref<Shape(const llvm::Value *)> shapeOf);

/// The vector variant of a shared function, created at the first request. Its parameters are as
/// widen() makes them; the last one is the mask of active lanes, <width x i1>. It returns a vector,
/// or one value for all lanes.
///
/// Returns null if the function cannot be linearised or widened; the call then runs once per active
/// lane. Either result is noted in an attribute of `function`, so that later calls find it.
llvm::Function *sharedVariant(llvm::Function &function, const SimdGroup &simdGroup,
                              const llvm::TargetTransformInfo &target);

}  // namespace compiler::vecz
