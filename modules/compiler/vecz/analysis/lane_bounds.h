// Bounds of integers that follow from the ranges of ids.
//
// Users prove with them that an index does not wrap around in any lane.
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class Value;
}  // namespace llvm

namespace compiler::vecz {

/// The least and greatest value of an integer as a signed number. Both may be taken.
struct Bounds {
  int64_t least;
  int64_t greatest;
};

/// Returns bounds of an integer of a scalar function that hold for all `width` lanes of a SIMD
/// group, active or not; nothing if they are not known, or if an operation may wrap around.
///
/// LLVM's ranges rely on flags of instructions, and so hold for active lanes alone. These begin at
/// the ranges of ids. A SIMD group may have lanes behind the last work-item.
///
///      2 * id - (id & x), id below 256, 16 lanes:     0 to 540
///
/// `shapeOf` gives the shapes of the function's values. Follows six operations from `value` to its
/// leaves, and knows bounds from -2^31 to 2^31 - 1. A uniform value has those of its known bits, as
/// one lane at least is active.
std::optional<Bounds> boundsOf(const llvm::Value &value, unsigned width,
                               llvm::function_ref<Shape(const llvm::Value *)> shapeOf);

}  // namespace compiler::vecz
