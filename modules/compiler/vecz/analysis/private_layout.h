// Chooses the memory layout of the lanes' copies of a private variable.
//
// Every work-item has its own copy of a private variable (`alloca`). A SIMD function holds the
// copies of all lanes in one variable, and their order decides whether accesses are vectors or
// gathers.
#pragma once

#include <cstdint>

#include "vecz/model/simd_group.h"

namespace llvm {
class AllocaInst;
}  // namespace llvm

namespace compiler::vecz {

/// Gives each private variable of a linearised function room for all lanes. Its type becomes the
/// SIMD group's, pointers into it are rescaled to lane 0's, and its lane stride is recorded.
///
/// Call it before the ShapeAnalysis of the function, since that reads the recorded strides. A
/// function may be laid out for width 1 first, to estimate costs, and for the chosen width later.
/// Variables of unknown size stay as they are and vary. Lifetime markers are removed, because a
/// lane may still be in a scope after another has left it.
void layOutPrivateVariables(llvm::Function &function, const SimdGroup &simdGroup);

/// Bytes from lane i's copy of a variable to lane i + 1's: the stride of its pointer's shape.
/// Before layOutPrivateVariables() it is the variable's size; 0 if the size is not constant.
int64_t laneStride(const llvm::AllocaInst &variable);

}  // namespace compiler::vecz
