// Computes offsets, strides and sizes of a shader's types in memory.
//
// Explicit layouts come from the decorations Offset, ArrayStride and MatrixStride (SPIR-V 1.6
// §3.20; Vulkan 1.3, "Offset and Stride Assignment"). Types without them get LLVM's natural layout.
//
// Memory types and value types are separate. A value has an LLVM type; memory is an array of bytes,
// and loads and stores access one scalar or vector at a time (shader_memory.cpp). Any layout that
// decorations state is therefore possible, even an overlapping one.
//
// A matrix takes its layout from the structure member that contains it, not from its own type. A
// pointer to a matrix, or into one, carries this layout as a Placement besides its type.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// The layout of a matrix, or of a column of a row-major matrix. All zero: dense columns.
/// A pointer with such a layout cannot pass through a phi, a call or memory (refusePlaced).
struct Placement {
  uint32_t matrixStride = 0;  ///< bytes from one column or row to the next
  bool isRowMajor = false;
  uint32_t componentStride = 0;  ///< bytes from one part of the column to the next

  bool operator==(const Placement &) const = default;
};

/// The size and alignment of a type in memory.
/// Tail padding is left out, since a following member may lie in it.
struct Extent {
  uint64_t size = 0;       ///< bytes without tail padding; 0 for a runtime array
  uint64_t alignment = 1;  ///< natural alignment in bytes
};

/// The extent of a type. Reports an error for a type without a layout, or over 2^40 bytes.
/// Extents without a placement are cached in ShaderState.
Extent extentOf(Translator &translator, uint32_t type, const Placement &placement = {});

/// The stride of an OpTypeArray or OpTypeRuntimeArray in bytes, never 0.
/// The decoration ArrayStride, or the padded size of an element.
uint64_t strideOf(Translator &translator, uint32_t arrayType);
/// The stride of OpPtrAccessChain over a pointer type in bytes, never 0.
uint64_t pointerStrideOf(Translator &translator, uint32_t pointerType);
/// Bytes from one column (column-major) or row (row-major) of a matrix to the next.
uint64_t matrixStrideOf(Translator &translator, uint32_t matrixType, const Placement &placement);

/// The offset of a structure member in bytes.
/// The decoration Offset, or the next place by natural alignment. An error in a member's type gives
/// 0.
uint64_t memberOffset(Translator &translator, uint32_t structType, uint32_t member);
/// The matrix layout that a structure member states; all zero without one.
/// Decorations of the member: MatrixStride, and RowMajor with it.
Placement memberPlacement(Translator &translator, uint32_t structType, uint32_t member);

/// The LLVM type of a variable: as many bytes as the extent, at least one. Dense arrays of scalars
/// and vectors keep their element type, for the optimiser.
/// A boolean is a byte in memory, so it is never a plain element.
llvm::Type *memoryType(Translator &translator, uint32_t type);

}  // namespace spirv_ll
