// Estimates the distance between neighbouring lanes' values where it is not constant.
//
// The cost model and the memory widener use the estimate to expect a contiguous access where the
// shape analysis can promise nothing. Every use in generated code is behind a check at run time.
#pragma once

#include <optional>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// The bytes from one lane's `pointer` to the next lane's in most SIMD groups; nothing without a
/// reason to expect any. `pointer` varies by `shapeOf`, the shapes of the function around it.
///
/// The result is a guess. Indices may wrap around at a width, be clamped to a boundary or be cut to
/// a power of 2. They step evenly except at the boundary, and a SIMD group may lie across it. Code
/// relying on the step must compare addresses first (checked_contiguity.cpp), or it reads wrong
/// elements.
std::optional<int64_t> likelyStride(const llvm::Value *pointer,
                                    llvm::function_ref<Shape(const llvm::Value *)> shapeOf);

}  // namespace compiler::vecz
