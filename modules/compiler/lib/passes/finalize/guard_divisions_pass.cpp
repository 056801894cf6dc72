// For LLVM a division implies: the divisor is not zero, or else the program has no meaning. LLVM
// makes use of it: in `x = a / n; y = n ? a / n : 0` the second division loses its check. So guards
// have to be in place before any optimisation sees the program.
//
// The divisor d becomes `d' = d is dangerous ? 1 : d`, for a frozen d, since a poison divisor is
// undefined behaviour as well. Signed division by -1 overflows for one dividend only. The guard
// treats -1 as dangerous for all dividends and never looks at the dividend:
//
//   a / -1 = 0 - a, which wraps for INT_MIN;    a % -1 = a % 1 = 0.
//
// "0 or -1" is one unsigned comparison: d + 1 < 2. Before and after, for a signed division:
//
//   %q = sdiv i32 %a, %n           %divisor = freeze i32 %n;
//                                  %1 = add i32 %divisor, 1;
//                                  %2 = icmp ult i32 %1, 2;
//                                  %divisor.safe = select i1 %2, i32 1, i32 %divisor;
//                                  %q = sdiv i32 %a, %divisor.safe;
//                                  %3 = icmp eq i32 %divisor, -1;
//                                  %quotient = select i1 %3, i32 (0 - %a), i32 %q
//
// Constant divisors need no guard, or fold.

#include "passes/finalize/guard_divisions_pass.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {
namespace {

using llvm::Instruction;

// Returns true if the operation is SDiv or SRem.
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

// Returns true if a value is a constant without undef or poison in any lane.
bool isWellDefined(const llvm::Value *value) {
  const auto *constant = llvm::dyn_cast<llvm::Constant>(value);
  return constant && llvm::isGuaranteedNotToBeUndefOrPoison(constant);
}

// Returns true if a divisor is a constant that no dividend can trap with, in all lanes.
bool isHarmless(const llvm::Value *divisor, bool divisionIsSigned) {
  const auto harmless = [divisionIsSigned](const llvm::APInt &value) {
    return !value.isZero() && !(divisionIsSigned && value.isAllOnes());
  };
  return isWellDefined(divisor) &&
         llvm::PatternMatch::match(divisor, llvm::PatternMatch::m_CheckedInt(harmless));
}

// Divisions of i1: the only divisor other than zero is 1, which equals -1. The quotient is the
// dividend and the remainder is 0.
void replaceBitDivision(llvm::BinaryOperator &division) {
  const bool isQuotient =
      division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
  llvm::Value *dividend = division.getOperand(0);
  division.replaceAllUsesWith(isQuotient ? dividend
                                         : llvm::Constant::getNullValue(dividend->getType()));
  division.eraseFromParent();
}

// Guards one division in place, as in the example above.
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

// Collects divisions first, for guards insert instructions into the walk.
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
