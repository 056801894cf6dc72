// Translates loads, stores, copies and access chains of kernels (SPIR-V 1.5 §3.32.8).
//
// OpAccessChain becomes one getelementptr over the pointee type; a structure index must be
// constant. Its result inherits Volatile from the base pointer and from members on its way.
//
// OpCopyMemory is a memcpy of the pointee's size. Stated alignments are kept; otherwise the ABI
// alignment of the type applies. An alignment of 0, which an old version of the Khronos translator
// wrote, means none. Alias scopes (SPV_INTEL_memory_access_aliasing) are checked and dropped.
//
// Loads and stores of whole aggregates keep LLVM's form up to 1024 elements. Shaders have their own
// handlers with explicit layouts (shader/shader_memory.cpp).
//
// For example, the address of p->member[i] of a structure %S:
//
//   %q = OpInBoundsAccessChain %pointer %p %one %i
//   %q = getelementptr inbounds %S, ptr addrspace(1) %p, i32 0, i32 1, i32 %i
//
//   OpPtrAccessChain %pointer %p %k %one      has an element index first, in place of the i32 0
#include <bit>

#include "binary/grammar.h"
#include "llvm/IR/Constants.h"
#include "memory/memory_access.h"
#include "translator/handlers.h"
#include "translator/memory_form.h"

