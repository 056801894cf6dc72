// Computes the layout of shader types recursively, from decorations or by natural alignment.
//
// Extents are cached per type. Only a matrix depends on the member that contains it, so a type is
// computed again only on the way from such a member through arrays to the matrix. Sums saturate and
// are limited to 2^40 bytes, so that a hostile stride cannot overflow.
//
// For example, in a block with std140 layout:
//
//   struct { float a; mat3 m; float b[2]; }
//   a  Offset 0                       size 4
//   m  Offset 16, MatrixStride 16     size 2 * 16 + 12 = 44
//
//   b  Offset 64, ArrayStride 16      size 1 * 16 + 4 = 20, so the block has 84 bytes
#include "shader/block_layout.h"

#include "llvm/Support/MathExtras.h"
#include "shader/shader.h"

namespace spirv_ll {
namespace {

constexpr uint64_t maximumSize = uint64_t{1} << 40;

/// The operand of the first decoration of a kind.
std::optional<uint32_t> operandOf(llvm::ArrayRef<Decoration> list, spv::Decoration kind) {
  for (const Decoration &decoration : list) {
    if (decoration.kind == kind) {
      return decoration.operands.empty() ? 0 : decoration.operands[0];
    }
  }
  return std::nullopt;
}

/// The decorations of a member; empty without any.
llvm::ArrayRef<Decoration> decorationsOf(Translator &translator, uint32_t structType,
                                         uint32_t member) {
  const auto found = translator.shader().members.find({structType, member});
  return found == translator.shader().members.end() ? llvm::ArrayRef<Decoration>() : found->second;
}

/// The size with tail padding, as a stride; at least 1, so that divisions by it are defined.
uint64_t paddedSize(const Extent &extent) {
  return std::max<uint64_t>(llvm::alignTo(extent.size, extent.alignment), 1);
}

/// The size of `count` elements `stride` bytes apart; an error above the limit.
uint64_t sizeOfRow(Translator &translator, uint64_t count, uint64_t stride, uint64_t last) {
  const uint64_t size =
      count == 0 ? 0 : llvm::SaturatingMultiplyAdd<uint64_t>(count - 1, stride, last);
  if (size > maximumSize) {
    translator.fail("the type is too large");
    return 0;
  }
  return size;
}

/// A column of a row-major matrix has its components a row apart. Otherwise a vector is as aligned
/// as its size rounded up to a power of two, as LLVM has it.
Extent extentOfVector(Translator &translator, const Instruction &type, const Placement &placement) {
  const Extent scalar = extentOf(translator, type.operand(0));
  const uint64_t count = type.operand(1);
  const uint64_t size = sizeOfRow(
      translator, count, std::max<uint64_t>(placement.componentStride, scalar.size), scalar.size);
  return {size, placement.componentStride != 0 ? scalar.alignment
                                               : llvm::PowerOf2Ceil(scalar.size * count)};
}

/// Column-major: columns a stride apart. Row-major: rows a stride apart, each as long as there are
/// columns.
Extent extentOfMatrix(Translator &translator, const Instruction &type, const Placement &placement) {
  const Extent column = extentOf(translator, type.operand(0));
  const uint64_t stride = matrixStrideOf(translator, type.id, placement);
  if (!placement.isRowMajor) {
    return {sizeOfRow(translator, type.operand(1), stride, column.size), column.alignment};
  }
  const Instruction *columnType = translator.index().find(type.operand(0));
  const Extent scalar = extentOf(translator, columnType->operand(0));
  return {sizeOfRow(translator, columnType->operand(1), stride, scalar.size * type.operand(1)),
          scalar.alignment};
}

/// A runtime array has size 0: its length is known to the buffer only.
Extent extentOfArray(Translator &translator, const Instruction &type, const Placement &placement) {
  const Extent element = extentOf(translator, type.operand(0), placement);
  const auto length = type.op == spv::Op::OpTypeArray ? translator.integer(type.operand(1)) : 0;
  return {sizeOfRow(translator, length.value_or(0), strideOf(translator, type.id), element.size),
          element.alignment};
}

/// Members may be in any order and even overlap, so the size is the largest end of a member.
Extent extentOfStruct(Translator &translator, const Instruction &type) {
  Extent whole;
  for (uint32_t member = 0; member < type.operands.size() && !translator.failed(); ++member) {
    const Extent part =
        extentOf(translator, type.operand(member), memberPlacement(translator, type.id, member));
    const auto offset =
        operandOf(decorationsOf(translator, type.id, member), spv::Decoration::Offset);
    const uint64_t begin = offset ? *offset : llvm::alignTo(whole.size, part.alignment);
    whole.size = std::max(whole.size, begin + part.size);
    whole.alignment = std::max(whole.alignment, part.alignment);
  }
  if (whole.size > maximumSize) {
    translator.fail("the type is too large");
  }
  return whole;
}

/// Recursion is bounded by the depth of types (memory/types.cpp).
Extent computeExtent(Translator &translator, uint32_t id, const Placement &placement) {
  const Instruction *type = translator.index().find(id);
  switch (type ? type->op : spv::Op::OpNop) {
    case spv::Op::OpTypeBool:
      return {1, 1};
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      return {type->operand(0) / 8, std::max<uint64_t>(type->operand(0) / 8, 1)};
    case spv::Op::OpTypePointer: {
      const uint64_t size = translator.device().addressBits / 8;
      return {size, size};
    }
    case spv::Op::OpTypeVector:
      return extentOfVector(translator, *type, placement);
    case spv::Op::OpTypeMatrix:
      return extentOfMatrix(translator, *type, placement);
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
      return extentOfArray(translator, *type, placement);
    case spv::Op::OpTypeStruct:
      return extentOfStruct(translator, *type);
    default:
      translator.fail("memory of this type is not supported");
      return {};
  }
}

}  // namespace

/// Only types without a placement are cached. A placement passes through arrays to a matrix and is
/// computed each time.
/// The cache makes nested types linear: each is computed once.
Extent extentOf(Translator &translator, uint32_t id, const Placement &placement) {
  if (placement != Placement() && translator.index().opOf(id) != spv::Op::OpTypeStruct) {
    return computeExtent(translator, id, placement);
  }
  const auto known = translator.shader().extents.find(id);
  if (known != translator.shader().extents.end()) {
    return known->second;
  }
  const Extent extent = computeExtent(translator, id, {});
  translator.shader().extents[id] = extent;
  return extent;
}

uint64_t strideOf(Translator &translator, uint32_t arrayType) {
  const auto stride =
      operandOf(translator.annotations().decorations(arrayType), spv::Decoration::ArrayStride);
  if (stride && *stride == 0) {
    translator.fail("the array stride is 0", Error::Kind::invalid);
  }
  return stride && *stride != 0
             ? *stride
             : paddedSize(extentOf(translator, translator.index().elementId(arrayType)));
}

uint64_t pointerStrideOf(Translator &translator, uint32_t pointerType) {
  const auto stride =
      operandOf(translator.annotations().decorations(pointerType), spv::Decoration::ArrayStride);
  return stride && *stride != 0
             ? *stride
             : paddedSize(extentOf(translator, translator.index().pointeeId(pointerType)));
}

uint64_t matrixStrideOf(Translator &translator, uint32_t matrixType, const Placement &placement) {
  return placement.matrixStride != 0
             ? placement.matrixStride
             : paddedSize(extentOf(translator, translator.index().elementId(matrixType)));
}

/// Without offsets the members before it are walked, each at the next aligned place.
uint64_t memberOffset(Translator &translator, uint32_t structType, uint32_t member) {
  const Instruction *type = translator.index().find(structType);
  uint64_t end = 0;
  for (uint32_t i = 0; i <= member && !translator.failed(); ++i) {
    const auto offset =
        operandOf(decorationsOf(translator, structType, i), spv::Decoration::Offset);
    if (i == member && offset) {
      return *offset;
    }
    const Extent part =
        extentOf(translator, type->operand(i), memberPlacement(translator, structType, i));
    const uint64_t begin = offset ? *offset : llvm::alignTo(end, part.alignment);
    if (i == member) {
      return begin;
    }
    end = std::max(end, begin + part.size);
  }
  return 0;
}

Placement memberPlacement(Translator &translator, uint32_t structType, uint32_t member) {
  const auto list = decorationsOf(translator, structType, member);
  Placement placement;
  placement.matrixStride = operandOf(list, spv::Decoration::MatrixStride).value_or(0);
  placement.isRowMajor =
      placement.matrixStride != 0 && operandOf(list, spv::Decoration::RowMajor).has_value();
  return placement;
}

/// A dense array gives the optimiser element types for SROA; everything else is bytes.
llvm::Type *memoryType(Translator &translator, uint32_t id) {
  const Instruction *type = translator.index().find(id);
  const uint64_t size = std::max<uint64_t>(extentOf(translator, id).size, 1);
  llvm::Type *bytes = llvm::ArrayType::get(translator.builder().getInt8Ty(), size);
  llvm::Type *plain = bytes;
  if (translator.failed()) {
    return bytes;
  }
  if (type->op == spv::Op::OpTypeArray) {
    llvm::Type *element = memoryType(translator, type->operand(0));
    const bool isDense =
        translator.module().getDataLayout().getTypeAllocSize(element) == strideOf(translator, id);
    plain = isDense ? llvm::ArrayType::get(element, *translator.integer(type->operand(1))) : bytes;
  } else if (type->op != spv::Op::OpTypeStruct && type->op != spv::Op::OpTypeMatrix) {
    llvm::Type *value = translator.type(id);
    plain = value->isIntOrIntVectorTy(1) ? bytes : value;
  }
  return plain;
}

}  // namespace spirv_ll
