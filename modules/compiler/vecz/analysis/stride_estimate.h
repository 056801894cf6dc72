// Estimates the distance between neighbouring lanes' values where it is not constant; for the cost
// model.
#pragma once

#include <optional>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// From one lane to the next, `pointer` (its shape varies) goes on by that many bytes in most
/// SIMD groups; nothing if there is no reason to think so. It is a guess that has to be checked
/// when the program runs: indices that wrap around at a width, are clamped to an edge or cut to a
/// power of 2 step evenly but at the edge.
std::optional<int64_t> likelyStep(const llvm::Value *pointer,
                                  llvm::function_ref<Shape(const llvm::Value *)> shapeOf);

}  // namespace compiler::vecz