namespace spirv_ll {
namespace {

/// The stated alignment, or the ABI alignment of the type in memory.
llvm::Align alignmentFor(Translator &translator, const Access &access, llvm::Type *type) {
  return access.alignment ? *access.alignment : naturalAlignment(translator, type);
}

bool isPointer(Translator &translator, llvm::Value *value) {
  if (!value->getType()->isPointerTy()) {
    translator.fail("an operand is not a pointer", Error::Kind::invalid);
    return false;
  }
  return true;
}

/// An opaque structure has no size, and a function or a void no value.
bool isLoadable(Translator &translator, llvm::Type *type) {
  if (!type->isSized() || !type->isFirstClassType()) {
    translator.fail("a value of this type is not supported");
    return false;
  }
  return true;
}

/// Operands: pointer, then memory operands. An integer of unusual width is loaded in its memory
/// type and truncated.
void translateLoad(Translator &translator, const Instruction &instruction) {
  if (const uint32_t sampler = translator.index().samplerOf(instruction.operand(0))) {
    return translator.setValue(instruction, translator.value(sampler));
  }
  llvm::Value *pointer = translator.value(instruction.operand(0));
  const Access access = readAccess(translator, instruction, 1);
  llvm::Type *type = translator.type(instruction.type);
  if (!isPointer(translator, pointer) || !isLoadable(translator, type) ||
      !pointsTo(translator, instruction.operand(0), type)) {
    return;
  }
  const bool isVolatile =
      access.isVolatile ||
      translator.annotations().has(instruction.operand(0), spv::Decoration::Volatile);
  llvm::LoadInst *load =
      translator.builder().CreateAlignedLoad(translator.types().memoryForm(type), pointer,
                                             alignmentFor(translator, access, type), isVolatile);
  mark(translator, load, access);
  translator.setValue(instruction, fromMemory(translator, translator.builder(), load, type));
}

/// Operands: pointer, value, then memory operands.
void translateStore(Translator &translator, const Instruction &instruction) {
  llvm::Value *pointer = translator.value(instruction.operand(0));
  llvm::Value *value = translator.value(instruction.operand(1));
  const Access access = readAccess(translator, instruction, 2);
  if (!isPointer(translator, pointer) || !isLoadable(translator, value->getType()) ||
      !pointsTo(translator, instruction.operand(0), value->getType())) {
    return;
  }
  if (value->getType()->isAggregateType() &&
      translator.types().shape(value->getType()).leaves > 1024) {
    return translator.fail("a value of more than 1024 elements outside of memory is not supported");
  }
  const bool isVolatile =
      access.isVolatile ||
      translator.annotations().has(instruction.operand(0), spv::Decoration::Volatile);
  llvm::Value *stored = toMemory(translator, translator.builder(), value);
  if (!stored) {
    return;
  }
  llvm::StoreInst *store = translator.builder().CreateAlignedStore(
      stored, pointer, alignmentFor(translator, access, value->getType()), isVolatile);
  mark(translator, store, access);
}

/// Emits a memcpy. Up to two masks of memory operands start at `first`: the target's, then the
/// source's. Without an alignment, the ABI alignment of `type` applies.
/// With one mask only, it holds for both pointers (SPIR-V 1.6 §3.32.8).
void copy(Translator &translator, const Instruction &instruction, size_t first, llvm::Type *type,
          llvm::Value *size) {
  llvm::Value *target = translator.value(instruction.operand(0));
  llvm::Value *source = translator.value(instruction.operand(1));
  if (!isPointer(translator, target) || !isPointer(translator, source)) {
    return;
  }
  for (size_t i = 0; i < 2; ++i) {
    if (isPointerToFunction(translator, translator.index().typeIdOf(instruction.operand(i)))) {
      return translator.fail("a pointer to a function has no memory", Error::Kind::invalid);
    }
  }
  const Access forTarget = readAccess(translator, instruction, first);
  const Access second = readAccess(translator, instruction, first + forTarget.operands);
  const Access &forSource = second.operands != 0 ? second : forTarget;
  llvm::IRBuilder<> &builder = translator.builder();
  if (!size->getType()->isIntegerTy()) {
    return translator.fail("the size is not an integer", Error::Kind::invalid);
  }
  builder.CreateMemCpy(target, alignmentFor(translator, forTarget, type), source,
                       alignmentFor(translator, forSource, type),
                       builder.CreateZExtOrTrunc(size, translator.sizeType()),
                       forTarget.isVolatile || forSource.isVolatile);
}

void translateCopyMemory(Translator &translator, const Instruction &instruction) {
  const uint32_t pointer = translator.index().typeIdOf(instruction.operand(0));
  llvm::Type *type = translator.type(translator.index().pointeeId(pointer));
  if (!type->isSized()) {
    return translator.fail("memory of this type is not supported");
  }
  const uint64_t size =
      translator.module().getDataLayout().getTypeAllocSize(translator.types().memoryForm(type));
  copy(translator, instruction, 2, type, translator.builder().getInt64(size));
}

/// Alignment 1 by default: the size does not tell the type of the content.
void translateCopySized(Translator &translator, const Instruction &instruction) {
  copy(translator, instruction, 3, translator.builder().getInt8Ty(),
       translator.value(instruction.operand(2)));
}

/// The type id selected by one index; 0, and an error, for an invalid index. The index of a
/// structure member becomes an i32, as getelementptr requires.
/// Elements of vectors, arrays and matrices have one type for all indices. The index of a
/// cooperative matrix counts the components that the work-item holds.
uint32_t step(Translator &translator, uint32_t type, uint32_t indexId, llvm::Value *&index) {
  if (const MatrixType *matrix = translator.matrices().find(type)) {
    translator.matrices().addUser(translator.body().function());
    return matrix->component;
  }
  if (translator.index().opOf(type) != spv::Op::OpTypeStruct) {
    return translator.index().elementId(type);
  }
  const auto member = translator.integer(indexId);
  if (!member || *member >= translator.index().find(type)->operands.size()) {
    translator.fail("the index of a member is not a constant, or too large", Error::Kind::invalid);
    return 0;
  }
  index = translator.builder().getInt32(static_cast<uint32_t>(*member));
  return translator.index().elementId(type, static_cast<uint32_t>(*member));
}

/// The first index of a getelementptr counts whole pointees: the operand Element of the Ptr
/// variants, else 0. An i64 or i32 index is signed in both languages.
template <bool hasElement, bool isInBounds>
void translateAccessChain(Translator &translator, const Instruction &instruction) {
  llvm::Value *base = translator.value(instruction.operand(0));
  const uint32_t pointee = translator.index().pointeeIdOf(instruction.operand(0));
  llvm::Type *source = translator.types().memoryForm(translator.type(pointee));
  if (!isPointer(translator, base) || !source->isSized()) {
    return translator.fail("a pointer to this type is not supported");
  }
  llvm::SmallVector<llvm::Value *> indices;
  if (!hasElement) {
    indices.push_back(translator.builder().getInt32(0));
  }
  uint32_t type = pointee;
  bool isVolatile = translator.annotations().has(instruction.operand(0), spv::Decoration::Volatile);
  for (uint32_t id : instruction.operandsFrom(1)) {
    llvm::Value *index = translator.value(id);
    if (!index->getType()->isIntegerTy()) {
      return translator.fail("an index is not an integer", Error::Kind::invalid);
    }
    if (!indices.empty()) {
      const auto member = static_cast<uint32_t>(translator.integer(id).value_or(0));
      isVolatile |= translator.annotations().isVolatile(type, member);
      type = step(translator, type, id, index);
      if (type == 0) {
        return translator.fail("an index leads into no part of the type", Error::Kind::invalid);
      }
    }
    indices.push_back(index);
  }
  // The validator has not seen chains into cooperative matrices.
  if (!translator.matrices().empty() && type != translator.index().pointeeId(instruction.type)) {
    return translator.fail("the result does not point to this part", Error::Kind::invalid);
  }
  if (isVolatile) {
    translator.annotations().decorate(instruction.id, {spv::Decoration::Volatile, {}});
  }
  llvm::IRBuilder<> &builder = translator.builder();
  translator.setValue(instruction, isInBounds ? builder.CreateInBoundsGEP(source, base, indices)
                                              : builder.CreateGEP(source, base, indices));
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpLoad, translateLoad},
    {spv::Op::OpStore, translateStore},
    {spv::Op::OpCopyMemory, translateCopyMemory},
    {spv::Op::OpCopyMemorySized, translateCopySized},
    {spv::Op::OpAccessChain, translateAccessChain<false, false>},
    {spv::Op::OpInBoundsAccessChain, translateAccessChain<false, true>},
    {spv::Op::OpPtrAccessChain, translateAccessChain<true, false>},
    {spv::Op::OpInBoundsPtrAccessChain, translateAccessChain<true, true>},
};

}  // namespace

