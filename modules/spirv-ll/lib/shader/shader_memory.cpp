// Translates loads, stores and access chains of shaders (SPIR-V 1.5 §3.32.8) with explicit layouts.
//
// A pointer is an address plus, for a matrix or a part of one, a Placement (block_layout.h). An
// access chain adds up the constant offsets of its indices and emits one getelementptr for each
// index known only at run time. A load or store of an aggregate is split into loads and stores of
// scalars and vectors at computed offsets; LLVM's alignment and type rules never decide where a
// member lies. A boolean is a byte, 0 or 1.
//
// OpArrayLength divides the buffer's size, an argument of the kernel, by the stride of the array. A
// Placement cannot pass through a phi, a select, a call or memory: refusePlaced() reports an error.
//
// For example, with struct { float a; vec3 b[4]; }, b at offset 16 with stride 16:
//
//   OpAccessChain %p %block %one %i %two     b[i].z
//   bytes: 16 + 16 i + 8                     one getelementptr for i, one for the 24 constant bytes
//
//   OpLoad of the whole structure            load float at 0, load <3 x float> at 16, 32, 48, 64
#include "shader/shader_memory.h"
#include "binary/grammar.h"
#include "llvm/IR/Constants.h"
#include "memory/memory_access.h"
#include "shader/interface_variables.h"
#include "shader/shader.h"
#include "translator/handlers.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::Value;

constexpr uint64_t maximumLeaves = 1024;

/// A typed location: address, type id and matrix layout.
/// The type is an id of SPIR-V: LLVM's pointers have no pointee.
struct Memory {
  Value *address;
  uint32_t type;
  Placement placement;
};

/// Loads and stores values element by element, all with the same memory operands.
class Accessor {
 public:
  Accessor(Translator &translator, const Access &access)
      : translator_(translator), access_(access) {}

