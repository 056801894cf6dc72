// Newton's method, for the estimate r:
//
//   1 / d        r + r (1 - d r)
//   1 / sqrt(x)  r + r (1/2 - x r (r / 2))
//
// Where d or x is zero or infinite, r is infinite or zero, and the term in parentheses is NaN: r is
// the result then. The comparison with NaN has no fast-math flags, and LLVM knows nothing of the
// estimate, so it stays. A wide vector is estimated in pieces of one register each.

#include "passes/lowering/estimate_reciprocals_pass.h"

#include <numeric>

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// An estimate's instructions, by the lanes of a register.
struct Estimate {
  Intrinsic::ID of4, of8, of16;
  unsigned leastMasked;  ///< the lanes from which on they are AVX-512's, and have a mask
};

constexpr Estimate reciprocal = {Intrinsic::x86_sse_rcp_ps, Intrinsic::x86_avx_rcp_ps_256,
                                 Intrinsic::x86_avx512_rcp14_ps_512, 16};
constexpr Estimate reciprocalRoot = {Intrinsic::x86_sse_rsqrt_ps, Intrinsic::x86_avx_rsqrt_ps_256,
                                     Intrinsic::x86_avx512_rsqrt14_ps_512, 16};
/// With 14 bits for each size.
constexpr Estimate closeRoot = {Intrinsic::x86_avx512_rsqrt14_ps_128,
                                Intrinsic::x86_avx512_rsqrt14_ps_256,
                                Intrinsic::x86_avx512_rsqrt14_ps_512, 4};

/// The estimates of one register of lanes: 4, 8 or 16.
Value *ofPiece(IRBuilder<> &builder, const Estimate &estimate, Value *of, unsigned lanes) {
  const auto id = lanes == 16 ? estimate.of16 : lanes == 8 ? estimate.of8 : estimate.of4;
  if (lanes < estimate.leastMasked) {
    return builder.CreateIntrinsic(id, {}, {of});
  }
  Value *all = ConstantInt::getAllOnesValue(builder.getIntNTy(std::max(lanes, 8U)));
  return builder.CreateIntrinsic(id, {}, {of, PoisonValue::get(of->getType()), all});
}

/// The estimates for all lanes, in pieces of at most `lanes`.
Value *inPieces(IRBuilder<> &builder, const Estimate &estimate, Value *of, unsigned lanes) {
  const unsigned count = cast<FixedVectorType>(of->getType())->getNumElements();
  SmallVector<Value *> pieces;
  for (unsigned first = 0; first < count;) {
    unsigned size = lanes;
    while (size > count - first) {
      size /= 2;
    }
    auto *type = FixedVectorType::get(builder.getFloatTy(), size);
    Value *piece =
        size == count ? of : builder.CreateExtractVector(type, of, builder.getInt64(first));
    pieces.push_back(ofPiece(builder, estimate, piece, size));
    first += size;
  }
  return concatenateVectors(builder, pieces);
}

Value *mulAdd(IRBuilder<> &builder, Value *a, Value *b, Value *c) {
  return builder.CreateIntrinsic(Intrinsic::fmuladd, {a->getType()}, {a, b, c});
}

/// estimate + estimate * error, or the estimate where the error is NaN.
Value *refined(IRBuilder<> &builder, Value *estimate, Value *error) {
  Value *isNumber = builder.CreateFCmpORD(error, ConstantFP::getZero(error->getType()));
  return builder.CreateSelect(isNumber, mulAdd(builder, estimate, error, estimate), estimate);
}

Value *inverseOf(IRBuilder<> &builder, Value *divisor, unsigned lanes) {
  Value *estimate = inPieces(builder, reciprocal, divisor, lanes);
  Value *one = ConstantFP::get(divisor->getType(), 1);
  Value *error = mulAdd(builder, builder.CreateFNeg(divisor), estimate, one);
  return refined(builder, estimate, error);
}

Value *inverseRoot(IRBuilder<> &builder, const Estimate &kind, Value *square, unsigned lanes) {
  Value *estimate = inPieces(builder, kind, square, lanes);
  Value *half = ConstantFP::get(square->getType(), 0.5);
  Value *root = builder.CreateFMul(square, estimate);
  Value *error =
      mulAdd(builder, builder.CreateFNeg(root), builder.CreateFMul(estimate, half), half);
  return refined(builder, estimate, error);
}

