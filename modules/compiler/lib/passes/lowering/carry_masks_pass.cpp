// Masks between blocks
// --------------------
//
// Instead of <8 x i1>, other blocks get <8 x i32>, and logic is done with these:
//
//      %m = fcmp olt <8 x float> …;
//      %m.wide = sext <8 x i1> %m to <8 x i32>;
//    use:
//      %n.wide = and <8 x i32> %m.wide, %o.wide;
//      %n = icmp slt <8 x i32> %n.wide, zeroinitializer;
//      %r = select <8 x i1> %n, …;
//
// A comparison of AVX2 gives such integers anyway, and a select or a mask of a memory access takes
// their sign bits: both conversions are nothing then.
//
// Masks that leave their block, phis among them, are carried, and so is the logic that they are
// made of: one vector of i1 among its operands would bring the short elements back. So do shuffles,
// which code generation does element by element. Masks of one number of lanes have one width, the
// most frequent among the comparisons.

#include "passes/lowering/carry_masks_pass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// The carried masks of one function.
class Masks {
 public:
  Masks(Function &function, const TargetTransformInfo &target)
      : function_(function), target_(target) {}

  /// Returns true if there are any.
  bool carry() {
    findWidths();
    find();
    for (Instruction *mask : inOrder()) {
      wide_[mask] = widen(*mask);
    }
    for (auto [mask, wide] : wide_) {
      if (auto *phi = dyn_cast<PHINode>(mask)) {
        fill(*phi, *cast<PHINode>(wide));
      }
    }
    for (auto [mask, wide] : wide_) {
      replaceUses(*mask, *wide);
    }
    SmallVector<Instruction *> replaced;
    for (auto [mask, wide] : wide_) {
      if (!isLeaf(*mask)) {
        replaced.push_back(mask);
      }
    }
    // Phis may use each other.
    for (Instruction *mask : replaced) {
      mask->dropAllReferences();
    }
    for (Instruction *mask : replaced) {
      mask->eraseFromParent();
    }
    return !wide_.empty();
  }

 private:
  /// Returns the integers for a mask; null if there are none, or the target has such masks.
  FixedVectorType *typeOf(const Value &value) const {
    auto *type = dyn_cast<FixedVectorType>(value.getType());
    return type && type->getElementType()->isIntegerTy(1) ? types_.lookup(type) : nullptr;
  }

  /// Chooses the integers for each number of lanes.
  void findWidths() {
    MapVector<FixedVectorType *, unsigned> counts;
    for (Instruction &instruction : instructions(function_)) {
      auto *type = dyn_cast<FixedVectorType>(instruction.getType());
      if (!isa<CmpInst>(instruction) || !type || type->getNumElements() < 2 ||
          target_.isTypeLegal(type)) {
        continue;
      }
      const unsigned width =
          function_.getDataLayout()
              .getTypeSizeInBits(instruction.getOperand(0)->getType()->getScalarType())
              .getFixedValue();
      auto *wide = FixedVectorType::get(IntegerType::get(function_.getContext(), width), type);
      if (width > 1 && width <= 64 && target_.isTypeLegal(wide)) {
        ++counts[wide];
      }
    }
    for (auto [wide, count] : counts) {
      auto *mask = FixedVectorType::get(Type::getInt1Ty(function_.getContext()), wide);
      FixedVectorType *&chosen = types_[mask];
      chosen = !chosen || count > counts[chosen] ? wide : chosen;
    }
  }