  /// Loads the value at `offset` bytes behind the address; recursion goes down to plain parts.
  Value *load(const Memory &memory, uint64_t offset = 0) {
    if (translator_.failed()) {
      return llvm::PoisonValue::get(translator_.type(memory.type));
    }
    if (isPlain(memory)) {
      return loadPlain(memory.address, translator_.type(memory.type), offset);
    }
    llvm::IRBuilder<> &builder = translator_.builder();
    llvm::Type *type = translator_.type(memory.type);
    Value *whole = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < countOf(type); ++i) {
      uint64_t place = offset;
      Value *element = load(part(memory, i, place), place);
      whole = type->isVectorTy() ? builder.CreateInsertElement(whole, element, i)
                                 : builder.CreateInsertValue(whole, element, i);
    }
    return whole;
  }

  /// Stores in the same order as load().
  void store(const Memory &memory, Value *value, uint64_t offset = 0) {
    if (translator_.failed()) {
      return;
    }
    if (isPlain(memory)) {
      return storePlain(memory.address, value, offset);
    }
    llvm::IRBuilder<> &builder = translator_.builder();
    llvm::Type *type = value->getType();
    for (unsigned i = 0; i < countOf(type); ++i) {
      uint64_t place = offset;
      Value *element = type->isVectorTy() ? builder.CreateExtractElement(value, i)
                                          : builder.CreateExtractValue(value, i);
      store(part(memory, i, place), element, place);
    }
  }

 private:
  /// True if one LLVM load reads the whole value.
  /// Scalars, pointers and dense vectors are plain.
  bool isPlain(const Memory &memory) const {
    const spv::Op op = translator_.index().opOf(memory.type);
    const bool hasParts = op == spv::Op::OpTypeStruct || op == spv::Op::OpTypeArray ||
                          op == spv::Op::OpTypeMatrix || op == spv::Op::OpTypeRuntimeArray;
    return !hasParts && (op != spv::Op::OpTypeVector || memory.placement.componentStride == 0);
  }

  /// The number of direct elements of an aggregate or a vector.
  static uint64_t countOf(llvm::Type *type) {
    return type->isStructTy()  ? type->getStructNumElements()
           : type->isArrayTy() ? type->getArrayNumElements()
                               : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
  }

  /// The element of this number; its offset is added to `offset`.
  Memory part(const Memory &memory, uint32_t number, uint64_t &offset) {
    const PartStep step = stepInto(translator_, memory.type, memory.placement, number);
    offset += step.offset + step.stride * number;
    return {memory.address, step.type, step.placement};
  }

  /// The address plus a constant; inside of the object, so inbounds.
  Value *at(Value *address, uint64_t offset) {
    llvm::IRBuilder<> &builder = translator_.builder();
    return offset == 0 ? address
                       : builder.CreateInBoundsGEP(
                             builder.getInt8Ty(), address,
                             builder.getIntN(translator_.device().addressBits, offset));
  }

  /// The alignment at an offset: derived from the access's alignment, or the ABI alignment of the
  /// element.
  /// A block may place a vector at a multiple of its component only, so the ABI alignment is the
  /// component's.
  llvm::Align alignmentAt(llvm::Type *type, uint64_t offset) const {
    const llvm::DataLayout &layout = translator_.module().getDataLayout();
    return access_.alignment ? llvm::commonAlignment(*access_.alignment, offset)
                             : layout.getABITypeAlign(type->getScalarType());
  }

  /// A boolean in memory is true for any byte but 0.
  Value *loadPlain(Value *address, llvm::Type *type, uint64_t offset) {
    llvm::IRBuilder<> &builder = translator_.builder();
    const bool isBool = type->isIntOrIntVectorTy(1);
    llvm::Type *stored = isBool ? type->getWithNewType(builder.getInt8Ty()) : type;
    llvm::LoadInst *load = builder.CreateAlignedLoad(
        stored, at(address, offset), alignmentAt(stored, offset), access_.isVolatile);
    mark(translator_, load, access_);
    return isBool ? builder.CreateICmpNE(load, llvm::Constant::getNullValue(stored)) : load;
  }

  /// A boolean is stored as 0 or 1.
  void storePlain(Value *address, Value *value, uint64_t offset) {
    llvm::IRBuilder<> &builder = translator_.builder();
    llvm::Type *type = value->getType();
    if (type->isIntOrIntVectorTy(1)) {
      type = type->getWithNewType(builder.getInt8Ty());
      value = builder.CreateZExt(value, type);
    }
    mark(translator_,
         builder.CreateAlignedStore(value, at(address, offset), alignmentAt(type, offset),
                                    access_.isVolatile),
         access_);
  }

  Translator &translator_;
  const Access access_;
};

/// Reads a pointer operand. Empty, and an error, if the id is no pointer or the pointee has over
/// 1024 elements.
/// Larger values stay in memory: each element would become an instruction.
std::optional<Memory> readPointer(Translator &translator, uint32_t id) {
  Value *pointer = translator.value(id);
  const uint32_t type = translator.index().pointeeIdOf(id);
  if (!pointer->getType()->isPointerTy() || type == 0) {
    translator.fail("an operand is not a pointer", Error::Kind::invalid);
    return std::nullopt;
  }
  if (translator.types().shape(translator.type(type)).leaves > maximumLeaves) {
    translator.fail("a value of more than " + std::to_string(maximumLeaves) +
                    " elements outside of memory is not supported");
    return std::nullopt;
  }
  return Memory{pointer, type, placementOf(translator, id)};
}

/// Adds the volatility of the pointer's decoration to the access.
Access accessTo(Translator &translator, uint32_t pointer, Access access) {
  access.isVolatile |= translator.annotations().has(pointer, spv::Decoration::Volatile);
  return access;
}

/// Operands: pointer, memory operands. Images and samplers are no memory.
void translateLoad(Translator &translator, const Instruction &instruction) {
  const uint32_t pointer = instruction.operand(0);
  if (isHandle(translator, instruction.type)) {
    return loadHandle(translator, instruction);
  }
  const Access access = accessTo(translator, pointer, readAccess(translator, instruction, 1));
  const auto memory = readPointer(translator, pointer);
  if (!memory) {
    return;
  }
  if (memory->type != instruction.type) {
    return translator.fail("the pointer is to another type", Error::Kind::invalid);
  }
  Value *value = Accessor(translator, access).load(*memory);
  translator.setValue(instruction, value);
}

