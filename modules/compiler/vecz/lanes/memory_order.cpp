#include "vecz/lanes/memory_order.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// Returns true for an operation on each lane by itself.
bool isLaneWise(const Instruction &instruction) {
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
    return isTriviallyVectorizable(intrinsic->getIntrinsicID()) &&
           none_of(seq<unsigned>(intrinsic->arg_size()), [&](unsigned argument) {
             return isVectorIntrinsicWithScalarOpAtArg(intrinsic->getIntrinsicID(), argument,
                                                       nullptr);
           });
  }
  const auto *cast = dyn_cast<CastInst>(&instruction);
  return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst>(instruction) ||
         (cast && isa<FixedVectorType>(cast->getSrcTy()) && !isa<BitCastInst>(cast));
}

// The intrinsic that an instruction calls: isSameOperationAs() compares no callees.
Intrinsic::ID intrinsicOf(const Instruction &instruction) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic ? intrinsic->getIntrinsicID() : Intrinsic::not_intrinsic;
}

// Returns true if all members do the same operation. A member used twice would be computed twice;
// the stored ones have no user yet.
bool isOneOperation(ArrayRef<Value *> members) {
  const auto *first = dyn_cast<Instruction>(members.front());
  return first && isLaneWise(*first) && all_of(members, [&](const Value *member) {
           const auto *each = dyn_cast<Instruction>(member);
           return each && !each->hasNUsesOrMore(2) && each->isSameOperationAs(first) &&
                  intrinsicOf(*each) == intrinsicOf(*first);
         });
}

// Each member's operand with this number.
MemoryOrder::Vectors operandsOf(ArrayRef<Value *> members, unsigned number) {
  return map_to_vector(
      members, [&](const Value *member) { return cast<Instruction>(member)->getOperand(number); });
}

unsigned countOfOperands(const Value *member) {
  const auto *call = dyn_cast<CallInst>(member);
  return call ? call->arg_size() : cast<Instruction>(member)->getNumOperands();
}

unsigned widthOf(const Value *member) {
  return cast<FixedVectorType>(member->getType())->getNumElements();
}

// Returns true for uniform values whose pattern is the same in each part. A scalar is the condition
// of a select.
bool areUniform(ArrayRef<Value *> members) {
  if (!members.front()->getType()->isVectorTy()) {
    return all_equal(members);
  }
  return widthOf(members.front()) % members.size() == 0 &&
         all_of(members, [](const Value *member) { return getSplatValue(member) != nullptr; });
}

// The parts of a value that is the same for all members, but not for all lanes.
MemoryOrder::Vectors spread(IRBuilder<> &builder, Value *value, unsigned count) {
  const unsigned width = widthOf(value);
  MemoryOrder::Vectors parts;
  for (unsigned part = 0; part < count; part++) {
    SmallVector<int> lanes;
    for (unsigned element = part * width; element < (part + 1) * width; element++) {
      lanes.push_back(static_cast<int>(element / count));
    }
    parts.push_back(builder.CreateShuffleVector(value, lanes));
  }
  return parts;
}

// A vector of the members' values, one after the other and again.
Value *repeated(IRBuilder<> &builder, ArrayRef<Value *> members) {
  if (all_equal(members)) {
    return members.front();
  }
  const unsigned width = widthOf(members.front());
  const auto count = static_cast<unsigned>(members.size());
  Value *once =
      PoisonValue::get(FixedVectorType::get(members.front()->getType()->getScalarType(), count));
  SmallVector<int> again;
  for (unsigned lane = 0; lane < width; lane++) {
    again.push_back(static_cast<int>(lane % count));
  }
  for (auto [position, member] : enumerate(members)) {
    once = builder.CreateInsertElement(once, getSplatValue(member), position);
  }
  return builder.CreateShuffleVector(once, again);
}

}  // namespace

void MemoryOrder::add(ArrayRef<Value *> members, ArrayRef<Value *> parts) {
  for (auto [position, member] : enumerate(members)) {
    places_[member] = {groups_.size(), position};
  }
  groups_.push_back(Vectors(parts));
}

bool MemoryOrder::isGroup(ArrayRef<Value *> members) const {
  const auto first = places_.find(members.front());
  return first != places_.end() && groups_[first->second.group].size() == members.size() &&
         all_of(enumerate(members), [&](const auto &member) {
           const auto place = places_.find(member.value());
           return place != places_.end() && place->second.group == first->second.group &&
                  place->second.position == member.index();
         });
}

bool MemoryOrder::areAlike(ArrayRef<Value *> members, Visit &visit) const {
  if (++visit.values > thresholds::memoryOrder::maxValues) {
    return false;
  }
  if (isGroup(members)) {
    visit.groups++;
    return true;
  }
  if (areUniform(members)) {
    return true;
  }
  if (all_equal(members)) {
    visit.spreads++;
    return true;
  }
  return isOneOperation(members) &&
         all_of(seq<unsigned>(countOfOperands(members.front())),
                [&](unsigned number) { return areAlike(operandsOf(members, number), visit); });
}

MemoryOrder::Vectors MemoryOrder::emit(IRBuilder<> &builder, ArrayRef<Value *> members) const {
  if (isGroup(members)) {
    return groups_[places_.find(members.front())->second.group];
  }
  if (areUniform(members)) {
    return Vectors(members.size(), repeated(builder, members));
  }
  if (all_equal(members)) {
    return spread(builder, members.front(), static_cast<unsigned>(members.size()));
  }
  const auto *model = cast<Instruction>(members.front());
  Vectors parts(members.size());
  SmallVector<Instruction *> copies;
  for (Value *&part : parts) {
    copies.push_back(model->clone());
    part = copies.back();
  }
  for (unsigned number = 0; number < countOfOperands(model); number++) {
    for (auto [copy, operand] : zip(copies, emit(builder, operandsOf(members, number)))) {
      copy->setOperand(number, operand);
    }
  }
  for (Instruction *copy : copies) {
    for (const Value *member : members) {
      copy->andIRFlags(member);
    }
    copy->dropUnknownNonDebugMetadata();
    builder.Insert(copy);
  }
  return parts;
}

MemoryOrder::Vectors MemoryOrder::partsOf(IRBuilder<> &builder, ArrayRef<Value *> members) const {
  Visit visit;
  return areAlike(members, visit) && visit.spreads <= visit.groups ? emit(builder, members)
                                                                   : Vectors();
}

}  // namespace compiler::vecz