  /// Finds the masks to carry: those that leave their block or are shuffled, and what they are made
  /// of. The function has no unreachable blocks.
  void find() {
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function_)) {
      for (Instruction &instruction : *block) {
        if (typeOf(instruction) && !instruction.isTerminator() &&
            (isa<PHINode, ShuffleVectorInst>(instruction) ||
             instruction.isUsedOutsideOfBlock(block))) {
          carried_.insert(&instruction);
        }
      }
    }
    for (size_t i = 0; i < carried_.size(); ++i) {
      Instruction *mask = carried_[i];
      if (isLeaf(*mask) || getSplatValue(mask)) {
        continue;
      }
      for (Value *operand : mask->operand_values()) {
        auto *instruction = dyn_cast<Instruction>(operand);
        if (instruction && typeOf(*instruction)) {
          carried_.insert(instruction);
        }
      }
    }
  }

  /// Tells if a mask's integers come from itself, not from those of its operands.
  static bool isLeaf(const Instruction &mask) {
    if (isa<ShuffleVectorInst>(mask)) {
      return mask.getOperand(0)->getType() != mask.getType() && !getSplatValue(&mask);
    }
    return !mask.isBitwiseLogicOp() && !isa<SelectInst, PHINode>(mask);
  }

  /// Returns the carried masks so that operands come first, except for those of phis.
  SmallVector<Instruction *> inOrder() {
    SmallVector<Instruction *> sorted;
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function_)) {
      for (Instruction &instruction : *block) {
        if (carried_.contains(&instruction)) {
          sorted.push_back(&instruction);
        }
      }
    }
    return sorted;
  }

  /// Returns the integers of an operand.
  Value *wideOf(Value *mask, IRBuilder<> &builder) const {
    auto *instruction = dyn_cast<Instruction>(mask);
    if (Value *wide = instruction ? wide_.lookup(instruction) : nullptr) {
      return wide;
    }
    FixedVectorType *type = typeOf(*mask);
    return isa<UndefValue>(mask) ? Constant::getNullValue(type) : builder.CreateSExt(mask, type);
  }

  /// Makes the integers of a mask right behind it. A phi is filled later.
  Value *widen(Instruction &mask) const {
    FixedVectorType *const type = typeOf(mask);
    if (auto *phi = dyn_cast<PHINode>(&mask)) {
      return PHINode::Create(type, phi->getNumIncomingValues(), mask.getName() + ".wide",
                             mask.getIterator());
    }
    IRBuilder<> builder(mask.getParent(), mask.getInsertionPointAfterDef().value());
    if (isLeaf(mask)) {
      return builder.CreateSExt(&mask, type, mask.getName() + ".wide");
    }
    if (Value *scalar = isa<ShuffleVectorInst>(mask) ? getSplatValue(&mask) : nullptr) {
      return builder.CreateVectorSplat(type->getElementCount(),
                                       builder.CreateSExt(scalar, type->getElementType()));
    }
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&mask)) {
      return builder.CreateShuffleVector(wideOf(shuffle->getOperand(0), builder),
                                         wideOf(shuffle->getOperand(1), builder),
                                         shuffle->getShuffleMask());
    }
    if (mask.isBitwiseLogicOp()) {
      return builder.CreateBinOp(cast<BinaryOperator>(mask).getOpcode(),
                                 wideOf(mask.getOperand(0), builder),
                                 wideOf(mask.getOperand(1), builder));
    }
    auto &select = cast<SelectInst>(mask);
    Value *yes = wideOf(select.getTrueValue(), builder);
    Value *no = wideOf(select.getFalseValue(), builder);
    if (!select.getCondition()->getType()->isVectorTy()) {
      return builder.CreateSelect(select.getCondition(), yes, no);
    }
    Value *condition = wideOf(select.getCondition(), builder);
    if (match(select.getFalseValue(), m_Zero())) {
      return builder.CreateAnd(condition, yes);
    }
    if (match(select.getTrueValue(), m_AllOnes())) {
      return builder.CreateOr(condition, no);
    }
    return builder.CreateOr(builder.CreateAnd(condition, yes),
                            builder.CreateAnd(builder.CreateNot(condition), no));
  }

  /// Gives a phi the integers of the mask's values, at the ends of their blocks.
  void fill(const PHINode &mask, PHINode &wide) const {
    for (unsigned i = 0; i < mask.getNumIncomingValues(); ++i) {
      BasicBlock *block = mask.getIncomingBlock(i);
      IRBuilder<> builder(block->getTerminator());
      // A block that comes in twice gives the same value each time.
      const int before = wide.getBasicBlockIndex(block);
      wide.addIncoming(before >= 0 ? wide.getIncomingValue(static_cast<unsigned>(before))
                                   : wideOf(mask.getIncomingValue(i), builder),
                       block);
    }
  }

  /// Gives each block with uses a mask made of the integers. The block of a leaf keeps that. Uses
  /// by other carried masks go with these.
  void replaceUses(Instruction &mask, Value &wide) {
    DenseMap<BasicBlock *, Value *> masks;
    for (Use &use : make_early_inc_range(mask.uses())) {
      auto *user = cast<Instruction>(use.getUser());
      auto *phi = dyn_cast<PHINode>(user);
      BasicBlock *block = phi ? phi->getIncomingBlock(use) : user->getParent();
      const bool isHere = block == mask.getParent();
      if (user == &wide || (carried_.contains(user) && !isLeaf(*user)) ||
          (isHere && isLeaf(mask))) {
        continue;
      }
      Value *&made = masks[block];
      if (!made) {
        const bool isBehind = isHere && !isa<PHINode>(mask);
        IRBuilder<> builder(block,
                            isBehind ? placeBehind(mask, wide) : block->getFirstInsertionPt());
        made = builder.CreateIsNeg(&wide, mask.getName());
      }
      use.set(made);
    }
  }

  /// Returns the place behind a mask's integers in its block, which may be those of another mask.
  static BasicBlock::iterator placeBehind(Instruction &mask, Value &wide) {
    auto *instruction = dyn_cast<Instruction>(&wide);
    const bool isBehind = instruction && instruction->getParent() == mask.getParent() &&
                          mask.comesBefore(instruction);
    return isBehind ? std::next(instruction->getIterator())
                    : mask.getInsertionPointAfterDef().value();
  }

  Function &function_;
  const TargetTransformInfo &target_;
  // The integers for the masks of a number of lanes.
  DenseMap<FixedVectorType *, FixedVectorType *> types_;
  SetVector<Instruction *> carried_;
  // The integers of each carried mask; an operand of logic comes before its result.
  MapVector<Instruction *, Value *> wide_;
};

}  // namespace

PreservedAnalyses CarryMasksPass::run(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = removeUnreachableBlocks(function);
  changed |= Masks(function, analyses.getResult<TargetIRAnalysis>(function)).carry();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