/// Operands: pointer, value, memory operands. A pointer into a matrix is no value to store.
void translateStore(Translator &translator, const Instruction &instruction) {
  const uint32_t pointer = instruction.operand(0);
  const Access access = accessTo(translator, pointer, readAccess(translator, instruction, 2));
  const auto memory = readPointer(translator, pointer);
  Value *value = translator.value(instruction.operand(1));
  refusePlaced(translator, instruction.operand(1));
  if (!memory || translator.failed()) {
    return;
  }
  if (value->getType() != translator.type(memory->type)) {
    return translator.fail("the pointer is to another type", Error::Kind::invalid);
  }
  Accessor(translator, access).store(*memory, value);
}

/// A copy by value, since the two layouts may differ although the types are equal.
void translateCopy(Translator &translator, const Instruction &instruction) {
  const auto target = readPointer(translator, instruction.operand(0));
  const auto source = readPointer(translator, instruction.operand(1));
  const Access forTarget = readAccess(translator, instruction, 2);
  const Access second = readAccess(translator, instruction, 2 + forTarget.operands);
  if (!target || !source) {
    return;
  }
  if (target->type != source->type) {
    return translator.fail("the pointers are to different types", Error::Kind::invalid);
  }
  const Access &forSource = second.operands != 0 ? second : forTarget;
  Value *value =
      Accessor(translator, accessTo(translator, instruction.operand(1), forSource)).load(*source);
  Accessor(translator, accessTo(translator, instruction.operand(0), forTarget))
      .store(*target, value);
}

/// Accumulates the indices of an access chain: constant bytes, and one getelementptr for each other
/// index.
class Chain {
 public:
  Chain(Translator &translator, const Memory &base, bool isInBounds)
      : translator_(translator), memory_(base), isInBounds_(isInBounds) {}

  /// Adds `stride` times the index.
  /// A negative constant wraps and is added as a signed offset.
  void move(Value *index, uint64_t stride) {
    llvm::IRBuilder<> &builder = translator_.builder();
    auto *known = llvm::dyn_cast<llvm::ConstantInt>(index);
    if (known && known->getBitWidth() <= 64) {
      offset_ += static_cast<uint64_t>(known->getSExtValue()) * stride;
      return;
    }
    Value *wide = builder.CreateSExtOrTrunc(index, translator_.sizeType());
    memory_.address = add(llvm::ArrayType::get(builder.getInt8Ty(), stride), wide);
  }

  /// Goes one index further: into a member, an element, a column or a component.
  void step(uint32_t indexId) {
    Value *index = translator_.value(indexId);
    if (!index->getType()->isIntegerTy()) {
      return translator_.fail("an index is not an integer", Error::Kind::invalid);
    }
    std::optional<uint64_t> member = 0;
    if (translator_.index().opOf(memory_.type) == spv::Op::OpTypeStruct) {
      member = translator_.integer(indexId);
      if (!member || *member >= translator_.index().find(memory_.type)->operands.size()) {
        return translator_.fail("the index of a member is not a constant, or too large",
                                Error::Kind::invalid);
      }
    }
    const PartStep step =
        stepInto(translator_, memory_.type, memory_.placement, static_cast<uint32_t>(*member));
    if (step.type == 0) {
      return translator_.fail("an index leads into no part of the type", Error::Kind::invalid);
    }
    memory_.type = step.type;
    memory_.placement = step.placement;
    offset_ += step.offset;
    if (step.stride != 0) {
      move(index, step.stride);
    }
  }

  /// Adds the constant bytes last, so LLVM can fold them into the addressing mode.
  Memory finish() {
    if (offset_ != 0) {
      llvm::IRBuilder<> &builder = translator_.builder();
      memory_.address = add(builder.getInt8Ty(),
                            llvm::ConstantInt::get(translator_.sizeType(), offset_, false, true));
      offset_ = 0;
    }
    return memory_;
  }

 private:
  /// Ptr variants may step outside of the object, so they are not inbounds.
  Value *add(llvm::Type *element, Value *count) {
    llvm::IRBuilder<> &builder = translator_.builder();
    return isInBounds_ ? builder.CreateInBoundsGEP(element, memory_.address, count)
                       : builder.CreateGEP(element, memory_.address, count);
  }

