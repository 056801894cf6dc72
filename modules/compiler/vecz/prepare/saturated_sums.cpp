// Saturated sums
// --------------
//
// C adds bytes as ints. Let n = a + b + c + … be a sum of bytes. For a constant k < 255, n == k
// holds for the exact sum if and only if it holds for the sum that saturates at 255: nothing is
// subtracted, so a sum stays above k once it is above k. The same is true of n < k and its
// relatives.
//
//      zext a + zext b + zext c == 3       in i8: uadd.sat(uadd.sat(a, b), c) == 3
//
// So the sum needs no more room in a vector than its bytes. Counts of neighbours and votes are such
// sums.

#include "vecz/prepare/saturated_sums.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "registry/step_gate.h"
#include "vecz/analysis/shape_analysis.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// The bound of a sum's terms: this many 16-bit values cannot wrap around in 32 bits.
constexpr size_t maxTerms = 128;

// One tree of additions, from its root.
class Sum {
 public:
  Sum(Instruction &root, unsigned bits) : root_(root), bits_(bits) {}

  // Returns true if the tree and all users of the root are suitable. Must precede replace().
  bool find() {
    return root_.getType()->isIntegerTy() && root_.getType()->getIntegerBitWidth() > bits_ &&
           !root_.use_empty() && all_of(root_.users(), [&](User *user) { return isFine(*user); }) &&
           collect(root_) && isNeeded() && !sumMayWrap();
  }

  // Emits the saturated sum beside the old one, and unsigned comparisons of it.
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
  // The value at which the sum saturates.
  uint64_t largest() const { return (uint64_t{1} << bits_) - 1; }

  // Returns true for a comparison of the sum with a constant below the saturated value.
  bool isFine(const User &user) const {
    const APInt *limit = nullptr;
    return match(&user, m_ICmp(m_Specific(&root_), m_APInt(limit))) && limit->ult(largest());
  }

  // Returns true for a constant or a zero-extended value that fits.
  bool isTerm(const Value &value) const {
    const Value *source = nullptr;
    const APInt *constant = nullptr;
    if (match(&value, m_APInt(constant))) {
      return constant->ule(largest());
    }
    return match(&value, m_ZExt(m_Value(source))) &&
           source->getType()->getIntegerBitWidth() <= bits_;
  }

  // Collects the terms of nested additions without other users.
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

  // Sums of terms of half the bits are left to narrow_integers.h: they rarely need more bits.
  bool isNeeded() const {
    return any_of(terms_, [&](const Value *term) {
      auto *extension = dyn_cast<ZExtInst>(term);
      return extension && 2 * extension->getSrcTy()->getIntegerBitWidth() > bits_;
    });
  }

  // Returns true if the exact sum might wrap as a signed number of its own type.
  bool sumMayWrap() const {
    unsigned room = root_.getType()->getIntegerBitWidth() - bits_ - 1;
    return room < 7 && terms_.size() > (size_t{1} << room);
  }

  // The narrow value of a term or of a nested sum.
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
  if (none_of(instructions(function), isSum) || !runsStep("saturate-sums", function)) {
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
