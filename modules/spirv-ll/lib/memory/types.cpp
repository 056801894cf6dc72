// Translates type declarations (SPIR-V 1.5 §3.32.6) to LLVM types.
//
// Scalars, vectors, arrays and structures map one to one; booleans are i1. Pointers are opaque and
// keep only their address space, which the storage class decides (SPIR-V 1.6 §3.7): CrossWorkgroup
// is global memory, Workgroup local, UniformConstant constant, Function private, Generic generic
// memory.
//
// Sizes are limited to 2^40 bytes (2^31 for 32-bit devices) when a type is made, so that no later
// sum of offsets overflows. The depth of nesting is limited to 128 levels, since LLVM recurses into
// types and a hostile module could exhaust the stack.
//
//   SPIR-V                                LLVM
//   OpTypeInt 16 0, OpTypeInt 16 1        i16: signs belong to instructions
//   OpTypeFloat 16 BFloat16KHR            i16 (translator/bfloat16.h)
//   OpTypeVector %float 3                 <3 x float>, with the size of four in memory
//
//   OpTypeStruct %int %p, CPacked         <{ i32, ptr addrspace(1) }>
//   OpTypePointer Workgroup %int          ptr addrspace(3)
//   OpTypeEvent, OpTypeImage …            target("spirv.Event"), target("spirv.Image", …)
#include <bit>

#include "binary/grammar.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "shims/newer.h"
#include "shims/odd_integers.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

constexpr uint64_t maximumSize64 = uint64_t{1} << 40;
constexpr uint64_t maximumSize32 = uint64_t{1} << 31;
constexpr unsigned maximumDepth = 128;

/// The size in memory; 0 for a type without one.
uint64_t sizeOf(Translator &translator, llvm::Type *type) {
  // The types of both branches must agree, or the size would be truncated.
  return type->isSized()
             ? translator.module().getDataLayout().getTypeAllocSize(type).getFixedValue()
             : uint64_t{0};
}

/// True if an aggregate of `count` times these elements is below the size limit; reports an error
/// if not.
/// Without the limit, a later sum of offsets in LLVM could overflow 64 bits.
bool isSmall(Translator &translator, llvm::ArrayRef<llvm::Type *> elements, uint64_t count) {
  const uint64_t limit = translator.device().addressBits == 32 ? maximumSize32 : maximumSize64;
  uint64_t size = 0;
  for (llvm::Type *element : elements) {
    // Padding at most doubles the size, except for vectors, whose alignment is at most 128 bytes.
    size += sizeOf(translator, element) * 2 + 128;
  }
  if (size != 0 && count > limit / size) {
    translator.fail("the type is too large");
    return false;
  }
  return true;
}

void translateVoid(Translator &translator, const Instruction &instruction) {
  translator.types().set(instruction.id, translator.builder().getVoidTy());
}

void translateBool(Translator &translator, const Instruction &instruction) {
  translator.types().set(instruction.id, translator.builder().getInt1Ty());
}

/// The operand Signedness is ignored: handlers know the sign from the opcode.
void translateInt(Translator &translator, const Instruction &instruction) {
  const uint32_t width = instruction.operand(0);
  // One bit would be a boolean.
  if (!isPlainWidth(width) && (!translator.types().hasOddIntegers() || width < 2 || width > 64)) {
    return translator.fail("integers of " + std::to_string(width) + " bits are not supported");
  }
  translator.types().set(instruction.id, translator.builder().getIntNTy(width));
}

/// The widths of OpenCL C, and bfloat16, the one type with an encoding (shims/bfloat16_rules.cpp).
void translateFloat(Translator &translator, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = translator.builder();
  const uint32_t width = instruction.operand(0);
  if (instruction.operands.size() > 1) {
    translator.types().set(instruction.id, builder.getInt16Ty());
    return translator.types().setBFloat16(instruction.id);
  }
  if (width != 16 && width != 32 && width != 64) {
    return translator.fail("floating-point numbers of " + std::to_string(width) +
                           " bits are not supported");
  }
  translator.types().set(instruction.id, width == 16   ? builder.getHalfTy()
                                         : width == 32 ? builder.getFloatTy()
                                                       : builder.getDoubleTy());
}

