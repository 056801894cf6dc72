// Splitting of gathers
// --------------------
//
// The addresses are a scalar and a vector of indices as a rule. Several indices leave the vector as
// one element of 64 bits. Bytes are taken before they are extended: eight of them are an element.
//
//      gather (getelementptr float, ptr %table, <16 x i64> (zext <16 x i32> %i))
//
//      %words = bitcast <16 x i32> %i to <8 x i64>
//      %word = extractelement <8 x i64> %words, 0;
//      load float, (getelementptr float, ptr %table, zext (trunc %word));                lane 0
//      load float, (getelementptr float, ptr %table, zext (trunc (lshr %word, 32)))      lane 1

#include "passes/lowering/split_gathers_pass.h"

#include "ir/unlikely_branches.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Returns true for a gather by all lanes, in code that is run often.
bool isSplittable(const Instruction &instruction) {
  const auto *gather = dyn_cast<IntrinsicInst>(&instruction);
  if (!gather || gather->getIntrinsicID() != Intrinsic::masked_gather ||
      !match(gather->getArgOperand(1), m_AllOnes())) {
    return false;
  }
  const unsigned bits = gather->getType()->getScalarSizeInBits();
  return !isUnlikely(*instruction.getParent()) && isa<FixedVectorType>(gather->getType()) &&
         (bits == 32 || bits == 64);
}

/// The addresses of a gather's lanes as scalars, asked for in rising order.
class LaneAddresses {
 public:
  LaneAddresses(IRBuilder<> &builder, Value *addresses) : builder_(builder), vector_(addresses) {
    auto *computed = dyn_cast<GetElementPtrInst>(addresses);
    if (!computed || computed->getNumIndices() != 1) {
      return;
    }
    Value *base = computed->getPointerOperand();
    base = base->getType()->isVectorTy() ? getSplatValue(base) : base;
    if (!base) {
      return;
    }
    computed_ = computed;
    base_ = base;
    vector_ = narrowest(computed->getOperand(1));
    const unsigned count = wordBits / vector_->getType()->getScalarSizeInBits();
    auto *type = cast<FixedVectorType>(vector_->getType());
    if (type->getNumElements() % count == 0) {
      words_ = builder.CreateBitCast(vector_, FixedVectorType::get(builder.getIntNTy(wordBits),
                                                                   type->getNumElements() / count));
    }
  }

  /// The address of one lane.
  Value *of(unsigned lane) {
    Value *element = words_ ? partOfWord(lane) : builder_.CreateExtractElement(vector_, lane);
    if (!computed_) {
      return element;
    }
    Value *index = builder_.CreateIntCast(element, builder_.getIntNTy(wordBits), isSigned_);
    return builder_.CreateGEP(computed_->getSourceElementType(), base_, index, "",
                              computed_->getNoWrapFlags());
  }

 private:
  static constexpr unsigned wordBits = 64;

  /// The indices before their extensions. Indices without one are signed.
  Value *narrowest(Value *indices) {
    Value *from = nullptr;
    isSigned_ = !match(indices, m_ZExt(m_Value()));
    if (match(indices, m_SExt(m_Value(from))) && isPartOfWord(*from)) {
      return from;
    }
    while (match(indices, m_ZExt(m_Value(from))) && isPartOfWord(*from)) {
      indices = from;
    }
    return indices;
  }

  static bool isPartOfWord(const Value &indices) {
    const unsigned bits = indices.getType()->getScalarSizeInBits();
    return bits == 8 || bits == 16 || bits == 32;
  }

  Value *partOfWord(unsigned lane) {
    Type *type = vector_->getType()->getScalarType();
    const unsigned bits = type->getIntegerBitWidth();
    const unsigned count = wordBits / bits;
    if (lane % count == 0) {
      word_ = builder_.CreateExtractElement(words_, lane / count);
    }
    return builder_.CreateTrunc(builder_.CreateLShr(word_, lane % count * bits), type);
  }

  IRBuilder<> &builder_;
  /// The computation of the addresses, with a scalar base; null if it is of another kind.
  const GetElementPtrInst *computed_ = nullptr;
  Value *base_ = nullptr;
  Value *vector_;           ///< the indices before their extensions, or the addresses themselves
  Value *words_ = nullptr;  ///< the indices of several lanes in each element
  Value *word_ = nullptr;   ///< that of the lane at hand
  bool isSigned_ = false;
};

void split(IntrinsicInst &gather) {
  IRBuilder<> builder(&gather);
  auto *type = cast<FixedVectorType>(gather.getType());
  const Align alignment = gather.getParamAlign(0).valueOrOne();
  LaneAddresses addresses(builder, gather.getArgOperand(0));
  Value *result = PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); lane++) {
    LoadInst *load =
        builder.CreateAlignedLoad(type->getElementType(), addresses.of(lane), alignment);
    load->copyMetadata(gather);
    result = builder.CreateInsertElement(result, load, lane);
  }
  gather.replaceAllUsesWith(result);
  gather.eraseFromParent();
}

}  // namespace

PreservedAnalyses SplitGathersPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (isSplittable(instruction)) {
      split(cast<IntrinsicInst>(instruction));
      changed = true;
    }
  }
  PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
