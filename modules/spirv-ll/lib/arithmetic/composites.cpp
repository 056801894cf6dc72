// Translates access to elements of vectors, arrays and structures (SPIR-V 1.5 §3.32.12).
//
// LLVM separates vectors (extractelement, shufflevector) from aggregates (extractvalue). A SPIR-V
// path of literal indices may cross both: it leads through aggregates and may end at a vector
// component.
//
// OpVectorShuffle accepts vectors of different lengths, LLVM's shufflevector does not. The shorter
// vector is widened first, and component numbers of the second vector move accordingly.
//
// OpCopyLogical (SPIR-V 1.4) converts between types of equal structure element by element. Values
// of over 1024 elements are refused, because LLVM expands each element into instructions.
//
// For example, component 2 of member 1 of a structure, and a shuffle of vectors with 2 and 4
// components:
//
//   OpCompositeExtract %s 1 2          extractvalue %s, 1 and extractelement …, i64 2
//   OpVectorShuffle %a %b 0 2          shufflevector %a, <0, 1, poison, poison>
//                                      shufflevector …, %b, <0, 4>
#include "translator/handlers.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::Value;

bool isVector(llvm::Type *type) {
  return type->isVectorTy();
}

/// An index out of range gives poison in LLVM and an undefined value in SPIR-V.
void translateExtractDynamic(Translator &translator, const Instruction &instruction) {
  Value *vector = readOperand(translator, instruction, isVector);
  Value *index = readOperand(translator, instruction, isInteger, 1);
  if (vector && index) {
    translator.setValue(instruction, translator.builder().CreateExtractElement(vector, index));
  }
}

void translateInsertDynamic(Translator &translator, const Instruction &instruction) {
  Value *vector = readOperand(translator, instruction, isVector);
  Value *component = translator.value(instruction.operand(1));
  Value *index = readOperand(translator, instruction, isInteger, 2);
  if (!vector || !index || component->getType() != vector->getType()->getScalarType()) {
    return translator.fail("the component does not fit", Error::Kind::invalid);
  }
  translator.setValue(instruction,
                      translator.builder().CreateInsertElement(vector, component, index));
}

/// Widens the shorter vector first, because LLVM's shufflevector needs equal lengths.
void translateShuffle(Translator &translator, const Instruction &instruction) {
  constexpr uint32_t undefinedComponent = 0xffffffff;
  Value *vectors[] = {readOperand(translator, instruction, isVector),
                      readOperand(translator, instruction, isVector, 1)};
  if (!vectors[0] || !vectors[1] ||
      vectors[0]->getType()->getScalarType() != vectors[1]->getType()->getScalarType()) {
    return translator.fail("the vectors do not fit each other", Error::Kind::invalid);
  }
  uint32_t lengths[2];
  for (int i : {0, 1}) {
    lengths[i] = llvm::cast<llvm::FixedVectorType>(vectors[i]->getType())->getNumElements();
  }
  const uint32_t length = std::max(lengths[0], lengths[1]);
  llvm::IRBuilder<> &builder = translator.builder();
  for (int i : {0, 1}) {
    llvm::SmallVector<int> widening(length, -1);
    for (uint32_t k = 0; k < lengths[i]; ++k) {
      widening[k] = static_cast<int>(k);
    }
    vectors[i] =
        lengths[i] == length ? vectors[i] : builder.CreateShuffleVector(vectors[i], widening);
  }
  llvm::SmallVector<int> mask;
  for (uint32_t component : instruction.operandsFrom(2)) {
    if (component != undefinedComponent && component >= lengths[0] + lengths[1]) {
      return translator.fail("a component does not exist", Error::Kind::invalid);
    }
    mask.push_back(component == undefinedComponent ? -1
                   : component < lengths[0] ? static_cast<int>(component)
                                            : static_cast<int>(component - lengths[0] + length));
  }
  translator.setValue(instruction, builder.CreateShuffleVector(vectors[0], vectors[1], mask));
}

/// OpCompositeConstruct of a vector: an operand may itself be a vector of several components.
void constructVector(Translator &translator, const Instruction &instruction,
                     llvm::FixedVectorType *type) {
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::SmallVector<Value *> components;
  for (uint32_t id : instruction.operands) {
    Value *part = translator.value(id);
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(part->getType());
    for (unsigned i = 0; vector && i < vector->getNumElements(); ++i) {
      components.push_back(builder.CreateExtractElement(part, i));
    }
    if (!vector) {
      components.push_back(part);
    }
  }
  if (components.size() != type->getNumElements()) {
    return translator.fail("the number of components is wrong", Error::Kind::invalid);
  }
  Value *result = llvm::PoisonValue::get(type);
  for (size_t i = 0; i < components.size(); ++i) {
    if (components[i]->getType() != type->getElementType()) {
      return translator.fail("a component does not fit", Error::Kind::invalid);
    }
    result = builder.CreateInsertElement(result, components[i], i);
  }
  translator.setValue(instruction, result);
}

