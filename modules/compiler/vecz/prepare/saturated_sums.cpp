// C adds bytes as ints. Of n = a + b + c + … of bytes, n == 3 is true of the exact sum if it is
// true of one that stops at 255, since nothing is subtracted: once it is larger than what it is
// compared with, it stays so. Such a sum needs no more room in a vector than the bytes. Counts of
// neighbours and votes are like that.
#include "vecz/prepare/saturated_sums.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "vecz/analysis/shape_analysis.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// So many 16-bit values cannot wrap around in 32 bits.
constexpr size_t maxTerms = 128;

class Sum {
 public:
  Sum(Instruction &root, unsigned bits) : root_(root), bits_(bits) {}

  /// Whether it is one of the kind.
  bool find() {
    return root_.getType()->isIntegerTy() && root_.getType()->getIntegerBitWidth() > bits_ &&
           !root_.use_empty() && all_of(root_.users(), [&](User *user) { return isFine(*user); }) &&
           collect(root_) && isNeeded() && !sumMayWrap();
  }

  void replace() {
    IRBuilder<> builder(&root_);
    Value *sum = emit(builder, root_);
    for (User *user : make_early_inc_range(root_.users())) {
      auto *compare = cast<ICmpInst>(user);
      auto *limit = cast<ConstantInt>(compare->getOperand(1));
      builder.SetInsertPoint(compare);
      compare->replaceAllUsesWith(
          builder.CreateICmp(compare->getUnsignedPredicate(), sum,
                             ConstantInt::get(sum->getType(), limit->getZExtValue())));
      compare->eraseFromParent();
    }
    RecursivelyDeleteTriviallyDeadInstructions(&root_);
  }

 private:
  uint64_t largest() const { return (uint64_t{1} << bits_) - 1; }

  bool isFine(const User &user) const {
    const APInt *limit = nullptr;
    return match(&user, m_ICmp(m_Specific(&root_), m_APInt(limit))) && limit->ult(largest());
  }

  bool isTerm(const Value &value) const {
    const Value *source = nullptr;
    const APInt *constant = nullptr;
    if (match(&value, m_APInt(constant))) {
      return constant->ule(largest());
    }
    return match(&value, m_ZExt(m_Value(source))) &&
           source->getType()->getIntegerBitWidth() <= bits_;
  }

  bool collect(Instruction &sum) {
    if (sum.getOpcode() != Instruction::Add) {
      return false;
    }
    return all_of(sum.operands(), [&](Value *operand) {
      if (isTerm(*operand)) {
        terms_.push_back(operand);
        return terms_.size() <= maxTerms;
      }
      auto *inner = dyn_cast<Instruction>(operand);
      return inner && inner->hasOneUse() && collect(*inner);
    });
  }

  /// Of what has half as many bits, few sums need more than these (narrow_integers.h).
  bool isNeeded() const {
    return any_of(terms_, [&](const Value *term) {
      auto *extension = dyn_cast<ZExtInst>(term);
      return extension && 2 * extension->getSrcTy()->getIntegerBitWidth() > bits_;
    });
  }

  /// As a signed number, in its own type.
  bool sumMayWrap() const {
    unsigned room = root_.getType()->getIntegerBitWidth() - bits_ - 1;
    return room < 7 && terms_.size() > (size_t{1} << room);
  }

  Value *emit(IRBuilder<> &builder, Value &value) {
    Type *type = builder.getIntNTy(bits_);
    if (auto *constant = dyn_cast<ConstantInt>(&value)) {
      return ConstantInt::get(type, constant->getZExtValue());
    }
    auto &instruction = cast<Instruction>(value);
    Value *left = nullptr;
    if (match(&instruction, m_ZExt(m_Value(left)))) {
      builder.SetInsertPoint(&instruction);
      return builder.CreateZExt(left, type);
    }
    left = emit(builder, *instruction.getOperand(0));
    Value *right = emit(builder, *instruction.getOperand(1));
    builder.SetInsertPoint(&instruction);
    return builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, left, right);
  }

  Instruction &root_;
  unsigned bits_;
  SmallVector<Value *> terms_;
};

}  // namespace

void saturateSums(Function &function, const SimdGroup &simdGroup) {
  constexpr auto isSum = [](const Instruction &instruction) {
    return instruction.getOpcode() == Instruction::Add;
  };
  if (none_of(instructions(function), isSum)) {
    return;
  }
  ShapeAnalysis shapes(function, simdGroup);
  for (unsigned bits : {8u, 16u}) {
    SmallVector<Instruction *> roots;
    for (Instruction &instruction : instructions(function)) {
      if (isSum(instruction) && shapes[&instruction].isVarying() && Sum(instruction, bits).find()) {
        roots.push_back(&instruction);
      }
    }
    for (Instruction *root : roots) {
      Sum sum(*root, bits);
      if (sum.find()) {
        sum.replace();
      }
    }
  }
}

}  // namespace compiler::vecz