/// OpenCL C's lengths (OpenCL C 3.0 §6.3.2). It has no vectors of pointers
/// (SPV_INTEL_masked_gather_scatter).
void translateVector(Translator &translator, const Instruction &instruction) {
  const uint32_t count = instruction.operand(1);
  llvm::Type *element = translator.type(instruction.operand(0));
  if ((!std::has_single_bit(count) && count != 3) || count < 2 || count > 16 ||
      !llvm::VectorType::isValidElementType(element) ||
      (element->isPointerTy() && !translator.index().declares(MaskedGatherScatterINTEL))) {
    return translator.fail("not a vector that OpenCL has", Error::Kind::invalid);
  }
  translator.types().set(instruction.id, llvm::FixedVectorType::get(element, count));
  if (translator.types().isBFloat16(instruction.operand(0))) {
    translator.types().setBFloat16(instruction.id);
  }
}

/// True if a type is an OpTypeOpaque, allowed behind pointers only.
bool isIncomplete(llvm::Type *type) {
  return llvm::isa<llvm::StructType>(type) && !type->isSized();
}

/// The length may be a specialization constant; it is known here.
void translateArray(Translator &translator, const Instruction &instruction) {
  llvm::Type *element = translator.type(instruction.operand(0));
  const auto length = translator.integer(instruction.operand(1));
  if (!length || *length == 0) {
    return translator.fail("the length is not a positive constant");
  }
  if (!llvm::ArrayType::isValidElementType(element) || isIncomplete(element)) {
    return translator.fail("the type of the elements is not supported");
  }
  if (isSmall(translator, element, *length)) {
    llvm::Type *type = llvm::ArrayType::get(element, *length);
    setShape(translator, type, element, *length);
    translator.types().set(instruction.id, type);
  }
}

/// A structure with an OpName becomes a named LLVM structure, for readable dumps. Equal structures
/// without a name are one LLVM type.
void translateStruct(Translator &translator, const Instruction &instruction) {
  llvm::SmallVector<llvm::Type *> members;
  for (uint32_t member : instruction.operands) {
    members.push_back(translator.type(member));
    if (!llvm::StructType::isValidElementType(members.back()) || isIncomplete(members.back())) {
      return translator.fail("the type of a member is not supported");
    }
  }
  if (!isSmall(translator, members, 1)) {
    return;
  }
  const bool packed = translator.annotations().has(instruction.id, spv::Decoration::CPacked);
  const llvm::StringRef name = translator.annotations().name(instruction.id);
  llvm::StructType *type =
      name.empty() ? llvm::StructType::get(translator.context(), members, packed)
                   : llvm::StructType::create(translator.context(), members, name, packed);
  setShape(translator, type, members, 1);
  translator.types().set(instruction.id, type);
}

/// Maps a storage class to Clang's number for SPIR. Empty for classes of other shaders and of
/// graphics.
std::optional<unsigned> findAddressSpace(uint32_t storageClass) {
  switch (static_cast<spv::StorageClass>(storageClass)) {
    case spv::StorageClass::Function:
    case spv::StorageClass::Input:
    case spv::StorageClass::Private:           // Private and PushConstant are allowed
    case spv::StorageClass::PushConstant:      // by capabilities of shaders only
    case spv::StorageClass::CodeSectionINTEL:  // LLVM's functions are in this space
      return privateSpace;
    case spv::StorageClass::CrossWorkgroup:
    case spv::StorageClass::DeviceOnlyINTEL:
    case spv::StorageClass::HostOnlyINTEL:
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::PhysicalStorageBuffer:
      return globalSpace;
    case spv::StorageClass::UniformConstant:
      return constantSpace;
    case spv::StorageClass::Workgroup:
      return localSpace;
    case spv::StorageClass::Generic:
      return genericSpace;
    default:
      return std::nullopt;
  }
}

void translatePointer(Translator &translator, const Instruction &instruction) {
  translator.types().set(
      instruction.id,
      llvm::PointerType::get(translator.context(), pointerSpace(instruction.operand(0))));
}