/// The largest types of OpenCL C have 128 bytes. Vectors of LLVM that hold a cooperative matrix may
/// be larger, and need no larger alignment.
llvm::Align naturalAlignment(Translator &translator, llvm::Type *type) {
  constexpr llvm::Align largest = llvm::Align::Constant<128>();
  return std::min(largest, translator.module().getDataLayout().getABITypeAlign(
                               translator.types().memoryForm(type)));
}

/// Bits are those of SPIR-V 1.6 §3.26; the operands of a bit follow the mask in the order of the
/// bits.
Access readAccess(Translator &translator, const Instruction &instruction, size_t first) {
  constexpr uint32_t volatileBit = 1;
  constexpr uint32_t alignedBit = 2;
  constexpr uint32_t nontemporalBit = 4;
  constexpr uint32_t scopeBits = 0x18;  // MakePointerAvailable, MakePointerVisible: a scope each
  constexpr uint32_t nonPrivateBit = 0x20;
  constexpr uint32_t aliasBits = 0x30000;  // AliasScope, NoAlias: a list each
  constexpr uint32_t largest = uint32_t{1} << 28;
  Access access;
  if (first >= instruction.operands.size()) {
    return access;
  }
  const uint32_t mask = instruction.operand(first);
  access.operands = 1;
  access.isVolatile = mask & volatileBit;
  access.isNontemporal = mask & nontemporalBit;
  if (mask & alignedBit) {
    const uint32_t alignment = instruction.operand(first + 1);
    ++access.operands;
    // Old versions of the Khronos translator write 0 for no alignment; the conformance tests
    // contain it.
    if (alignment != 0 && (!llvm::isPowerOf2_32(alignment) || alignment > largest)) {
      translator.fail("an alignment of " + std::to_string(alignment) + " bytes is not supported");
    } else {
      access.alignment = llvm::MaybeAlign(alignment);
    }
  }
  access.operands += static_cast<size_t>(std::popcount(mask & scopeBits));
  for (int left = std::popcount(mask & aliasBits); left > 0; --left) {
    const uint32_t list = instruction.operand(first + access.operands++);
    if (translator.index().opOf(list) != spv::Op::OpAliasScopeListDeclINTEL) {
      translator.fail("not a list of alias scopes", Error::Kind::invalid);
    }
  }
  if (mask & ~(volatileBit | alignedBit | nontemporalBit | scopeBits | nonPrivateBit | aliasBits)) {
    translator.fail("the memory operands " + std::to_string(mask) + " are not supported");
  }
  return access;
}

void mark(Translator &translator, llvm::Instruction *instruction, const Access &access) {
  if (access.isNontemporal) {
    instruction->setMetadata(
        llvm::LLVMContext::MD_nontemporal,
        llvm::MDNode::get(translator.context(),
                          llvm::ConstantAsMetadata::get(translator.builder().getInt32(1))));
  }
}

HandlerTable memoryHandlers() {
  return rows;
}

}  // namespace spirv_ll
