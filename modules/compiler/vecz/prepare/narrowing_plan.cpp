// The choice of operations to narrow
// ----------------------------------
//
// Ranges are found in one pass over the blocks, from extensions on. A narrow value stands for its
// extension by zeros or by its sign, whichever fits its range. Sums and products are the same for
// both. Comparisons, divisions and right shifts are not, and need operands of one kind.
//
// An operation is narrowed only if all of its operands are narrow: constants, extensions from no
// more bits, and other narrowed operations. Phis of loops are not narrowed: their operands are not
// known yet when they are visited. So the leaves are extensions, which become smaller, and no
// truncations are added.
//
// Connected operations stand or fall together (dropUnprofitable): each saved extension and each
// narrowed operation counts 1, and each result with an extension behind it counts -2.
//
// Values of 8 bits are only added, compared and masked: few vector units multiply or shift bytes.

#include "vecz/prepare/narrowing_plan.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "vecz/analysis/shape_analysis.h"

namespace compiler::vecz {

using namespace llvm;

static bool isExtension(const Value *value) {
  return isa<ZExtInst, SExtInst>(value);
}

NarrowingPlan::NarrowingPlan(Function &function, const ShapeAnalysis &shapes, unsigned bits)
    : shapes_(shapes), bits_(bits) {
  ReversePostOrderTraversal<Function *> blocks(&function);
  for (BasicBlock *block : blocks) {
    for (Instruction &instruction : *block) {
      look(instruction);
    }
  }
  dropUnprofitable();
}

void NarrowingPlan::look(Instruction &instruction) {
  if (!instruction.getType()->isIntegerTy()) {
    return;
  }
  if (!isa<ICmpInst>(instruction)) {
    ranges_.add(instruction);
  }
  if (shapes_[&instruction].isVarying() && canBeNarrow(instruction)) {
    operations_.push_back(&instruction);
    chosen_.insert(&instruction);
  }
}

SmallVector<Value *, 2> NarrowingPlan::operandsOf(const Instruction &operation) {
  if (auto *phi = dyn_cast<PHINode>(&operation)) {
    return SmallVector<Value *, 2>(phi->incoming_values());
  }
  bool isAbs = isExtremumOrAbs(operation) && !isa<MinMaxIntrinsic>(operation);
  SmallVector<Value *, 2> values = {operation.getOperand(isa<SelectInst>(operation) ? 1 : 0)};
  if (!isAbs) {
    values.push_back(operation.getOperand(isa<SelectInst>(operation) ? 2 : 1));
  }
  return values;
}

bool NarrowingPlan::fitsUnsigned(const Value *value) const {
  return ranges_.of(value).getActiveBits() <= bits_;
}

bool NarrowingPlan::fitsSigned(const Value *value) const {
  return ranges_.of(value).getMinSignedBits() <= bits_;
}

bool NarrowingPlan::fitUnsigned(ArrayRef<Value *> values) const {
  return all_of(values, [&](const Value *value) { return fitsUnsigned(value); });
}

bool NarrowingPlan::fitSigned(ArrayRef<Value *> values) const {
  return all_of(values, [&](const Value *value) { return fitsSigned(value); });
}

bool NarrowingPlan::isNarrow(const Value *value) const {
  if (isa<ConstantInt>(value)) {
    return true;
  }
  if (isExtension(value)) {
    Type *source = cast<CastInst>(value)->getSrcTy();
    return source->getIntegerBitWidth() <= bits_ && source->getIntegerBitWidth() >= 8;
  }
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && chosen_.contains(instruction);
}

bool NarrowingPlan::canBeNarrow(const Instruction &operation) const {
  if (!isa<BinaryOperator, SelectInst, ICmpInst, PHINode>(operation) &&
      !isExtremumOrAbs(operation)) {
    return false;
  }
  SmallVector<Value *, 2> values = operandsOf(operation);
  Type *type = values.front()->getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() <= bits_ ||
      type->getIntegerBitWidth() > 64 ||
      !all_of(values, [&](const Value *value) { return isNarrow(value); })) {
    return false;
  }
  bool fits = isa<ICmpInst>(operation) || fitsUnsigned(&operation) || fitsSigned(&operation);
  return fits && isAllowed(operation, fitUnsigned(values), fitSigned(values));
}

bool NarrowingPlan::isAllowed(const Instruction &operation, bool areUnsigned,
                              bool areSigned) const {
  switch (operation.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
    case Instruction::Select:
    case Instruction::PHI:
      return true;
    case Instruction::Mul:
      return bits_ > 8;
    case Instruction::Shl:
      return bits_ > 8 && isAmount(operation.getOperand(1));
    case Instruction::LShr:
      return bits_ > 8 && areUnsigned && isAmount(operation.getOperand(1));
    case Instruction::AShr:
      return bits_ > 8 && areSigned && isAmount(operation.getOperand(1));
    case Instruction::UDiv:
    case Instruction::URem:
      return bits_ > 8 && areUnsigned;
    case Instruction::ICmp:
      return areUnsigned || areSigned;
    case Instruction::Call:
      return isa<MinMaxIntrinsic>(operation) ? areUnsigned || areSigned : areSigned;
    default:
      return false;
  }
}

bool NarrowingPlan::isAmount(const Value *value) const {
  auto *constant = dyn_cast<ConstantInt>(value);
  return constant && constant->getValue().ult(bits_);
}

void NarrowingPlan::dropUnprofitable() {
  EquivalenceClasses<Instruction *> groups;
  for (Instruction *operation : operations_) {
    groups.insert(operation);
    for (Value *value : operandsOf(*operation)) {
      if (auto *other = dyn_cast<Instruction>(value); other && chosen_.contains(other)) {
        groups.unionSets(operation, other);
      }
    }
  }
  DenseMap<Instruction *, int> profits;
  for (Instruction *operation : operations_) {
    profits[groups.getLeaderValue(operation)] += profitOf(*operation);
  }
  auto isUnprofitable = [&](Instruction *operation) {
    return profits[groups.getLeaderValue(operation)] <= 0;
  };
  for (Instruction *operation : operations_) {
    if (isUnprofitable(operation)) {
      chosen_.erase(operation);
    }
  }
  llvm::erase_if(operations_, isUnprofitable);
}

int NarrowingPlan::profitOf(const Instruction &operation) const {
  int profit = 1;
  for (const Value *value : operandsOf(operation)) {
    profit += isExtension(value) && value->hasOneUse() ? 1 : 0;
  }
  if (isa<ICmpInst>(operation)) {
    return profit;
  }
  return profit -
         (any_of(operation.users(), [&](const User *user) { return needsExtension(*user); }) ? 2
                                                                                             : 0);
}

bool NarrowingPlan::isSmallTruncation(const User &user) const {
  return isa<TruncInst>(user) && user.getType()->getIntegerBitWidth() <= bits_;
}

bool NarrowingPlan::needsExtension(const User &user) const {
  return !chosen_.contains(cast<Instruction>(&user)) && !isSmallTruncation(user);
}

}  // namespace compiler::vecz
