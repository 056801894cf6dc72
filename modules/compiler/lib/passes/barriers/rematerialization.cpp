#include "passes/barriers/rematerialization.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "ir/uniform_values.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::rematerialization;

namespace {

// Returns true if the instruction may be computed again: integer operations without division,
// casts, address computations, comparisons, selects, and queries of ids and sizes. The printf
// buffer is excluded.
bool isCheapOperation(const Instruction &instruction) {
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

}  // namespace

RematerializableValues recomputableValues(const UniformValues &uniformity) {
  auto price = [&uniformity](const Instruction &instruction) -> std::optional<unsigned> {
    if (isa<AllocaInst>(instruction)) {
      return 0;
    }
    if (!isCheapOperation(instruction)) {
      return std::nullopt;
    }
    return uniformity.isUniform(instruction) ? costOfUniform : costOfItems;
  };
  return {price, maxCost};
}

}  // namespace compiler::passes