/// The square root that the instruction divides by, without other uses, or null.
IntrinsicInst *rootDividedBy(const Instruction &division) {
  auto *root = dyn_cast<IntrinsicInst>(division.getOperand(1));
  return root && root->getIntrinsicID() == Intrinsic::sqrt && root->hasOneUse() ? root : nullptr;
}

/// Returns true if the division is a relaxed one of vectors, and was replaced.
bool replaceRelaxed(Instruction &division, unsigned lanes) {
  auto *type = dyn_cast<FixedVectorType>(division.getType());
  if (division.getOpcode() != Instruction::FDiv || !division.hasAllowReciprocal() || !type ||
      !type->getElementType()->isFloatTy() || type->getNumElements() % 4 != 0) {
    return false;
  }
  IRBuilder<> builder(&division);
  auto *root = rootDividedBy(division);
  Value *inverse = root && root->hasAllowReciprocal()
                       ? inverseRoot(builder, reciprocalRoot, root->getArgOperand(0), lanes)
                       : inverseOf(builder, division.getOperand(1), lanes);
  FastMathFlags flags = division.getFastMathFlags();
  flags.setNoNaNs(false);
  flags.setNoInfs(false);
  builder.setFastMathFlags(flags);
  division.replaceAllUsesWith(builder.CreateFMul(division.getOperand(0), inverse));
  division.eraseFromParent();
  return true;
}

/// Returns true if the instruction is 1 / sqrt(x) that may have an error, and was replaced.
bool replaceRoot(Instruction &division, unsigned lanes) {
  if (division.getOpcode() != Instruction::FDiv ||
      !division.getType()->getScalarType()->isFloatTy() ||
      cast<FPMathOperator>(division).getFPAccuracy() < 2 ||
      !PatternMatch::match(division.getOperand(0), PatternMatch::m_FPOne())) {
    return false;
  }
  auto *root = rootDividedBy(division);
  if (!root) {
    return false;
  }
  // Whole registers for scalars and vectors of other lengths than a multiple of 4.
  IRBuilder<> builder(&division);
  Value *square = root->getArgOperand(0);
  auto *type = dyn_cast<FixedVectorType>(square->getType());
  const unsigned count = type ? type->getNumElements() : 1, padded = (count + 3) / 4 * 4;
  if (!type) {
    auto *four = FixedVectorType::get(builder.getFloatTy(), padded);
    square = builder.CreateInsertElement(PoisonValue::get(four), square, uint64_t{0});
  } else if (count != padded) {
    SmallVector<int> lanesOfPadded(padded, PoisonMaskElem);
    std::iota(lanesOfPadded.begin(), lanesOfPadded.begin() + count, 0);
    square = builder.CreateShuffleVector(square, lanesOfPadded);
  }
  Value *inverse = inverseRoot(builder, closeRoot, square, lanes);
  if (!type) {
    inverse = builder.CreateExtractElement(inverse, uint64_t{0});
  } else if (count != padded) {
    inverse = builder.CreateExtractVector(type, inverse, builder.getInt64(0));
  }
  division.replaceAllUsesWith(inverse);
  division.eraseFromParent();
  root->eraseFromParent();
  return true;
}

PreservedAnalyses replaceAll(Function &function, FunctionAnalysisManager &analyses,
                             bool (*replace)(Instruction &, unsigned lanes)) {
  if (!function.getParent()->getTargetTriple().isX86()) {
    return PreservedAnalyses::all();
  }
  const auto bits = analyses.getResult<TargetIRAnalysis>(function).getRegisterBitWidth(
      TargetTransformInfo::RGK_FixedWidthVector);
  const auto lanes = static_cast<unsigned>(bits.getFixedValue() / 32);
  if (lanes < 4) {
    return PreservedAnalyses::all();
  }
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    changed |= replace(instruction, lanes);
  }
  PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace

PreservedAnalyses EstimateReciprocalsPass::run(Function &function,
                                               FunctionAnalysisManager &analyses) {
  return replaceAll(function, analyses, replaceRelaxed);
}

PreservedAnalyses EstimateRootsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  return replaceAll(function, analyses, replaceRoot);
}

}  // namespace compiler::passes
