// Newton's method, for the estimate r:
//
//   1 / d        r + r (1 - d r)
//   1 / sqrt(x)  r + r (1/2 - x r (r / 2))
//
// Where d or x is zero or infinite, r is infinite or zero, and the term in parentheses is NaN: r is
// the result then. The comparison with NaN has no fast-math flags, and LLVM knows nothing of the
// estimate, so it stays. A wide vector is estimated in pieces of one register each.

#include "passes/lowering/estimate_reciprocals_pass.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// An estimate's instructions, by the lanes of a register.
struct Estimate {
  Intrinsic::ID of4, of8, of16;
};

constexpr Estimate reciprocal = {Intrinsic::x86_sse_rcp_ps, Intrinsic::x86_avx_rcp_ps_256,
                                 Intrinsic::x86_avx512_rcp14_ps_512};
constexpr Estimate reciprocalRoot = {Intrinsic::x86_sse_rsqrt_ps, Intrinsic::x86_avx_rsqrt_ps_256,
                                     Intrinsic::x86_avx512_rsqrt14_ps_512};

/// Replaces divisions of one function, for registers of `lanes` floats.
class Divisions {
 public:
  explicit Divisions(unsigned lanes) : lanes_(lanes) {}

  /// Returns true if the division is one of the kind, and was replaced.
  bool replace(Instruction &division) const {
    auto *type = dyn_cast<FixedVectorType>(division.getType());
    if (division.getOpcode() != Instruction::FDiv || !division.hasAllowReciprocal() || !type ||
        !type->getElementType()->isFloatTy() || type->getNumElements() % 4 != 0) {
      return false;
    }
    IRBuilder<> builder(&division);
    Value *divisor = division.getOperand(1);
    auto *root = dyn_cast<IntrinsicInst>(divisor);
    const bool isRoot = root && root->getIntrinsicID() == Intrinsic::sqrt &&
                        root->hasAllowReciprocal() && root->hasOneUse();
    Value *inverse =
        isRoot ? inverseRoot(builder, root->getArgOperand(0)) : inverseOf(builder, divisor);
    FastMathFlags flags = division.getFastMathFlags();
    flags.setNoNaNs(false);
    flags.setNoInfs(false);
    builder.setFastMathFlags(flags);
    division.replaceAllUsesWith(builder.CreateFMul(division.getOperand(0), inverse));
    division.eraseFromParent();
    return true;
  }

 private:
  Value *inverseOf(IRBuilder<> &builder, Value *divisor) const {
    Value *estimate = estimateOf(builder, reciprocal, divisor);
    Value *one = ConstantFP::get(divisor->getType(), 1);
    Value *error = mulAdd(builder, builder.CreateFNeg(divisor), estimate, one);
    return refined(builder, estimate, error);
  }

  Value *inverseRoot(IRBuilder<> &builder, Value *square) const {
    Value *estimate = estimateOf(builder, reciprocalRoot, square);
    Value *half = ConstantFP::get(square->getType(), 0.5);
    Value *root = builder.CreateFMul(square, estimate);
    Value *error =
        mulAdd(builder, builder.CreateFNeg(root), builder.CreateFMul(estimate, half), half);
    return refined(builder, estimate, error);
  }

  /// estimate + estimate * error, or the estimate where the error is NaN.
  static Value *refined(IRBuilder<> &builder, Value *estimate, Value *error) {
    Value *isNumber = builder.CreateFCmpORD(error, ConstantFP::getZero(error->getType()));
    return builder.CreateSelect(isNumber, mulAdd(builder, estimate, error, estimate), estimate);
  }

  static Value *mulAdd(IRBuilder<> &builder, Value *a, Value *b, Value *c) {
    return builder.CreateIntrinsic(Intrinsic::fmuladd, {a->getType()}, {a, b, c});
  }

  /// The estimates for all lanes, in pieces of at most a register.
  Value *estimateOf(IRBuilder<> &builder, const Estimate &estimate, Value *of) const {
    const unsigned count = cast<FixedVectorType>(of->getType())->getNumElements();
    SmallVector<Value *> pieces;
    for (unsigned first = 0; first < count;) {
      unsigned size = lanes_;
      while (size > count - first) {
        size /= 2;
      }
      Value *piece = size == count ? of
                                   : builder.CreateExtractVector(
                                         FixedVectorType::get(builder.getFloatTy(), size), of,
                                         builder.getInt64(first));
      pieces.push_back(estimateOfPiece(builder, estimate, piece, size));
      first += size;
    }
    return concatenateVectors(builder, pieces);
  }

  static Value *estimateOfPiece(IRBuilder<> &builder, const Estimate &estimate, Value *of,
                                unsigned size) {
    if (size == 16) {
      return builder.CreateIntrinsic(estimate.of16, {},
                                     {of, PoisonValue::get(of->getType()), builder.getInt16(-1)});
    }
    return builder.CreateIntrinsic(size == 8 ? estimate.of8 : estimate.of4, {}, {of});
  }

  const unsigned lanes_;
};

}  // namespace

PreservedAnalyses EstimateReciprocalsPass::run(Function &function,
                                               FunctionAnalysisManager &analyses) {
  if (!function.getParent()->getTargetTriple().isX86()) {
    return PreservedAnalyses::all();
  }
  const auto bits = analyses.getResult<TargetIRAnalysis>(function).getRegisterBitWidth(
      TargetTransformInfo::RGK_FixedWidthVector);
  const auto lanes = static_cast<unsigned>(bits.getFixedValue() / 32);
  if (lanes < 4) {
    return PreservedAnalyses::all();
  }
  const Divisions divisions(lanes);
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    changed |= divisions.replace(instruction);
  }
  PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
