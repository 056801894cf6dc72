#include "ir/rematerializable_values.h"

#include "llvm/IR/Instructions.h"

namespace compiler::passes {

using namespace llvm;

unsigned RematerializableValues::cost(const Value &value) {
  const unsigned tooExpensive = maxCost_ + 1;
  // Two computations with an undefined operand may give two values.
  if (isa<UndefValue>(value)) {
    return tooExpensive;
  }
  if (isa<Constant, Argument>(value)) {
    return 0;
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction) {
    return tooExpensive;
  }
  auto [known, isNew] = costs_.try_emplace(&value, tooExpensive);
  if (!isNew) {
    return known->second;
  }
  unsigned result = costOf(*instruction);
  costs_[&value] = result;
  return result;
}

unsigned RematerializableValues::costOf(const Instruction &instruction) {
  std::optional<unsigned> sum = price_(instruction);
  if (!sum) {
    return maxCost_ + 1;
  }
  for (const Value *operand : instruction.operand_values()) {
    if (!isa<Function>(operand)) {
      *sum += cost(*operand);
    }
    if (*sum > maxCost_) {
      return maxCost_ + 1;
    }
  }
  return *sum;
}

Value *RematerializableValues::compute(IRBuilder<> &builder, Value &value, ValueToValueMapTy &map) {
  if (auto known = map.find(&value); known != map.end()) {
    return known->second;
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction) {
    return &value;
  }
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands()) {
    operand.set(compute(builder, *operand, map));
  }
  builder.Insert(copy, instruction->getName());
  if (copy->getFunction()->getSubprogram() != instruction->getFunction()->getSubprogram()) {
    copy->setDebugLoc(DebugLoc());
  }
  map[&value] = copy;
  return copy;
}

}  // namespace compiler::passes
