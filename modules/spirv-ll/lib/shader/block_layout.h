// Where the parts of a shader's types are in memory: where Offset, ArrayStride and MatrixStride say
// it, and where they do not, as LLVM would have it.
//
// A type of memory and the type of values read from it are different things. Values have LLVM's
// types; memory is bytes, of which loads and stores take one number or vector after the other
// (shader_memory.cpp). So any layout that decorations state has a meaning. A matrix is placed by
// decorations of the structure's member that it is in: a pointer to one, or into one, has a
// Placement besides its type.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// How a matrix lies in memory, or a column of a matrix in rows. All zero: one column behind the
/// other, and the parts of a column next to each other.
struct Placement {
  uint32_t matrixStride = 0;  ///< bytes from one column or row to the next
  bool isRowMajor = false;
  uint32_t componentStride = 0;  ///< bytes from one part of the column to the next

  bool operator==(const Placement &) const = default;
};

struct Extent {
  uint64_t size = 0;       ///< bytes, without padding at the end; 0 if its length is not known
  uint64_t alignment = 1;  ///< where no decoration places it
};

/// Reports an error for a type that has no layout or is too large.
Extent extentOf(Translator &translator, uint32_t type, const Placement &placement = {});

/// From one element of an OpTypeArray or OpTypeRuntimeArray to the next. Not 0.
uint64_t strideOf(Translator &translator, uint32_t arrayType);
/// From one element to the next where a pointer is taken for one into an array. Not 0.
uint64_t pointerStrideOf(Translator &translator, uint32_t pointerType);
/// From one column (in columns) or row (in rows) of a matrix to the next.
uint64_t matrixStrideOf(Translator &translator, uint32_t matrixType, const Placement &placement);

uint64_t memberOffset(Translator &translator, uint32_t structType, uint32_t member);
Placement memberPlacement(Translator &translator, uint32_t structType, uint32_t member);

/// What a variable of the type is in LLVM IR: as many bytes, at least one.
llvm::Type *memoryType(Translator &translator, uint32_t type);

}  // namespace spirv_ll
