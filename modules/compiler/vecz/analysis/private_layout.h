// Chooses the memory layout of the lanes' copies of a private variable.
#pragma once

#include <cstdint>

#include "vecz/model/simd_group.h"

namespace llvm {
class AllocaInst;
}  // namespace llvm

namespace compiler::vecz {

/// Gives each private variable of a linearised function room for all lanes, before the
/// ShapeAnalysis of the function: its type becomes the SIMD group's, and pointers into it are
/// changed to lane 0's. Lifetime markers go: a lane may be in a scope that another has left.
void layOutPrivateVariables(llvm::Function &function, const SimdGroup &simdGroup);

/// Bytes from lane i's copy of a variable to lane i + 1's: the stride of its shape. Before
/// layOutPrivateVariables() the variable's size.
int64_t laneStride(const llvm::AllocaInst &variable);

}  // namespace compiler::vecz
