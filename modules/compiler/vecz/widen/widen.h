// Converts a linearised function for one work-item to a SIMD function.
#pragma once

#include "llvm/ADT/Twine.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Makes `name`, a function that runs `function` for all lanes of a SIMD group. `function` is in
/// the form that linearize() leaves; its parameters have the SIMD group's shapes: uniform ones are
/// passed as they are, strided ones as lane 0's value, varying ones as <width x type>. It returns
/// what `function` does: as it is if uniform or void, else a vector. Blocks, names and debug
/// locations are kept. `function` changes on the way (layOutPrivateVariables) and is of no further
/// use. Null if a branch of it is not uniform.
llvm::Function *widen(llvm::Function &function, const SimdGroup &simdGroup, const llvm::Twine &name,
                      const llvm::TargetTransformInfo &target);

}  // namespace compiler::vecz
