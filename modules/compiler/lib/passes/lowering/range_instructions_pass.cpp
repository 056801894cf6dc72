#include "passes/lowering/range_instructions_pass.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Support/KnownFPClass.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned registerBits = 512;

/// The instruction for vectors of a size, by their element.
Intrinsic::ID instructionFor(bool isDouble, unsigned bits) {
  switch (bits) {
    case 128:
      return isDouble ? Intrinsic::x86_avx512_mask_range_pd_128
                      : Intrinsic::x86_avx512_mask_range_ps_128;
    case 256:
      return isDouble ? Intrinsic::x86_avx512_mask_range_pd_256
                      : Intrinsic::x86_avx512_mask_range_ps_256;
    default:
      return isDouble ? Intrinsic::x86_avx512_mask_range_pd_512
                      : Intrinsic::x86_avx512_mask_range_ps_512;
  }
}

bool isExtreme(const Value *value) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(value);
  return intrinsic && (intrinsic->getIntrinsicID() == Intrinsic::minnum ||
                       intrinsic->getIntrinsicID() == Intrinsic::maxnum);
}

/// Tells if the processor computes the value, so that it is no signaling NaN. LLVM itself promises
/// less, since it may still remove such an operation.
bool isComputed(const Value *value) {
  const auto *instruction = dyn_cast<Instruction>(value);
  const auto *intrinsic = dyn_cast<IntrinsicInst>(value);
  if (intrinsic) {
    const Intrinsic::ID id = intrinsic->getIntrinsicID();
    return id == Intrinsic::fma || id == Intrinsic::fmuladd || id == Intrinsic::sqrt;
  }
  return instruction &&
         (isa<FPTruncInst, FPExtInst>(instruction) ||
          (isa<BinaryOperator>(instruction) && instruction->getType()->isFPOrFPVectorTy()));
}

/// Replaces the calls of one function, in its order.
class Extremes {
 public:
  Extremes(const DataLayout &layout, const LoopInfo &loops) : query_(layout), loops_(loops) {}

  /// Returns true if the instruction is such a call, and was replaced.
  bool replace(Instruction &instruction) {
    auto *type = dyn_cast<FixedVectorType>(instruction.getType());
    if (!isExtreme(&instruction) || !type || !hasFittingSize(*type) || instruction.hasNoNaNs()) {
      return false;
    }
    Value *left = instruction.getOperand(0);
    Value *right = instruction.getOperand(1);
    if (isNumber(left) || isNumber(right) || costToQuiet(left) + costToQuiet(right) >= saved) {
      return false;
    }
    left = quiet(left);
    right = quiet(right);
    IRBuilder<> builder(&instruction);
    const bool isMaximum = cast<IntrinsicInst>(instruction).getIntrinsicID() == Intrinsic::maxnum;
    Value *result = inPieces(builder, isMaximum, left, right);
    quiet_[result] = result;
    quiet_.erase(&instruction);
    instruction.replaceAllUsesWith(result);
    instruction.eraseFromParent();
    return true;
  }

 private:
  /// Instructions that a replacement saves.
  static constexpr double saved = 2;

  static bool hasFittingSize(const FixedVectorType &type) {
    const Type *element = type.getElementType();
    const auto bits = static_cast<unsigned>(type.getPrimitiveSizeInBits().getFixedValue());
    return (element->isFloatTy() || element->isDoubleTy()) &&
           (bits == 128 || bits == 256 || bits % registerBits == 0);
  }

  bool isNumber(const Value *value) const {
    return computeKnownFPClass(value, fcNan, query_).isKnownNeverNaN();
  }

  bool isQuiet(const Value *value) const {
    return quiet_.contains(value) || isComputed(value) ||
           computeKnownFPClass(value, fcSNan, query_).isKnownNever(fcSNan);
  }

  /// Instructions for a quiet operand, shared by all calls that use it. A value of a loop's
  /// iteration before would wait for one more instruction in each.
  double costToQuiet(const Value *value) const {
    if (isQuiet(value)) {
      return 0;
    }
    const auto *phi = dyn_cast<PHINode>(value);
    if ((phi && loops_.isLoopHeader(phi->getParent())) ||
        !(isa<Instruction>(value) || isa<Argument>(value))) {
      return saved;
    }
    return 1.0 / static_cast<double>(count_if(value->users(), isExtreme));
  }

  /// The value, or its canonical form, computed where the value is.
  Value *quiet(Value *value) {
    if (isQuiet(value)) {
      auto known = quiet_.find(value);
      return known == quiet_.end() ? value : known->second;
    }
    auto *instruction = dyn_cast<Instruction>(value);
    BasicBlock::iterator place =
        instruction ? *instruction->getInsertionPointAfterDef()
                    : cast<Argument>(value)->getParent()->getEntryBlock().getFirstInsertionPt();
    IRBuilder<> builder(place->getParent(), place);
    Value *canonical =
        builder.CreateIntrinsic(Intrinsic::canonicalize, {value->getType()}, {value});
    quiet_[canonical] = canonical;
    return quiet_[value] = canonical;
  }

  static Value *inPieces(IRBuilder<> &builder, bool isMaximum, Value *left, Value *right) {
    auto *type = cast<FixedVectorType>(left->getType());
    const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
    if (bits <= registerBits) {
      return ofRegister(builder, isMaximum, left, right);
    }
    const unsigned count = registerBits / type->getScalarSizeInBits();
    auto *piece = FixedVectorType::get(type->getElementType(), count);
    SmallVector<Value *> pieces;
    for (unsigned first = 0; first < type->getNumElements(); first += count) {
      Value *at = builder.getInt64(first);
      pieces.push_back(ofRegister(builder, isMaximum, builder.CreateExtractVector(piece, left, at),
                                  builder.CreateExtractVector(piece, right, at)));
    }
    return concatenateVectors(builder, pieces);
  }

  static Value *ofRegister(IRBuilder<> &builder, bool isMaximum, Value *left, Value *right) {
    auto *type = cast<FixedVectorType>(left->getType());
    const unsigned count = type->getNumElements();
    const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
    constexpr unsigned signOfResult = 4, currentRounding = 4;
    IntegerType *mask = builder.getIntNTy(std::max(8U, count));
    SmallVector<Value *> operands = {left, right,
                                     builder.getInt32(signOfResult + (isMaximum ? 1 : 0)),
                                     PoisonValue::get(type), Constant::getAllOnesValue(mask)};
    if (bits == registerBits) {
      operands.push_back(builder.getInt32(currentRounding));
    }
    const bool isDouble = type->getElementType()->isDoubleTy();
    return builder.CreateIntrinsic(instructionFor(isDouble, bits), {}, operands);
  }

  const SimplifyQuery query_;
  const LoopInfo &loops_;
  /// Values without signaling NaNs, by the values that they stand for.
  DenseMap<const Value *, Value *> quiet_;
};

}  // namespace

PreservedAnalyses RangeInstructionsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  if (none_of(instructions(function), [](const Instruction &i) { return isExtreme(&i); })) {
    return PreservedAnalyses::all();
  }
  Extremes extremes(function.getDataLayout(), analyses.getResult<LoopAnalysis>(function));
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    changed |= extremes.replace(instruction);
  }
  PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
