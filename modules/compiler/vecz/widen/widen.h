// Converts a linearised function for one work-item to a SIMD function.
#pragma once

#include "llvm/ADT/Twine.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Creates the SIMD function `name`, which runs `function` for all lanes of a SIMD group. It stands
/// behind `function` in the module, with the same linkage, blocks, names and debug locations.
///
/// `function` must be in the form that linearize() leaves. Its parameters have the shapes of the
/// SIMD group: uniform ones are passed as they are, strided ones as lane 0's value, varying ones as
/// <width x type>. A masked SIMD group adds a last parameter, <width x i1>. The result is that of
/// `function` if it is uniform or void, else a vector.
///
/// `function` changes on the way (prepareWidening) and loses its debug subprogram; it is of no
/// further use, and the caller erases it. Returns null if one of its branches is not uniform.
llvm::Function *widen(llvm::Function &function, const SimdGroup &simdGroup, const llvm::Twine &name,
                      const llvm::TargetTransformInfo &target);

}  // namespace compiler::vecz
