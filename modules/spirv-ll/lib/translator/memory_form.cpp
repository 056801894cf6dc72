// Converts values and constants with integers of unusual widths to and from memory.
//
// For example { i13, <4 x i3> } becomes { i16, <4 x i8> } in memory. A store extends each component
// with zeros, and a load truncates it again. Aggregates are converted element by element, so their
// number is limited.
#include "translator/memory_form.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"

namespace spirv_ll {
namespace {

using llvm::Value;

unsigned countOf(llvm::Type *aggregate) {
  return static_cast<unsigned>(aggregate->isStructTy() ? aggregate->getStructNumElements()
                                                       : aggregate->getArrayNumElements());
}

/// Converts constants to memory types. Shared parts are converted once.
class ConstantForm {
 public:
  explicit ConstantForm(Translator &translator) : translator_(translator) {}

  /// The converted constant; null for an expression unknown before run time.
  llvm::Constant *make(llvm::Constant *value) {
    llvm::Type *form = translator_.types().memoryForm(value->getType());
    if (form == value->getType()) {
      return value;
    }
    if (llvm::isa<llvm::UndefValue>(value)) {
      return llvm::UndefValue::get(form);
    }
    if (value->isNullValue()) {
      return llvm::Constant::getNullValue(form);
    }
    if (!form->isAggregateType()) {
      return llvm::ConstantFoldCastOperand(llvm::Instruction::ZExt, value, form,
                                           translator_.module().getDataLayout());
    }
    llvm::Constant *&made = made_[value];
    if (!made) {
      // compose() may rehash the map and move `made`.
      llvm::Constant *whole = compose(value, form);
      made_[value] = whole;
      return whole;
    }
    return made;
  }

 private:
  llvm::Constant *compose(llvm::Constant *value, llvm::Type *form) {
    llvm::SmallVector<llvm::Constant *> parts;
    for (unsigned i = 0; i < countOf(form); ++i) {
      parts.push_back(make(value->getAggregateElement(i)));
      if (!parts.back()) {
        return nullptr;
      }
    }
    auto *structure = llvm::dyn_cast<llvm::StructType>(form);
    return structure ? llvm::ConstantStruct::get(structure, parts)
                     : llvm::ConstantArray::get(llvm::cast<llvm::ArrayType>(form), parts);
  }

  Translator &translator_;
  llvm::DenseMap<llvm::Constant *, llvm::Constant *> made_;
};

/// Converts a value to `type` element by element.
/// Recursion ends at vectors and scalars, where one instruction converts all components.
Value *convert(llvm::IRBuilder<> &builder, Value *value, llvm::Type *type) {
  if (value->getType() == type) {
    return value;
  }
  if (!type->isAggregateType()) {
    return builder.CreateZExtOrTrunc(value, type);
  }
  Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < countOf(type); ++i) {
    Value *part = convert(builder, builder.CreateExtractValue(value, i),
                          llvm::GetElementPtrInst::getTypeAtIndex(type, uint64_t{i}));
    result = builder.CreateInsertValue(result, part, i);
  }
  return result;
}

bool hasFewParts(Translator &translator, llvm::Type *type) {
  constexpr uint64_t maximumLeaves = 1024;
  const bool has =
      !type->isAggregateType() || translator.types().shape(type).leaves <= maximumLeaves;
  if (!has) {
    translator.fail("a value of more than " + std::to_string(maximumLeaves) +
                    " elements outside of memory is not supported");
  }
  return has;
}

}  // namespace

llvm::Constant *toMemory(Translator &translator, llvm::Constant *value) {
  llvm::Constant *made = ConstantForm(translator).make(value);
  if (!made) {
    translator.fail("such a constant in memory is not supported");
  }
  return made;
}

Value *toMemory(Translator &translator, llvm::IRBuilder<> &builder, Value *value) {
  llvm::Type *form = translator.types().memoryForm(value->getType());
  if (form == value->getType()) {
    return value;
  }
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(value)) {
    return toMemory(translator, constant);
  }
  return hasFewParts(translator, value->getType()) ? convert(builder, value, form) : nullptr;
}

Value *fromMemory(Translator &translator, llvm::IRBuilder<> &builder, Value *value,
                  llvm::Type *type) {
  const bool isSame = value->getType() == type;
  return isSame || hasFewParts(translator, type) ? convert(builder, value, type) : nullptr;
}

bool pointsTo(Translator &translator, uint32_t pointer, llvm::Type *type) {
  if (!translator.types().hasOddIntegers() ||
      translator.type(translator.index().pointeeIdOf(pointer)) == type) {
    return true;
  }
  translator.fail("the pointer is to another type", Error::Kind::invalid);
  return false;
}

}  // namespace spirv_ll