/// OpCompositeConstruct: one operand for each member of a structure, an array or a matrix.
void translateConstruct(Translator &translator, const Instruction &instruction) {
  llvm::Type *type = translator.type(instruction.type);
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    return constructVector(translator, instruction, vector);
  }
  if (!type->isAggregateType()) {
    return translator.fail("the result is no composite", Error::Kind::invalid);
  }
  const uint64_t count =
      type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
  if (instruction.operands.size() != count) {
    return translator.fail("the number of parts is wrong", Error::Kind::invalid);
  }
  Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < count && !translator.failed(); ++i) {
    Value *part = translator.value(instruction.operands[i]);
    if (part->getType() != llvm::GetElementPtrInst::getTypeAtIndex(type, i)) {
      return translator.fail("a part does not fit", Error::Kind::invalid);
    }
    result = translator.builder().CreateInsertValue(result, part, i);
  }
  translator.setValue(instruction, result);
}

/// A path of literal indices through structures and arrays. The last index may select a vector
/// component instead, stored in `component`.
struct Path {
  llvm::SmallVector<unsigned> indices;
  std::optional<unsigned> component;
  llvm::Type *type = nullptr;  ///< type of the selected element; null after an error
};

/// Checks each index, since LLVM asserts on an index out of range.
Path readPath(Translator &translator, llvm::Type *type, std::span<const uint32_t> indices) {
  Path path;
  for (uint32_t index : indices) {
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    const uint64_t count = type->isStructTy()  ? type->getStructNumElements()
                           : type->isArrayTy() ? type->getArrayNumElements()
                           : vector            ? vector->getNumElements()
                                               : 0;
    if (index >= count || path.component) {
      translator.fail("an index leads into no part of the value", Error::Kind::invalid);
      return {};
    }
    if (vector) {
      path.component = index;
      type = vector->getElementType();
    } else {
      path.indices.push_back(index);
      type = llvm::GetElementPtrInst::getTypeAtIndex(type, uint64_t{index});
    }
  }
  path.type = type;
  return path;
}

/// Operands: the composite, then the indices. No index gives the composite itself.
void translateExtract(Translator &translator, const Instruction &instruction) {
  Value *value = translator.value(instruction.operand(0));
  const Path path = readPath(translator, value->getType(), instruction.operandsFrom(1));
  if (!path.type) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  if (!path.indices.empty()) {
    value = builder.CreateExtractValue(value, path.indices);
  }
  translator.setValue(
      instruction, path.component ? builder.CreateExtractElement(value, *path.component) : value);
}

/// A vector inside of an aggregate is taken out, changed, and put back.
void translateInsert(Translator &translator, const Instruction &instruction) {
  Value *part = translator.value(instruction.operand(0));
  Value *whole = translator.value(instruction.operand(1));
  const Path path = readPath(translator, whole->getType(), instruction.operandsFrom(2));
  if (!path.type) {
    return;
  }
  if (path.type != part->getType()) {
    return translator.fail("the part does not fit", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  if (path.component) {
    Value *vector = path.indices.empty() ? whole : builder.CreateExtractValue(whole, path.indices);
    part = builder.CreateInsertElement(vector, part, *path.component);
  }
  translator.setValue(instruction, path.indices.empty()
                                       ? part
                                       : builder.CreateInsertValue(whole, part, path.indices));
}

/// OpCopyObject. In SSA form a copy is the value itself.
void translateCopy(Translator &translator, const Instruction &instruction) {
  translator.setValue(instruction, translator.value(instruction.operand(0)));
}

/// Converts a value to `type`, element by element. Null, and an error, if the structures of the
/// types differ.
Value *convertLogically(Translator &translator, Value *value, llvm::Type *type) {
  llvm::Type *from = value->getType();
  if (from == type) {
    return value;
  }
  const auto countOf = [](llvm::Type *whole) {
    return whole->isStructTy()  ? whole->getStructNumElements()
           : whole->isArrayTy() ? whole->getArrayNumElements()
                                : 0;
  };
  const uint64_t count = countOf(type);
  if (from->getTypeID() != type->getTypeID() || count == 0 || countOf(from) != count ||
      translator.types().shape(type).leaves > 1024) {
    translator.fail("the types do not have the same parts, or too many", Error::Kind::invalid);
    return nullptr;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < count; ++i) {
    Value *part = convertLogically(translator, builder.CreateExtractValue(value, i),
                                   llvm::GetElementPtrInst::getTypeAtIndex(type, uint64_t{i}));
    if (!part) {
      return nullptr;
    }
    result = builder.CreateInsertValue(result, part, i);
  }
  return result;
}

/// Types differ in their decorations only, such as offsets of members; in LLVM they are distinct
/// named structures.
void translateCopyLogical(Translator &translator, const Instruction &instruction) {
  translator.setValue(instruction,
                      convertLogically(translator, translator.value(instruction.operand(0)),
                                       translator.type(instruction.type)));
}

/// OpTranspose is for shaders (shader/matrices.cpp).
constexpr HandlerRow rows[] = {
    {spv::Op::OpVectorExtractDynamic, translateExtractDynamic},
    {spv::Op::OpVectorInsertDynamic, translateInsertDynamic},
    {spv::Op::OpVectorShuffle, translateShuffle},
    {spv::Op::OpCompositeConstruct, translateConstruct},
    {spv::Op::OpCompositeExtract, translateExtract},
    {spv::Op::OpCompositeInsert, translateInsert},
    {spv::Op::OpCopyObject, translateCopy},
    {spv::Op::OpCopyLogical, translateCopyLogical},
};

}  // namespace

HandlerTable compositeHandlers() {
  return rows;
}

}  // namespace spirv_ll
