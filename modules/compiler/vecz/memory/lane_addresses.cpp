// A row per lane, and one column for all, on a target without gathers or with slow ones:
//
//      %row = mul nsw i32 %id, %width             %row.3 = mul nsw i32 (%id + 3), %width;
//      %wide = sext i32 %row to i64            →  %wide.3 = sext i32 %row.3 to i64;
//      %at = add nsw i64 %wide, %k                %at.3 = add nsw i64 %wide.3, %k;
//      %p = getelementptr float, ptr %a, i64 %at  %p.3 = getelementptr float, ptr %a, i64 %at.3;
//
// A vector of the addresses would cost its own arithmetic and an extraction for each lane. As
// scalars, rows leave the loop over k, and x86 adds k within the load.

#include "vecz/memory/lane_addresses.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// Returns true for operations that sums of scaled indices consist of.
bool isOfSum(const Instruction &instruction, const LaneValues &values) {
  switch (instruction.getOpcode()) {
    case Instruction::GetElementPtr:
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
      return !instruction.getType()->isVectorTy();
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(instruction).isDisjoint();
    case Instruction::Mul:
    case Instruction::Shl:
      return any_of(instruction.operands(),
                    [&](const Value *operand) { return values.shape(operand).isUniform(); });
    default:
      return false;
  }
}

// Counts the varying operations under `value`; nothing if one is no operation of a sum, or if they
// exceed `budget`.
bool fits(const LaneValues &values, const Value *value, unsigned &budget) {
  if (!values.shape(value).isVarying()) {
    return true;
  }
  const auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || budget == 0 || !isOfSum(*instruction, values)) {
    return false;
  }
  --budget;
  return all_of(instruction->operands(),
                [&](const Value *operand) { return fits(values, operand, budget); });
}

}  // namespace

bool isShortSum(const LaneValues &values, const Value *address) {
  unsigned budget = thresholds::lanes::maxSumOperations;
  return fits(values, address, budget);
}

Value *sumOfLane(LaneValues &values, const Value *address, Value *number) {
  if (!values.shape(address).isVarying()) {
    return values.lane(address, number);
  }
  Instruction *copy = cast<Instruction>(address)->clone();
  for (Use &operand : copy->operands()) {
    operand.set(sumOfLane(values, operand, number));
  }
  return values.builder().Insert(copy, address->getName());
}

}  // namespace compiler::vecz
