// What others need of the memory of shaders.
#pragma once

#include "shader/block_layout.h"

namespace spirv_ll {

/// From a type to a part of it: `offset` bytes, and `stride` for each of the index unless it is
/// that of a structure's member. `type` is 0 if there are no parts.
struct PartStep {
  uint32_t type = 0;
  Placement placement = {};
  uint64_t offset = 0;
  uint64_t stride = 0;
};
/// `member` is for structures, which have one of this number.
PartStep stepInto(Translator &translator, uint32_t type, const Placement &placement,
                  uint32_t member);

/// Stores a value of the type that the pointer points to.
void storeTo(Translator &translator, uint32_t pointerId, llvm::Value *value);

/// Stores the first value of a variable.
void initialize(Translator &translator, llvm::Value *address, uint32_t type, llvm::Value *value);

/// Of a pointer's memory.
Placement placementOf(Translator &translator, uint32_t pointer);

}  // namespace spirv_ll