  Translator &translator_;
  Memory memory_;
  const bool isInBounds_;
  uint64_t offset_ = 0;
};

/// An array of buffers takes its first index from the table of addresses; a Ptr variant takes it as
/// a count of whole pointees.
template <bool hasElement>
void translateAccessChain(Translator &translator, const Instruction &instruction) {
  const uint32_t baseId = instruction.operand(0);
  std::span<const uint32_t> indices = instruction.operandsFrom(1);
  Memory base{nullptr, translator.index().pointeeIdOf(baseId), {}};
  if (const InterfaceVariable *array = findBufferArray(translator, baseId)) {
    if (hasElement || indices.empty()) {
      return translator.fail("a pointer to an array of buffers is not supported");
    }
    base.address = bufferOfArray(translator, baseId, indices[0]).first;
    base.type = array->content;
    indices = indices.subspan(1);
  } else {
    base.address = translator.value(baseId);
    base.placement = placementOf(translator, baseId);
  }
  if (translator.failed() || !base.address->getType()->isPointerTy() || base.type == 0) {
    return translator.fail("an operand is not a pointer", Error::Kind::invalid);
  }
  Chain chain(translator, base, !hasElement);
  if (hasElement && !indices.empty()) {
    Value *element = translator.value(indices[0]);
    if (!element->getType()->isIntegerTy()) {
      return translator.fail("an index is not an integer", Error::Kind::invalid);
    }
    chain.move(element, pointerStrideOf(translator, translator.index().typeIdOf(baseId)));
    indices = indices.subspan(1);
  }
  for (uint32_t index : indices) {
    if (translator.failed()) {
      return;
    }
    chain.step(index);
  }
  const Memory memory = chain.finish();
  if (memory.type != translator.index().pointeeId(instruction.type)) {
    return translator.fail("the indices lead to another type", Error::Kind::invalid);
  }
  if (memory.placement != Placement()) {
    translator.shader().placements[instruction.id] = memory.placement;
  }
  translator.setValue(instruction, memory.address);
}

/// OpArrayLength: the bytes behind the array's offset divided by its stride.
/// The subtraction saturates: a buffer too short for the array has the length 0.
void translateArrayLength(Translator &translator, const Instruction &instruction) {
  const uint32_t structType = translator.index().pointeeIdOf(instruction.operand(0));
  const uint32_t member = instruction.operand(1);
  const Instruction *type = translator.index().find(structType);
  if (!type || type->op != spv::Op::OpTypeStruct || member + 1 != type->operands.size() ||
      translator.index().opOf(type->operand(member)) != spv::Op::OpTypeRuntimeArray ||
      !translator.type(instruction.type)->isIntegerTy()) {
    return translator.fail("the member is no array without a length", Error::Kind::invalid);
  }
  Value *size = bufferSize(translator, instruction.operand(0));
  if (!size) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  const auto number = [&](uint64_t value) {
    return llvm::ConstantInt::get(translator.sizeType(), value);
  };
  Value *bytes = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::usub_sat, size, number(memberOffset(translator, structType, member)));
  Value *count = builder.CreateUDiv(bytes, number(strideOf(translator, type->operand(member))));
  translator.setValue(instruction,
                      builder.CreateZExtOrTrunc(count, translator.type(instruction.type)));
}

/// OpPtrDiff, in elements.
/// The stride is the pointer type's ArrayStride, or the padded size of the pointee.
void translateDifference(Translator &translator, const Instruction &instruction) {
  Value *left = translator.value(instruction.operand(0));
  Value *right = translator.value(instruction.operand(1));
  llvm::Type *type = translator.type(instruction.type);
  if (left->getType() != right->getType() || !left->getType()->isPointerTy() ||
      !type->isIntegerTy()) {
    return translator.fail("a difference of such pointers is not supported");
  }
  const uint64_t stride =
      pointerStrideOf(translator, translator.index().typeIdOf(instruction.operand(0)));
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *word = translator.sizeType();
  Value *bytes =
      builder.CreateSub(builder.CreatePtrToInt(left, word), builder.CreatePtrToInt(right, word));
  Value *elements = builder.CreateExactSDiv(bytes, llvm::ConstantInt::get(word, stride));
  translator.setValue(instruction, builder.CreateSExtOrTrunc(elements, type));
}

