// Several SIMD groups at once
// -----------------------
// If all that a SIMD group does in a loop is to add to one sum, it waits for each addition to end
// before it begins the next. And often it shares much of its work with its neighbours: in a product
// of matrices, a SIMD group is 16 columns of a row, and the rows below it read the same columns of
// the second matrix. SIMD groups that run one after the other wait, and read, again and again. So
// several run together: one loop, in which what is the same for all of them is done once, and the
// rest once for each SIMD group, one behind the other.
//
// This is done with the vector function of one SIMD group, whose control flow is all scalar. Its
// values are analysed once more, now from SIMD group to SIMD group (shape_analysis.h), along the
// SIMD groups' own dimension or another. Where all branches are uniform, each instruction is copied
// as it stands: once if its value is uniform, else once per SIMD group. A copy's ids are those of
// the SIMD group's first work-item. Between work-items nothing orders plain accesses, so it is of
// no matter that the SIMD groups' alternate.
//
// SIMD groups are unrolled and jammed where the target's costs say that it pays (cost_model.h), and
// only as many as leave all vectors that live through a loop or a block in registers. They are
// unrolled and jammed along their own dimension only if the kernel has no other, since groups are
// short where it has; and for the sake of loops, and of loads that a SIMD group's stores may
// change, since what else they share there is hoisted out of the loop around them.

#include "vecz/unroll_and_jam/unroll_and_jam.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "vecz/analysis/known_work_item_ids.h"
#include "vecz/analysis/lane_uniformity.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/cost/cost_model.h"
#include "vecz/cost/live_registers.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// A unroll-and-jam must win this much: its code comes on top of that of single SIMD groups.
constexpr double profitOfUnrolling = 0.8;
/// And at least this much per SIMD group: less is lost in the loops around.
constexpr double leastSaving = 8;
/// Of two unrolled groups the smaller one is taken unless the other wins more than this.
constexpr double profitOfLargerUnroll = 0.95;
constexpr unsigned maxUnroll = 8;
/// Along the SIMD groups' own dimension, so that a group of common size still fills it.
constexpr unsigned maxUnrollAlongOwnDimension = 4;
/// Instructions of a unroll-and-jam: what is larger is limited by other things than what SIMD
/// groups share.
constexpr unsigned maxUnrolledSize = 2000;

/// Of a call: whether it can be made for other work-items than the first SIMD group's.
bool isRepeatable(const CallBase &call) {
  if (isa<IntrinsicInst>(call)) {
    return !call.isConvergent();
  }
  StringRef name = passes::calledName(call);
  if (name == "__mux_get_global_id" || name == "__mux_get_local_id") {
    return isa<ConstantInt>(call.getArgOperand(0));
  }
  return isLaneInvariant(call) ||
         StringSwitch<bool>(name)
             .Cases({"__mux_get_local_linear_id", "__mux_get_global_linear_id"}, true)
             .Case(passes::itemFrameName, true)
             .Default(false);
}

/// Whether SIMD groups along another dimension can be run together at all.
bool canUnrollAndJam(Function &variant, const SimdGroup &simdGroup, const ShapeAnalysis &along) {
  if (simdGroup.masked || simdGroup.dimension == SimdGroup::linear) {
    return false;
  }
  for (Instruction &instruction : instructions(variant)) {
    if (auto *call = dyn_cast<CallBase>(&instruction); call && !isRepeatable(*call)) {
      return false;
    }
    if (instruction.isAtomic() || instruction.isVolatile()) {
      return false;
    }
    if (instruction.isTerminator() && !isa<ReturnInst>(instruction) &&
        !all_of(instruction.operands(), [&](Value *value) { return along[value].isUniform(); })) {
      return false;
    }
  }
  return true;
}

bool isOnce(const Instruction &instruction, const ShapeAnalysis &along) {
  if (instruction.isTerminator()) {
    return true;
  }
  if (isa<StoreInst>(instruction)) {
    return all_of(instruction.operands(),
                  [&](const Value *value) { return along[value].isUniform(); });
  }
  return !instruction.mayWriteToMemory() && along[&instruction].isUniform();
}

class UnrollAndJamEmitter {
 public:
  UnrollAndJamEmitter(Function &variant, const SimdGroup &simdGroup, const UnrollAndJam &unroll,
                      const ShapeAnalysis &along, const Twine &name)
      : variant_(variant),
        unroll_(unroll),
        step_(unroll.dimension == simdGroup.dimension ? simdGroup.width : 1),
        along_(along),
        builder_(variant.getContext()) {
    unrolled_ = Function::Create(variant.getFunctionType(), variant.getLinkage(),
                                 variant.getAddressSpace(), name);
    variant.getParent()->getFunctionList().insertAfter(variant.getIterator(), unrolled_);
    unrolled_->copyAttributesFrom(&variant);
  }

