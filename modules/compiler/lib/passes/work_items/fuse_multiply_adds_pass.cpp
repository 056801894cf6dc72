#include "passes/work_items/fuse_multiply_adds_pass.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Returns the operand of a sum that is a product to be fused; nothing if neither is. Code
/// generation asks the operands in the same order.
BinaryOperator *productIn(const BinaryOperator &sum) {
  for (Value *operand : sum.operands()) {
    auto *product = dyn_cast<BinaryOperator>(operand);
    if (product && product->getOpcode() == Instruction::FMul && product->hasAllowContract() &&
        product->hasOneUse()) {
      return product;
    }
  }
  return nullptr;
}

/// Returns true if the target computes a product and a sum faster at once.
bool isFasterFused(Type *type, const TargetTransformInfo &target) {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  const InstructionCost separate = target.getArithmeticInstrCost(Instruction::FMul, type, kind) +
                                   target.getArithmeticInstrCost(Instruction::FAdd, type, kind);
  return target.getIntrinsicInstrCost({Intrinsic::fmuladd, type, {type, type, type}}, kind) <
         separate;
}

/// Replaces a sum or difference and its product by one call.
void fuse(BinaryOperator &sum, BinaryOperator &product) {
  IRBuilder<> builder(&sum);
  builder.setFastMathFlags(sum.getFastMathFlags() & product.getFastMathFlags());
  Value *left = product.getOperand(0);
  const bool isFirst = sum.getOperand(0) == &product;
  Value *addend = sum.getOperand(isFirst ? 1 : 0);
  if (sum.getOpcode() == Instruction::FSub) {
    (isFirst ? addend : left) = builder.CreateFNeg(isFirst ? addend : left);
  }
  Value *fused = builder.CreateIntrinsic(Intrinsic::fmuladd, {sum.getType()},
                                         {left, product.getOperand(1), addend});
  fused->takeName(&sum);
  sum.replaceAllUsesWith(fused);
  sum.eraseFromParent();
  product.eraseFromParent();
}

}  // namespace

PreservedAnalyses FuseMultiplyAddsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const auto &target = analyses.getResult<TargetIRAnalysis>(function);
  SmallVector<BinaryOperator *> sums;
  for (Instruction &instruction : instructions(function)) {
    if ((instruction.getOpcode() == Instruction::FAdd ||
         instruction.getOpcode() == Instruction::FSub) &&
        instruction.hasAllowContract() && isFasterFused(instruction.getType(), target)) {
      sums.push_back(cast<BinaryOperator>(&instruction));
    }
  }
  bool changed = false;
  for (BinaryOperator *sum : sums) {
    if (BinaryOperator *product = productIn(*sum)) {
      fuse(*sum, *product);
      changed = true;
    }
  }
  PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
