#include "passes/group_values.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "passes/kernel_conventions.h"
#include "passes/uniform_values.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned tooExpensive = 1000;

bool isOperation(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallInst>(&instruction))
    return isUniformCall(*call) && !call->isConvergent() && call->doesNotAccessMemory() &&
           !call->getType()->isVoidTy();
  return isa<BinaryOperator, UnaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(
             instruction) &&
         isSafeToSpeculativelyExecute(&instruction);
}

}  // namespace

unsigned GroupValues::cost(const Value &value) {
  // An undefined operand could be another value each time.
  if (isa<UndefValue>(value))
    return tooExpensive;
  if (isa<Constant, Argument>(value))
    return 0;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return tooExpensive;
  auto [known, isNew] = costs_.try_emplace(&value, tooExpensive);
  if (!isNew)
    return known->second;
  unsigned result = costOf(*instruction);
  costs_[&value] = result;
  return result;
}

unsigned GroupValues::costOf(const Instruction &instruction) {
  if (!isOperation(instruction))
    return tooExpensive;
  unsigned sum = 1;
  for (const Value *operand : instruction.operand_values()) {
    if (!isa<Function>(operand))
      sum += cost(*operand);
    if (sum > maxCost)
      return tooExpensive;
  }
  return sum;
}

Value *GroupValues::compute(IRBuilder<> &builder, Value &value, ValueToValueMapTy &map) {
  if (auto known = map.find(&value); known != map.end())
    return known->second;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return &value;
  Instruction *copy = instruction->clone();
  copy->setDebugLoc(DebugLoc());
  for (Use &operand : copy->operands())
    operand.set(compute(builder, *operand, map));
  builder.Insert(copy, instruction->getName());
  map[&value] = copy;
  return copy;
}

}  // namespace compiler::passes