  Function *run() {
    for (auto [from, to] : zip(variant_.args(), unrolled_->args())) {
      to.setName(from.getName());
      copies_[&from] = {&to};
    }
    for (BasicBlock &block : variant_) {
      blocks_[&block] = BasicBlock::Create(variant_.getContext(), block.getName(), unrolled_);
    }
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&variant_)) {
      builder_.SetInsertPoint(blocks_[block]);
      for (Instruction &instruction : *block) {
        copy(instruction);
      }
    }
    for (PHINode *phi : phis_) {
      fill(*phi);
    }
    return unrolled_;
  }

 private:
  Value *copyOf(Value *value, unsigned number) {
    if (auto *block = dyn_cast<BasicBlock>(value)) {
      return blocks_[block];
    }
    auto found = copies_.find(value);
    if (found == copies_.end()) {
      return value;
    }
    return found->second[found->second.size() == 1 ? 0 : number];
  }

  void copy(Instruction &instruction) {
    const unsigned count = isOnce(instruction, along_) ? 1 : unroll_.count;
    SmallVector<Value *, maxUnroll> copies;
    for (unsigned number = 0; number < count; ++number) {
      copies.push_back(copy(instruction, number));
    }
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      phis_.push_back(phi);
    }
    copies_[&instruction] = std::move(copies);
  }

  Value *copy(Instruction &instruction, unsigned number) {
    Instruction *copy = instruction.clone();
    builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
    builder_.Insert(copy, instruction.getName());
    if (isa<PHINode>(instruction)) {
      return copy;
    }
    for (Use &operand : copy->operands()) {
      operand.set(copyOf(operand, number));
    }
    auto *call = dyn_cast<CallInst>(copy);
    return call && number > 0 ? advance(*call, number) : copy;
  }

  /// What a work-item builtin returns for a SIMD group further on.
  Value *advance(CallInst &call, unsigned simdGroups) {
    StringRef name = passes::calledName(call);
    if (name == "__mux_get_global_id" || name == "__mux_get_local_id") {
      auto *asked = cast<ConstantInt>(call.getArgOperand(0));
      return asked->equalsInt(unroll_.dimension) ? plus(call, distance(simdGroups)) : &call;
    }
    if (name == "__mux_get_local_linear_id") {
      return plus(call, linearDistance("__mux_get_local_size", simdGroups));
    }
    if (name == "__mux_get_global_linear_id") {
      return plus(call, linearDistance("__mux_get_global_size", simdGroups));
    }
    if (name == passes::itemFrameName) {
      Value *items = linearDistance("__mux_get_local_size", simdGroups);
      return builder_.CreatePtrAdd(&call, builder_.CreateMul(items, call.getArgOperand(1)));
    }
    return &call;
  }

  Value *plus(CallInst &call, Value *distance) {
    return builder_.CreateAdd(&call, builder_.CreateZExtOrTrunc(distance, call.getType()));
  }

  /// In work-items along the unroll-and-jam's dimension.
  Value *distance(unsigned simdGroups) { return builder_.getInt64(uint64_t{simdGroups} * step_); }

  Value *linearDistance(StringRef size, unsigned simdGroups) {
    Value *distance = this->distance(simdGroups);
    for (unsigned dimension = 0; dimension < unroll_.dimension; ++dimension) {
      Function *function = passes::declareWorkItemBuiltin(*variant_.getParent(), size);
      Value *length = builder_.CreateCall(function, {builder_.getInt32(dimension)});
      distance = builder_.CreateMul(distance, builder_.CreateZExt(length, builder_.getInt64Ty()));
    }
    return distance;
  }

  void fill(PHINode &phi) {
    for (auto [number, copy] : enumerate(copies_[&phi])) {
      auto *made = cast<PHINode>(copy);
      for (auto [value, block] : zip(phi.incoming_values(), phi.blocks())) {
        int index = made->getBasicBlockIndex(block);
        made->setIncomingBlock(static_cast<unsigned>(index), blocks_[block]);
        made->setIncomingValue(static_cast<unsigned>(index),
                               copyOf(value, static_cast<unsigned>(number)));
      }
    }
  }

  Function &variant_;
  const UnrollAndJam &unroll_;
  const unsigned step_;
  const ShapeAnalysis &along_;
  IRBuilder<> builder_;
  Function *unrolled_ = nullptr;
  DenseMap<const Value *, SmallVector<Value *, maxUnroll>> copies_;
  DenseMap<const BasicBlock *, BasicBlock *> blocks_;
  SmallVector<PHINode *> phis_;
};

bool hasLoops(Function &function) {
  DominatorTree dominators(function);
  return !LoopInfo(dominators).empty();
}

/// Whether a store may change what the address points to.
bool mayChange(const LoadInst &load) {
  constexpr unsigned globalSpace = 1;
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(load.getPointerOperand()));
  return load.getPointerAddressSpace() == globalSpace &&
         !(argument && argument->hasNoAliasAttr()) &&
         !load.hasMetadata(LLVMContext::MD_invariant_load);
}

