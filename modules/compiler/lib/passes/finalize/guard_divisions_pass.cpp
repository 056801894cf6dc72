// To LLVM a division says: the divisor is not zero, or else the program has no meaning. It
// uses that: `r = n ? a / n : 0` after another, unconditional a / n loses its check. So the
// guard has to stand before any optimisation looks at the program.
//
// The divisor d becomes `d' = d is dangerous ? 1 : d`, on a frozen d, since a poison divisor
// is undefined behaviour as well. Signed division by -1 overflows for one dividend only; we
// treat the divisor -1 as dangerous for all of them and never look at the dividend:
//
//   a / -1 = 0 - a, which wraps for INT_MIN;    a % -1 = a % 1 = 0.
//
// "0 or -1" is one unsigned comparison: d + 1 < 2. Constant divisors need no guard, or fold.

#include "passes/finalize/guard_divisions_pass.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {
namespace {

using llvm::Instruction;

bool isSigned(const llvm::BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool isIntegerDivision(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return true;
    default:
      return false;
  }
}

/// Whether a value is a constant with no part that may be anything.
bool isWellDefined(const llvm::Value *value) {
  const auto *constant = llvm::dyn_cast<llvm::Constant>(value);
  return constant && llvm::isGuaranteedNotToBeUndefOrPoison(constant);
}

/// Whether a divisor is a constant by which any value may be divided.
bool isHarmless(const llvm::Value *divisor, bool divisionIsSigned) {
  const auto harmless = [divisionIsSigned](const llvm::APInt &value) {
    return !value.isZero() && !(divisionIsSigned && value.isAllOnes());
  };
  return isWellDefined(divisor) &&
         llvm::PatternMatch::match(divisor, llvm::PatternMatch::m_CheckedInt(harmless));
}

/// Of one bit: the only divisor that is not zero is 1, which is -1 as well.
void replaceBitDivision(llvm::BinaryOperator &division) {
  const bool isQuotient =
      division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
  llvm::Value *dividend = division.getOperand(0);
  division.replaceAllUsesWith(isQuotient ? dividend
                                         : llvm::Constant::getNullValue(dividend->getType()));
  division.eraseFromParent();
}

void guard(llvm::BinaryOperator &division) {
  if (division.getType()->getScalarSizeInBits() == 1) {
    return replaceBitDivision(division);
  }
  llvm::IRBuilder<> builder(&division);
  llvm::Value *divisor = division.getOperand(1);
  llvm::Type *type = divisor->getType();
  llvm::Constant *one = llvm::ConstantInt::get(type, 1);
  if (!isWellDefined(divisor)) {
    divisor = builder.CreateFreeze(divisor, "divisor");
  }
  llvm::Value *dangerous =
      isSigned(division)
          ? builder.CreateICmpULT(builder.CreateAdd(divisor, one), llvm::ConstantInt::get(type, 2))
          : builder.CreateIsNull(divisor);
  division.setOperand(1, builder.CreateSelect(dangerous, one, divisor, "divisor.safe"));
  if (division.getOpcode() != Instruction::SDiv) {
    return;
  }
  builder.SetInsertPoint(division.getNextNode());
  llvm::Value *isMinusOne = builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type));
  llvm::Value *negated = builder.CreateNeg(division.getOperand(0));
  auto *result = llvm::SelectInst::Create(isMinusOne, negated, &division, "quotient");
  division.replaceAllUsesWith(result);
  result->setFalseValue(&division);
  builder.Insert(result);
}

}  // namespace

llvm::PreservedAnalyses GuardDivisionsPass::run(llvm::Function &function,
                                                llvm::FunctionAnalysisManager &) {
  llvm::SmallVector<llvm::BinaryOperator *> divisions;
  for (Instruction &instruction : llvm::instructions(function)) {
    if (isIntegerDivision(instruction)) {
      auto &division = llvm::cast<llvm::BinaryOperator>(instruction);
      if (!isHarmless(division.getOperand(1), isSigned(division))) {
        divisions.push_back(&division);
      }
    }
  }
  for (llvm::BinaryOperator *division : divisions) {
    guard(*division);
  }
  if (divisions.empty()) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
