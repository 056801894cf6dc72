// Decides whether the lanes of a strided value differ in its low bits alone.
#pragma once

#include <optional>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class DataLayout;
class Value;
}  // namespace llvm

namespace compiler::vecz {

/// Returns true if no lane's addition carries into the bits that may be set in lane 0. A SIMD group
/// starts at a multiple of its width, so `256 * group + id` is such a value, and an extension of it
/// keeps its stride.
///
/// `shapeOf` gives the shape of an operand as far as it is known, and nothing otherwise. The answer
/// holds for each width up to the group's widthLimit(). Follows at most eight operations.
bool differsInLowBits(const llvm::Value &value, const SimdGroup &simdGroup,
                      const llvm::DataLayout &layout,
                      llvm::function_ref<std::optional<Shape>(const llvm::Value *)> shapeOf);

}  // namespace compiler::vecz
