#include "passes/recomputation.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "passes/group_functions.h"
#include "passes/kernel_conventions.h"
#include "passes/uniform_values.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned tooExpensive = 1000;

bool isCheapOperation(const Instruction &instruction) {
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
    return !operation->isIntDivRem() && operation->getType()->isIntOrIntVectorTy();
  if (auto *call = dyn_cast<CallInst>(&instruction); call && !isa<IntrinsicInst>(call)) {
    StringRef name = calledName(*call);
    return name == localMemoryName || sizeOfSubGroupId(*call) != 0 ||
           (name.starts_with("__mux_get_") && name != printfBufferName);
  }
  return isa<CastInst, GetElementPtrInst, ICmpInst, SelectInst, MinMaxIntrinsic>(instruction);
}

}  // namespace

unsigned Recomputation::cost(const Value &value) {
  // An undefined operand could be another value each time.
  if (isa<UndefValue>(value))
    return tooExpensive;
  if (isa<Constant, Argument, AllocaInst>(value))
    return 0;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return tooExpensive;
  auto known = costs_.find(&value);
  if (known != costs_.end())
    return known->second;
  costs_[&value] = tooExpensive;
  unsigned result = costOf(*instruction);
  costs_[&value] = result;
  return result;
}

unsigned Recomputation::costOf(const Instruction &instruction) {
  if (!isCheapOperation(instruction))
    return tooExpensive;
  unsigned sum = uniformity_.isUniform(instruction) ? costOfUniform : costOfItems;
  for (const Value *operand : instruction.operand_values()) {
    if (!isa<Function>(operand))
      sum += cost(*operand);
    if (sum > maxCost)
      return tooExpensive;
  }
  return sum;
}

Value *Recomputation::compute(IRBuilder<> &builder, Value &value, ValueToValueMapTy &map) {
  if (auto known = map.find(&value); known != map.end())
    return known->second;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return &value;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(compute(builder, *operand, map));
  builder.Insert(copy, instruction->getName());
  map[&value] = copy;
  return copy;
}

}  // namespace compiler::passes
