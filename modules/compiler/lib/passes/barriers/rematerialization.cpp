#include "passes/barriers/rematerialization.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "ir/uniform_values.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::rematerialization;

namespace {

// Returns true if the load reads an argument passed by value, and may be repeated anywhere.
bool readsArgument(const LoadInst &load) {
  return isa<Argument>(getUnderlyingObject(load.getPointerOperand())) &&
         readsConstantMemory(load) &&
         isDereferenceablePointer(load.getPointerOperand(), load.getType(), load.getDataLayout());
}

// Returns true if the instruction may be computed again: integer operations without division,
// casts, address computations, comparisons, selects, arguments, and queries of ids and sizes. The
// printf buffer is excluded.
bool isCheapOperation(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    return readsArgument(*load);
  }
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction)) {
    return !operation->isIntDivRem() && operation->getType()->isIntOrIntVectorTy();
  }
  if (auto *call = dyn_cast<CallInst>(&instruction); call && !isa<IntrinsicInst>(call)) {
    StringRef name = calledName(*call);
    return name == localMemoryName || sizeOfSubGroupId(*call) != 0 ||
           (name.starts_with("__mux_get_") && name != printfBufferName);
  }
  return isa<CastInst, GetElementPtrInst, ICmpInst, SelectInst, MinMaxIntrinsic>(instruction);
}

// Returns true if the operation makes strided values of strided operands, uniform factors given.
bool keepsStrides(const Instruction &instruction, const UniformValues &uniformity) {
  const auto isUniform = [&](const Value *value) {
    auto *operand = dyn_cast<Instruction>(value);
    return !operand || uniformity.isUniform(*operand);
  };
  switch (instruction.getOpcode()) {
    case Instruction::Mul:
      return isUniform(instruction.getOperand(0)) || isUniform(instruction.getOperand(1));
    case Instruction::Shl:
      return isUniform(instruction.getOperand(1));
    case Instruction::AShr:
      // With the shift to the left below it, an extension of an int in disguise.
      return instruction.isExact() && isUniform(instruction.getOperand(1));
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(instruction).isDisjoint();
    default:
      return isa<CallInst, TruncInst, SExtInst, ZExtInst, GetElementPtrInst>(instruction) ||
             instruction.getOpcode() == Instruction::Add ||
             instruction.getOpcode() == Instruction::Sub;
  }
}

}  // namespace

RematerializableValues recomputableValues(const UniformValues &uniformity) {
  auto price = [&uniformity](const Instruction &instruction) -> std::optional<unsigned> {
    if (isa<AllocaInst>(instruction)) {
      return 0;
    }
    if (!isCheapOperation(instruction)) {
      return std::nullopt;
    }
    return uniformity.isUniform(instruction)       ? costOfUniform
           : keepsStrides(instruction, uniformity) ? costOfStrided
                                                   : costOfItems;
  };
  return {price, maxCost};
}

}  // namespace compiler::passes
