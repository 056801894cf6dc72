//   %i = trunc i64 %id to i32                  %0 = sext (trunc %id);
//   %m = mul nsw i32 %i, 3               =>    %1 = mul nsw i64 %0, 3;
//   %x = sext i32 %m to i64                    %x = %1
//
// sext(a op b) = sext(a) op sext(b) holds if the narrow operation does not wrap as a signed one,
// and for a disjoint or. The wide operation cannot wrap either, so it keeps the flag.

#include "passes/work_items/widen_index_arithmetic_pass.h"

#include "ir/thresholds.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::widenIndexArithmetic;

namespace {

// Returns true if extending the operands extends the result.
bool isExact(const BinaryOperator &operation) {
  switch (operation.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
      return operation.hasNoSignedWrap();
    case Instruction::Shl:
      return operation.hasNoSignedWrap() && isa<ConstantInt>(operation.getOperand(1));
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(operation).isDisjoint();
    default:
      return false;
  }
}

// Returns true for a sign extension. A zero extension is one if it gets no negative values.
bool extendsSign(const CastInst &extension) {
  return isa<SExtInst>(extension) || (isa<ZExtInst>(extension) && extension.hasNonNeg());
}

// Returns true if the value can be computed in `wide` by extending its leaves; counts operations.
bool canExtend(const Value &value, const Type &wide, unsigned &operations) {
  if (isa<ConstantInt>(value)) {
    return true;
  }
  if (auto *cut = dyn_cast<TruncInst>(&value)) {
    return cut->getSrcTy() == &wide;
  }
  auto *operation = dyn_cast<BinaryOperator>(&value);
  return operation && ++operations <= maxOperations && isExact(*operation) &&
         canExtend(*operation->getOperand(0), wide, operations) &&
         canExtend(*operation->getOperand(1), wide, operations);
}

// Emits the computation in the wide type.
Value *extend(Value &value, Type &wide, IRBuilder<> &builder) {
  auto *operation = dyn_cast<BinaryOperator>(&value);
  if (!operation) {
    return builder.CreateSExt(&value, &wide);
  }
  Value *operands[2];
  for (unsigned number : {0u, 1u}) {
    operands[number] = extend(*operation->getOperand(number), wide, builder);
  }
  Value *extended = builder.CreateBinOp(operation->getOpcode(), operands[0], operands[1]);
  if (auto *made = dyn_cast<BinaryOperator>(extended)) {
    if (auto *disjoint = dyn_cast<PossiblyDisjointInst>(made)) {
      disjoint->setIsDisjoint(true);
    } else {
      made->setHasNoSignedWrap(true);
    }
  }
  return extended;
}

}  // namespace

PreservedAnalyses WidenIndexArithmeticPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<WeakTrackingVH> dead;
  for (Instruction &instruction : instructions(function)) {
    auto *extension = dyn_cast<CastInst>(&instruction);
    unsigned operations = 0;
    if (!extension || !extendsSign(*extension) || !extension->getType()->isIntegerTy() ||
        !isa<BinaryOperator>(extension->getOperand(0)) ||
        !canExtend(*extension->getOperand(0), *extension->getType(), operations)) {
      continue;
    }
    IRBuilder<> builder(extension);
    extension->replaceAllUsesWith(
        extend(*extension->getOperand(0), *extension->getType(), builder));
    dead.push_back(extension);
  }
  if (dead.empty()) {
    return PreservedAnalyses::all();
  }
  RecursivelyDeleteTriviallyDeadInstructions(dead);
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
