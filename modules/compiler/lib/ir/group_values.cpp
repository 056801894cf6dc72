#include "ir/group_values.h"

#include "ir/thresholds.h"
#include "ir/uniform_values.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::groupValues;

namespace {

/// Returns true if the caller may compute the instruction, on any operands.
bool isOperation(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallInst>(&instruction)) {
    return isUniformCall(*call) && !call->isConvergent() && call->doesNotAccessMemory() &&
           !call->getType()->isVoidTy();
  }
  return isa<BinaryOperator, UnaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(
             instruction) &&
         isSafeToSpeculativelyExecute(&instruction);
}

}  // namespace

RematerializableValues groupValues() {
  auto price = [](const Instruction &instruction) -> std::optional<unsigned> {
    return isOperation(instruction) ? std::optional(1u) : std::nullopt;
  };
  return {price, maxCost};
}

}  // namespace compiler::passes
