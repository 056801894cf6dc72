#include "vecz/late/shorten_masked_accesses_pass.h"

#include <numeric>
#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Neighbouring lanes of a vector.
struct Run {
  unsigned first;
  unsigned count;
};

/// The active lanes of a constant mask, if they are a power of two of neighbours, but not all.
std::optional<Run> runOf(const Value &mask) {
  auto *constant = dyn_cast<Constant>(&mask);
  auto *type = dyn_cast<FixedVectorType>(mask.getType());
  if (!constant || !type) {
    return std::nullopt;
  }
  Run run = {0, 0};
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    auto *active = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
    if (!active || (active->isOne() && run.count != 0 && run.first + run.count != lane)) {
      return std::nullopt;
    }
    run.first = run.count == 0 ? lane : run.first;
    run.count += active->isOne() ? 1 : 0;
  }
  const bool isShorter = isPowerOf2_32(run.count) && run.count < type->getNumElements();
  return isShorter ? std::optional(run) : std::nullopt;
}

/// Returns true if an element in an array has no padding: in vectors it never has.
bool fillsItsPlace(Type &element, const DataLayout &layout) {
  return layout.getTypeAllocSizeInBits(&element) == layout.getTypeSizeInBits(&element);
}

/// The replacement of one masked access.
class Shortening {
 public:
  Shortening(IntrinsicInst &access, Value &pointer, const Run &run, FixedVectorType &type)
      : access_(access),
        builder_(&access),
        run_(run),
        lanes_(type.getNumElements()),
        part_(run.count == 1 ? type.getElementType()
                             : FixedVectorType::get(type.getElementType(), run.count)),
        pointer_(run.first == 0
                     ? &pointer
                     : builder_.CreateConstGEP1_64(type.getElementType(), &pointer, run.first)) {}

  void store(Value &value, Align align) {
    StoreInst *made = builder_.CreateAlignedStore(partOf(value), pointer_, alignOfPart(align));
    made->copyMetadata(access_);
    access_.eraseFromParent();
  }

  void load(Value &passThrough, Align align) {
    LoadInst *made = builder_.CreateAlignedLoad(part_, pointer_, alignOfPart(align));
    made->copyMetadata(access_);
    Value *whole = widened(*made, passThrough);
    whole->takeName(&access_);
    access_.replaceAllUsesWith(whole);
    access_.eraseFromParent();
  }

 private:
  /// The active lanes of a vector.
  Value *partOf(Value &value) {
    if (run_.count == 1) {
      return builder_.CreateExtractElement(&value, run_.first);
    }
    SmallVector<int> lanes(run_.count);
    std::iota(lanes.begin(), lanes.end(), static_cast<int>(run_.first));
    return builder_.CreateShuffleVector(&value, lanes);
  }

  /// The loaded lanes in their places, between those of the other vector.
  Value *widened(Value &part, Value &others) {
    if (run_.count == 1) {
      return builder_.CreateInsertElement(&others, &part, run_.first);
    }
    // Two steps: a shuffle takes vectors of one type.
    SmallVector<int> spread(lanes_, PoisonMaskElem);
    std::iota(spread.begin() + run_.first, spread.begin() + run_.first + run_.count, 0);
    Value *whole = builder_.CreateShuffleVector(&part, spread);
    SmallVector<int> chosen(lanes_);
    std::iota(chosen.begin(), chosen.end(), static_cast<int>(lanes_));
    std::iota(chosen.begin() + run_.first, chosen.begin() + run_.first + run_.count,
              static_cast<int>(run_.first));
    return builder_.CreateShuffleVector(whole, &others, chosen);
  }

  Align alignOfPart(Align align) const {
    const DataLayout &layout = access_.getDataLayout();
    return commonAlignment(align, layout.getTypeStoreSize(part_->getScalarType()) * run_.first);
  }

  IntrinsicInst &access_;
  IRBuilder<> builder_;
  const Run run_;
  const unsigned lanes_;
  Type *const part_;
  Value *const pointer_;
};

/// Replaces the access if its mask allows it. Returns true if it did.
bool shorten(IntrinsicInst &access) {
  const bool isStore = access.getIntrinsicID() == Intrinsic::masked_store;
  if (!isStore && access.getIntrinsicID() != Intrinsic::masked_load) {
    return false;
  }
  Value &vector = isStore ? *access.getArgOperand(0) : access;
  Value &pointer = *access.getArgOperand(isStore ? 1 : 0);
  const auto run = runOf(*access.getArgOperand(isStore ? 2 : 1));
  auto *type = dyn_cast<FixedVectorType>(vector.getType());
  if (!run || !type || !fillsItsPlace(*type->getElementType(), access.getDataLayout())) {
    return false;
  }
  const Align align = access.getParamAlign(isStore ? 1 : 0).valueOrOne();
  Shortening shortening(access, pointer, *run, *type);
  if (isStore) {
    shortening.store(vector, align);
  } else {
    shortening.load(*access.getArgOperand(2), align);
  }
  return true;
}

/// Takes a part of a vector by a shuffle. GVN gives a load the part of a longer store as an integer
/// of its size, and code generation would take 256 bits of 512 apart into scalars:
///
///   bitcast (extractelement (bitcast <16 x float> %v to <2 x i256>), 1) to <8 x float>
///
/// Returns true if the instruction was such a part.
bool takeByShuffle(BitCastInst &cast) {
  Value *whole = nullptr;
  uint64_t number = 0;
  if (!match(&cast, m_BitCast(m_ExtractElt(m_BitCast(m_Value(whole)), m_ConstantInt(number))))) {
    return false;
  }
  auto *type = dyn_cast<FixedVectorType>(whole->getType());
  auto *part = dyn_cast<FixedVectorType>(cast.getType());
  if (!type || !part || type->getElementType() != part->getElementType() ||
      number >= type->getNumElements() / part->getNumElements()) {
    return false;
  }
  SmallVector<int> lanes(part->getNumElements());
  std::iota(lanes.begin(), lanes.end(), static_cast<int>(number * part->getNumElements()));
  IRBuilder<> builder(&cast);
  cast.replaceAllUsesWith(builder.CreateShuffleVector(whole, lanes));
  cast.eraseFromParent();
  return true;
}

}  // namespace

PreservedAnalyses ShortenMaskedAccessesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    auto *cast = dyn_cast<BitCastInst>(&instruction);
    changed |= (intrinsic && shorten(*intrinsic)) || (cast && takeByShuffle(*cast));
  }
  if (!changed) {
    return PreservedAnalyses::all();
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::vecz