/// A structure may hold a pointer to itself: the pointer type is declared before the structure, and
/// opaque in LLVM anyway.
void translateForwardPointer(Translator &translator, const Instruction &instruction) {
  translator.types().set(
      instruction.operand(0),
      llvm::PointerType::get(translator.context(), pointerSpace(instruction.operand(1))));
}

void translateFunction(Translator &translator, const Instruction &instruction) {
  llvm::Type *result = translator.type(instruction.operand(0));
  llvm::SmallVector<llvm::Type *> parameters;
  for (uint32_t parameter : instruction.operandsFrom(1)) {
    parameters.push_back(translator.type(parameter));
    if (!llvm::FunctionType::isValidArgumentType(parameters.back())) {
      return translator.fail("the type of a parameter is not supported");
    }
  }
  if (!llvm::FunctionType::isValidReturnType(result)) {
    return translator.fail("the type of the result is not supported");
  }
  translator.types().set(instruction.id, llvm::FunctionType::get(result, parameters, false));
}

/// OpTypeOpaque: only pointers to it can be used.
void translateOpaque(Translator &translator, const Instruction &instruction) {
  translator.types().set(
      instruction.id,
      llvm::StructType::create(translator.context(), readString(instruction.operands, 0).text));
}

void translateEvent(Translator &translator, const Instruction &instruction) {
  translator.types().set(instruction.id,
                         llvm::TargetExtType::get(translator.context(), "spirv.Event"));
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpTypeVoid, translateVoid},
    {spv::Op::OpTypeBool, translateBool},
    {spv::Op::OpTypeInt, translateInt},
    {spv::Op::OpTypeFloat, translateFloat},
    {spv::Op::OpTypeVector, translateVector},
    {spv::Op::OpTypeArray, translateArray},
    {spv::Op::OpTypeStruct, translateStruct},
    {spv::Op::OpTypePointer, translatePointer},
    {spv::Op::OpTypeForwardPointer, translateForwardPointer},
    {spv::Op::OpTypeFunction, translateFunction},
    {spv::Op::OpTypeOpaque, translateOpaque},
    {spv::Op::OpTypeEvent, translateEvent},
};

}  // namespace

void setShape(Translator &translator, llvm::Type *type, llvm::ArrayRef<llvm::Type *> elements,
              uint64_t count) {
  TypeTable::Shape shape{.depth = 0, .leaves = 0};
  for (llvm::Type *element : elements) {
    const TypeTable::Shape part = translator.types().shape(element);
    shape.depth = std::max(shape.depth, part.depth);
    // The number of elements is too small for the sum to overflow.
    shape.leaves += part.leaves;
  }
  ++shape.depth;
  shape.leaves = std::max<uint64_t>(shape.leaves, 1);
  if (shape.depth > maximumDepth) {
    return translator.fail("types nested more than " + std::to_string(maximumDepth) + " deep");
  }
  if (count > maximumSize64 / shape.leaves) {
    return translator.fail("the type is too large");
  }
  shape.leaves *= count;
  translator.types().setShape(type, shape);
}

unsigned addressSpace(Translator &translator, uint32_t storageClass) {
  const auto space = findAddressSpace(storageClass);
  if (!space) {
    translator.fail("the storage class " +
                    enumerantName(EnumerantKind::StorageClass, storageClass) + " is not supported");
  }
  return space.value_or(privateSpace);
}

unsigned pointerSpace(uint32_t storageClass) {
  return findAddressSpace(storageClass).value_or(privateSpace);
}

bool isPointerToFunction(const Translator &translator, uint32_t type) {
  const ModuleIndex &index = translator.index();
  return index.opOf(index.pointeeId(type)) == spv::Op::OpTypeFunction;
}

/// Recursion ends at scalars and vectors, and its depth is limited with the depth of types.
bool holdsOpaque(llvm::Type *type) {
  if (auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) {
    return !opaque->hasProperty(llvm::TargetExtType::HasZeroInit);
  }
  return type->isAggregateType() && llvm::any_of(type->subtypes(), holdsOpaque);
}

HandlerTable typeHandlers() {
  return rows;
}

}  // namespace spirv_ll