/// Whether SIMD groups load the same, each for itself: stores keep it in the loop around them.
bool readsAnew(Function &variant, const ShapeAnalysis &along) {
  bool writes = false, reads = false;
  for (Instruction &instruction : instructions(variant)) {
    writes |= instruction.mayWriteToMemory();
    auto *load = dyn_cast<LoadInst>(&instruction);
    reads |= load && along[load].isUniform() && mayChange(*load);
  }
  return reads && writes;
}

SimdGroup simdGroupAlong(const UnrollAndJam &unroll) {
  SimdGroup simdGroup;
  simdGroup.width = unroll.count;
  simdGroup.dimension = unroll.dimension;
  return simdGroup;
}

/// As many as registers hold, and no more than is worth it.
class UnrollChoice {
 public:
  UnrollChoice(Function &variant, const TargetTransformInfo &target)
      : variant_(variant), target_(target), costs_(target) {}

  void consider(unsigned dimension, unsigned largest, const ShapeAnalysis &along) {
    for (UnrollAndJam unroll = {dimension, 2}; unroll.count <= largest; unroll.count *= 2) {
      if (variant_.getInstructionCount() * unroll.count > maxUnrolledSize || !fits(unroll, along)) {
        return;
      }
      auto copies = [&](const Instruction &i) { return isOnce(i, along) ? 1 : unroll.count; };
      double cost = costs_.ofSimdGroups(variant_, copies) / unroll.count;
      if (cost > costOfOne_ - leastSaving ||
          cost > bestCost_ * (best_ ? profitOfLargerUnroll : profitOfUnrolling)) {
        continue;
      }
      best_ = unroll;
      bestCost_ = cost;
    }
  }

  std::optional<UnrollAndJam> best() const { return best_; }

 private:
  bool fits(const UnrollAndJam &unroll, const ShapeAnalysis &along) const {
    unsigned live = liveVectorRegisters(variant_, target_, [&](const Value &value) {
      return along[&value].isUniform() ? 1 : unroll.count;
    });
    return live <= vectorRegisters(target_);
  }

  Function &variant_;
  const TargetTransformInfo &target_;
  CostModel costs_;
  std::optional<UnrollAndJam> best_;
  double costOfOne_ = costs_.ofSimdGroups(variant_, [](const Instruction &) { return 1; });
  double bestCost_ = costOfOne_;
};

}  // namespace

void setUnrollAndJam(Function &function, const UnrollAndJam &unroll) {
  function.addFnAttr(unrollAndJamAttribute,
                     (Twine(unroll.dimension) + "," + Twine(unroll.count)).str());
}

UnrollAndJam unrollAndJamOf(const Function &function) {
  UnrollAndJam unroll;
  auto [dimension, count] =
      function.getFnAttribute(unrollAndJamAttribute).getValueAsString().split(',');
  dimension.getAsInteger(10, unroll.dimension);
  count.getAsInteger(10, unroll.count);
  return unroll;
}

std::optional<UnrollAndJam> chooseUnrollAndJam(Function &variant, const SimdGroup &simdGroup,
                                               const TargetTransformInfo &target, bool isForced) {
  UnrollChoice choice(variant, target);
  std::optional<UnrollAndJam> possible;
  bool hasOtherDimensions = false;
  auto consider = [&](unsigned dimension, unsigned largest) {
    ShapeAnalysis along(variant, simdGroupAlong({dimension, maxUnroll}));
    bool isHoisted = dimension == simdGroup.dimension && !isForced && !hasLoops(variant) &&
                     !readsAnew(variant, along);
    if (isHoisted || !canUnrollAndJam(variant, simdGroup, along)) {
      return;
    }
    choice.consider(dimension, largest, along);
    possible = {dimension, 2};
  };
  for (unsigned dimension : {0u, 1u, 2u}) {
    if (dimension == simdGroup.dimension || !asksIdsOf(variant, dimension)) {
      continue;
    }
    hasOtherDimensions = true;
    consider(dimension, maxUnroll);
  }
  if (!hasOtherDimensions) {
    consider(simdGroup.dimension, maxUnrollAlongOwnDimension);
  }
  return isForced && !choice.best() ? possible : choice.best();
}

Function *unrollAndJam(Function &variant, const SimdGroup &simdGroup, const UnrollAndJam &unroll,
                       const Twine &name) {
  ShapeAnalysis along(variant, simdGroupAlong(unroll));
  if (!canUnrollAndJam(variant, simdGroup, along)) {
    return nullptr;
  }
  Function *unrolled = UnrollAndJamEmitter(variant, simdGroup, unroll, along, name).run();
  setUnrollAndJam(*unrolled, unroll);
  return unrolled;
}

}  // namespace compiler::vecz
