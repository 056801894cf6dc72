#include "passes/lowering/resolve_generic_pointers_pass.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned genericSpace = 4;

// Returns true if the value is a conversion to a generic pointer, as instruction or constant
// expression.
bool isMadeGeneric(const Value *value) {
  auto *cast = dyn_cast<AddrSpaceCastOperator>(value);
  return cast && cast->getDestAddressSpace() == genericSpace;
}

// Returns true if the function has a generic pointer whose origin is visible.
bool usesGenericPointers(Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    return isMadeGeneric(&instruction) || any_of(instruction.operand_values(), isMadeGeneric);
  });
}

}  // namespace

PreservedAnalyses ResolveGenericPointersPass::run(Function &function,
                                                  FunctionAnalysisManager &analyses) {
  if (!usesGenericPointers(function)) {
    return PreservedAnalyses::all();
  }
  analyses.invalidate(function, SROAPass(SROAOptions::ModifyCFG).run(function, analyses));
  analyses.invalidate(function, InferAddressSpacesPass(genericSpace).run(function, analyses));
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
