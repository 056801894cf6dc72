// Selection among the elements of a private array
// -----------------------------------------------
//
// Where lanes differ on the index of a private array, an access is a gather or a scatter, and no
// pass can make values of the array's vectors any more. For a small array it is cheaper to compare
// the index with each element's number: a load selects among the elements, a store blends into each
// of them. All accesses are then whole vectors at constant offsets, and SROA takes the array apart.
//
//      private int a[4]; x = a[i];           a is [4 x <8 x i32>], i is <8 x i64>;
//      x = a[0];
//      x = select (i == 1), a[1], x;         each a[k] is a value after SROA
//      x = select (i == 2), a[2], x;
//      x = select (i == 3), a[3], x
//
// An out-of-bounds index is undefined behaviour, so the low 32 bits of indices suffice. The
// program's metadata (its alias type, for one) describes the accessed element only, so the accesses
// of all elements carry none.

#include "vecz/memory/private_arrays.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "registry/step_gate.h"
#include "vecz/analysis/private_layout.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::privateArrays;

PrivateArrays::PrivateArrays(MemoryEmitter &emitter)
    : values_(emitter.values()),
      emitter_(emitter),
      isOn_(runsStep("select-private-elements", values_.function())) {}

std::optional<AccessPlan> PrivateArrays::plan(Instruction &instruction) {
  if (!isOn_) {
    return std::nullopt;
  }
  Access access = accessOf(instruction);
  std::optional<Element> element = elementOf(access, getLoadStorePointerOperand(&instruction));
  if (!element) {
    return std::nullopt;
  }
  InstructionCost cost = costOf(access, element->count);
  return AccessPlan{cost, [this, access, &instruction, element = *element]() -> Value * {
                      if (access.isLoad) {
                        return load(access, element);
                      }
                      auto &stored = cast<StoreInst>(instruction);
                      store(access, element, values_.vector(stored.getValueOperand()));
                      return nullptr;
                    }};
}

// The variable's lanes must be interleaved by elements of the access's size, and all offsets and
// scales of the address must be multiples of a vector. An access of half an element is none of
// these.
std::optional<PrivateArrays::Element> PrivateArrays::elementOf(const Access &access,
                                                               const Value *pointer) const {
  const DataLayout &layout = values_.function().getDataLayout();
  LinearAddress address = linearAddress(pointer, layout);
  auto *variable = dyn_cast<AllocaInst>(address.root);
  auto size = static_cast<int64_t>(layout.getTypeStoreSize(access.element));
  if (!variable || laneStride(*variable) != size || access.element->isPointerTy()) {
    return std::nullopt;
  }
  int64_t vectorSize = size * values_.width();
  auto bytes = static_cast<int64_t>(variable->getAllocationSize(layout)->getFixedValue());
  bool areVectors = bytes % vectorSize == 0 && bytes / vectorSize <= maxElements &&
                    address.offset % vectorSize == 0 &&
                    all_of(address.terms, [&](const LinearAddress::Term &term) {
                      return term.scale % vectorSize == 0;
                    });
  if (!areVectors) {
    return std::nullopt;
  }
  return Element{variable, std::move(address), vectorSize,
                 static_cast<unsigned>(bytes / vectorSize)};
}

InstructionCost PrivateArrays::costOf(const Access &access, unsigned count) const {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  const TargetTransformInfo &target = emitter_.target();
  auto *type = FixedVectorType::get(access.element, values_.width());
  LLVMContext &context = type->getContext();
  auto *numbers = FixedVectorType::get(Type::getInt32Ty(context), values_.width());
  auto *condition = FixedVectorType::get(Type::getInt1Ty(context), values_.width());
  InstructionCost perElement =
      target.getCmpSelInstrCost(Instruction::ICmp, numbers, condition, CmpInst::ICMP_EQ, kind);
  perElement += target.getCmpSelInstrCost(Instruction::Select, type, condition,
                                          CmpInst::BAD_ICMP_PREDICATE, kind);
  return count * perElement;
}

PrivateArrays::Place PrivateArrays::place(const Element &element) {
  IRBuilder<> &builder = values_.builder();
  Type *type = values_.widen(builder.getInt32Ty());
  auto constant = [&](int64_t number) {
    return ConstantInt::get(type, static_cast<uint64_t>(number), /*IsSigned=*/true,
                            /*ImplicitTrunc=*/true);
  };
  Value *variable = values_.scalar(element.variable);
  Value *indices = constant(element.address.offset / element.vectorSize);
  for (const LinearAddress::Term &term : element.address.terms) {
    Value *index = builder.CreateIntCast(values_.vector(term.value), type,
                                         term.extension != LinearAddress::Extension::zero);
    indices = builder.CreateAdd(
        indices, builder.CreateMul(index, constant(term.scale / element.vectorSize)));
  }
  return {variable, indices, element.count};
}

Value *PrivateArrays::addressOf(const Access &access, const Place &place, unsigned number) {
  Type *type = FixedVectorType::get(access.element, values_.width());
  return values_.builder().CreateConstGEP1_64(type, place.variable, number);
}

Value *PrivateArrays::isIn(const Place &place, unsigned number) {
  return values_.builder().CreateICmpEQ(place.indices,
                                        ConstantInt::get(place.indices->getType(), number));
}

Value *PrivateArrays::load(Access access, const Element &element) {
  const Place at = place(element);
  access.origins.clear();
  Value *result = nullptr;
  for (unsigned number = 0; number < at.count; number++) {
    Value *elements =
        emitter_.loadWide(access, addressOf(access, at, number), values_.width(), nullptr);
    result = result ? values_.builder().CreateSelect(isIn(at, number), elements, result) : elements;
  }
  return result;
}

void PrivateArrays::store(Access access, const Element &element, Value *vector) {
  const Place at = place(element);
  access.origins.clear();
  IRBuilder<> &builder = values_.builder();
  for (unsigned number = 0; number < at.count; number++) {
    Value *address = addressOf(access, at, number);
    Value *old = emitter_.loadWide(access, address, values_.width(), nullptr);
    Value *isHere = isIn(at, number);
    if (Value *mask = values_.mask()) {
      isHere = builder.CreateAnd(mask, isHere);
    }
    emitter_.storeWide(access, builder.CreateSelect(isHere, vector, old), address, nullptr);
  }
}

}  // namespace compiler::vecz
