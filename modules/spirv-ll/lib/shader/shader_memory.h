// Typed loads and stores of a shader's laid-out memory, for the other files of shaders.
#pragma once

#include "shader/block_layout.h"

namespace spirv_ll {

/// One step from a type to an element of it: `offset` bytes plus `stride` bytes times the index.
/// For a structure member the stride is 0. `type` is 0 if the type has no elements.
/// A vector's element is the last step: its type has no elements.
struct PartStep {
  uint32_t type = 0;
  Placement placement = {};
  uint64_t offset = 0;
  uint64_t stride = 0;
};
/// The step from `type` to an element. `member` is a valid member number for a structure and
/// ignored otherwise.
PartStep stepInto(Translator &translator, uint32_t type, const Placement &placement,
                  uint32_t member);

/// Stores a value through a pointer. An error if the value's type is not the pointee type.
/// With the pointer's own volatility and no further memory operands.
void storeTo(Translator &translator, uint32_t pointerId, llvm::Value *value);

/// Stores the initial value of a variable: element by element, or as zeros of any size.
/// `address` must have room for the extent of `type`. A large value other than zero is an error.
void initialize(Translator &translator, llvm::Value *address, uint32_t type, llvm::Value *value);

/// The matrix layout behind a pointer; all zero without one.
Placement placementOf(Translator &translator, uint32_t pointer);

}  // namespace spirv_ll
