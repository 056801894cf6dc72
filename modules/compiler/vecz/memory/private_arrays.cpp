// Where lanes differ on the index of a private array, an access is a gather or a scatter, and no
// pass can make values of the array's vectors any more. Of a small array it is cheaper to compare
// the index with each row's number: a load selects among the rows, a store blends into each of
// them. All accesses are then whole vectors at constant places, which SROA takes apart.
//
// An index that is out of bounds has no meaning, so its low bits are enough. What the program says
// of its access (its type, for one) it says of one row, so the others' accesses say nothing.
#include "vecz/memory/private_arrays.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/analysis/private_layout.h"

namespace compiler::vecz {

using namespace llvm;

/// More rows would not stay in registers.
static constexpr int64_t maxRows = 8;

std::optional<PrivateArrays::Place> PrivateArrays::placeOf(const Access &access,
                                                           const Value *pointer) {
  const DataLayout &layout = values_.function().getDataLayout();
  LinearAddress address = linearAddress(pointer, layout);
  auto *variable = dyn_cast<AllocaInst>(address.root);
  auto size = static_cast<int64_t>(layout.getTypeStoreSize(access.element));
  if (!variable || laneStride(*variable) != size || access.element->isPointerTy()) {
    return std::nullopt;
  }
  int64_t rowSize = size * values_.width();
  auto bytes = static_cast<int64_t>(variable->getAllocationSize(layout)->getFixedValue());
  bool areRows = bytes % rowSize == 0 && bytes / rowSize <= maxRows &&
                 address.offset % rowSize == 0 &&
                 all_of(address.terms,
                        [&](const LinearAddress::Term &term) { return term.scale % rowSize == 0; });
  if (!areRows || !pays(access, static_cast<unsigned>(bytes / rowSize))) {
    return std::nullopt;
  }
  return Place{values_.scalar(variable), rowNumbers(address, rowSize),
               static_cast<unsigned>(bytes / rowSize)};
}

bool PrivateArrays::pays(const Access &access, unsigned count) const {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  auto *type = FixedVectorType::get(access.element, values_.width());
  LLVMContext &context = type->getContext();
  auto *numbers = FixedVectorType::get(Type::getInt32Ty(context), values_.width());
  auto *condition = FixedVectorType::get(Type::getInt1Ty(context), values_.width());
  InstructionCost row =
      target_.getCmpSelInstrCost(Instruction::ICmp, numbers, condition, CmpInst::ICMP_EQ, kind);
  row += target_.getCmpSelInstrCost(Instruction::Select, type, condition,
                                    CmpInst::BAD_ICMP_PREDICATE, kind);
  return count * row <= emitter_.costOfGather(access, values_.mask() != nullptr);
}

Value *PrivateArrays::rowNumbers(const LinearAddress &address, int64_t rowSize) {
  IRBuilder<> &builder = values_.builder();
  Type *type = values_.widen(builder.getInt32Ty());
  auto constant = [&](int64_t number) {
    return ConstantInt::get(type, static_cast<uint64_t>(number), /*IsSigned=*/true,
                            /*ImplicitTrunc=*/true);
  };
  Value *rows = constant(address.offset / rowSize);
  for (const LinearAddress::Term &term : address.terms) {
    Value *index = builder.CreateIntCast(values_.vector(term.value), type,
                                         term.extension != LinearAddress::Extension::zero);
    rows = builder.CreateAdd(rows, builder.CreateMul(index, constant(term.scale / rowSize)));
  }
  return rows;
}

Value *PrivateArrays::addressOf(const Access &access, const Place &place, unsigned row) {
  Type *type = FixedVectorType::get(access.element, values_.width());
  return values_.builder().CreateConstGEP1_64(type, place.variable, row);
}

Value *PrivateArrays::isIn(const Place &place, unsigned row) {
  return values_.builder().CreateICmpEQ(place.rows, ConstantInt::get(place.rows->getType(), row));
}

Value *PrivateArrays::load(Access access, const Value *pointer) {
  std::optional<Place> place = placeOf(access, pointer);
  if (!place) {
    return nullptr;
  }
  access.origins.clear();
  Value *result = nullptr;
  for (unsigned row = 0; row < place->count; row++) {
    Value *elements =
        emitter_.loadWide(access, addressOf(access, *place, row), values_.width(), nullptr);
    result =
        result ? values_.builder().CreateSelect(isIn(*place, row), elements, result) : elements;
  }
  return result;
}

bool PrivateArrays::store(Access access, const Value *pointer, Value *vector) {
  std::optional<Place> place = placeOf(access, pointer);
  if (!place) {
    return false;
  }
  access.origins.clear();
  IRBuilder<> &builder = values_.builder();
  for (unsigned row = 0; row < place->count; row++) {
    Value *address = addressOf(access, *place, row);
    Value *old = emitter_.loadWide(access, address, values_.width(), nullptr);
    Value *isHere = isIn(*place, row);
    if (Value *mask = values_.mask()) {
      isHere = builder.CreateAnd(mask, isHere);
    }
    emitter_.storeWide(access, builder.CreateSelect(isHere, vector, old), address, nullptr);
  }
  return true;
}

}  // namespace compiler::vecz