/// OpCopyObject. A copied pointer keeps its matrix layout.
void translateCopyObject(Translator &translator, const Instruction &instruction) {
  const Placement placement = placementOf(translator, instruction.operand(0));
  if (placement != Placement()) {
    translator.shader().placements[instruction.id] = placement;
  }
  translator.setValue(instruction, translator.value(instruction.operand(0)));
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpCopyObject, translateCopyObject},
    {spv::Op::OpLoad, translateLoad},
    {spv::Op::OpStore, translateStore},
    {spv::Op::OpCopyMemory, translateCopy},
    {spv::Op::OpAccessChain, translateAccessChain<false>},
    {spv::Op::OpInBoundsAccessChain, translateAccessChain<false>},
    {spv::Op::OpPtrAccessChain, translateAccessChain<true>},
    {spv::Op::OpInBoundsPtrAccessChain, translateAccessChain<true>},
    {spv::Op::OpArrayLength, translateArrayLength},
    {spv::Op::OpPtrDiff, translateDifference},
};

}  // namespace

HandlerTable shaderMemoryHandlers() {
  return rows;
}

/// A row-major matrix is stepped into by columns as well: the next column is one scalar further,
/// and its components are a row apart.
PartStep stepInto(Translator &translator, uint32_t type, const Placement &placement,
                  uint32_t member) {
  const uint32_t element = translator.index().elementId(type, member);
  switch (translator.index().opOf(type)) {
    case spv::Op::OpTypeStruct:
      return {element, memberPlacement(translator, type, member),
              memberOffset(translator, type, member), 0};
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
      return {element, placement, 0, strideOf(translator, type)};
    case spv::Op::OpTypeMatrix: {
      if (!placement.isRowMajor) {
        return {element, {}, 0, matrixStrideOf(translator, type, placement)};
      }
      const uint64_t scalar = extentOf(translator, translator.index().elementId(element)).size;
      return {element, {.componentStride = placement.matrixStride}, 0, scalar};
    }
    case spv::Op::OpTypeVector:
      return {element,
              {},
              0,
              placement.componentStride != 0 ? placement.componentStride
                                             : extentOf(translator, element).size};
    default:
      return {};
  }
}

void storeTo(Translator &translator, uint32_t pointerId, llvm::Value *value) {
  const auto memory = readPointer(translator, pointerId);
  if (memory && value->getType() != translator.type(memory->type)) {
    return translator.fail("the pointer is to another type", Error::Kind::invalid);
  }
  if (memory) {
    Accessor(translator, accessTo(translator, pointerId, {})).store(*memory, value);
  }
}

void initialize(Translator &translator, llvm::Value *address, uint32_t type, llvm::Value *value) {
  if (translator.types().shape(translator.type(type)).leaves > maximumLeaves) {
    if (auto *constant = llvm::dyn_cast<llvm::Constant>(value);
        constant && constant->isNullValue()) {
      translator.builder().CreateMemSet(address, translator.builder().getInt8(0),
                                        extentOf(translator, type).size, llvm::Align(1));
      return;
    }
    return translator.fail("an initial value of more than " + std::to_string(maximumLeaves) +
                           " parts");
  }
  Accessor(translator, {}).store({address, type, {}}, value);
}

/// Ids without an entry are pointers to anything but matrices with a layout.
Placement placementOf(Translator &translator, uint32_t pointer) {
  const auto found = translator.shader().placements.find(pointer);
  if (found != translator.shader().placements.end()) {
    return found->second;
  }
  return {};
}

/// Kernels have no placements, so the first test ends it for them.
void refusePlaced(Translator &translator, uint32_t value) {
  if (translator.isShader() && placementOf(translator, value) != Placement()) {
    translator.fail("a pointer into a matrix of a block has to be used where it is made");
  }
}

}  // namespace spirv_ll
