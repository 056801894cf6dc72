// Looks up shapes of types, and computes memory forms from the inside out.
#include "translator/type_table.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

namespace spirv_ll {

TypeTable::Shape TypeTable::shape(llvm::Type *type) const {
  const auto found = shapes_.find(type);
  return found == shapes_.end() ? Shape() : found->second;
}

/// Keeps the structure if no member changes, so that a module has one type where it had one.
llvm::Type *TypeTable::structureForm(llvm::StructType *type) {
  llvm::SmallVector<llvm::Type *> members;
  for (llvm::Type *member : type->elements()) {
    members.push_back(memoryForm(member));
  }
  if (llvm::equal(members, type->elements())) {
    return type;
  }
  return type->hasName() ? llvm::StructType::create(type->getContext(), members, type->getName(),
                                                    type->isPacked())
                         : llvm::StructType::get(type->getContext(), members, type->isPacked());
}

llvm::Type *TypeTable::memoryForm(llvm::Type *type) {
  if (!hasOddIntegers_) {
    return type;
  }
  if (isOddInteger(type)) {
    constexpr unsigned byte = 8;
    const auto width = llvm::PowerOf2Ceil(type->getScalarSizeInBits());
    return type->getWithNewBitWidth(std::max(static_cast<unsigned>(width), byte));
  }
  if (!type->isAggregateType()) {
    return type;
  }
  if (llvm::Type *known = memoryForms_.lookup(type)) {
    return known;
  }
  auto *array = llvm::dyn_cast<llvm::ArrayType>(type);
  llvm::Type *form =
      array ? llvm::ArrayType::get(memoryForm(array->getElementType()), array->getNumElements())
            : structureForm(llvm::cast<llvm::StructType>(type));
  memoryForms_[type] = form;
  return form;
}

}  // namespace spirv_ll
