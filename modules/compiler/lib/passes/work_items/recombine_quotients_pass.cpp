#include "passes/work_items/recombine_quotients_pass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Returns true if `quotient` is that of a remainder's operands, and `divisor` their divisor:
// itself, or as GuardDivisionsPass guards signed ones. The guard of unsigned ones could be the
// program's own.
bool isQuotientOf(Value *quotient, const BinaryOperator &remainder, Value *divisor) {
  Value *dividend = remainder.getOperand(0), *guarded = remainder.getOperand(1);
  if (remainder.getOpcode() == Instruction::URem) {
    return guarded == divisor && match(quotient, m_UDiv(m_Specific(dividend), m_Specific(guarded)));
  }
  const auto divided = m_SDiv(m_Specific(dividend), m_Specific(guarded));
  if (guarded == divisor) {
    return match(quotient, divided);
  }
  const auto isTrap =
      m_SpecificICmp(CmpInst::ICMP_ULT, m_Add(m_Specific(divisor), m_One()), m_SpecificInt(2));
  const auto isMinusOne = m_SpecificICmp(CmpInst::ICMP_EQ, m_Specific(divisor), m_AllOnes());
  return match(guarded, m_Select(isTrap, m_One(), m_Specific(divisor))) &&
         match(quotient, m_Select(isMinusOne, m_Neg(m_Specific(dividend)), divided));
}

// Returns the sum without its division, or null if it is another sum.
Value *recombined(BinaryOperator &sum) {
  Value *factor = nullptr, *other = nullptr, *rest = nullptr;
  if (!match(&sum, m_c_Add(m_CombineAnd(m_Value(rest), m_IRem(m_Value(), m_Value())),
                           m_Mul(m_Value(factor), m_Value(other))))) {
    return nullptr;
  }
  const auto &remainder = *cast<BinaryOperator>(rest);
  for (auto [quotient, divisor] : {std::pair{factor, other}, std::pair{other, factor}}) {
    ConstantInt *more = nullptr;
    Value *plain = quotient;
    (void)match(quotient, m_Add(m_Value(plain), m_ConstantInt(more)));
    if (!isQuotientOf(more ? plain : quotient, remainder, divisor)) {
      continue;
    }
    IRBuilder<> builder(&sum);
    return more ? builder.CreateAdd(remainder.getOperand(0), builder.CreateMul(divisor, more))
                : remainder.getOperand(0);
  }
  return nullptr;
}

}  // namespace

PreservedAnalyses RecombineQuotientsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<WeakTrackingVH> sums;
  for (Instruction &instruction : instructions(function)) {
    if (instruction.getOpcode() == Instruction::Add) {
      sums.push_back(&instruction);
    }
  }
  bool changed = false;
  for (const WeakTrackingVH &handle : sums) {
    auto *sum = dyn_cast_or_null<BinaryOperator>(handle);
    Value *made = sum ? recombined(*sum) : nullptr;
    if (made) {
      sum->replaceAllUsesWith(made);
      RecursivelyDeleteTriviallyDeadInstructions(sum);
      changed = true;
    }
  }
  if (!changed) {
    return PreservedAnalyses::all();
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
