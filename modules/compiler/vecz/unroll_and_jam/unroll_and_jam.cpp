// Unroll-and-jam over work-items
// ------------------------------
//
// A SIMD group whose loop only adds to one sum waits for each addition before the next one. And
// often it shares work with its neighbours. In a product of matrices a SIMD group is 16 columns of
// a row of the result. The groups in the rows below read the same columns of the second matrix, and
// if groups run one after the other they are read again and again:
//
//   one SIMD group, in the loop over k:
//   %b = load <16 x float> of B[k][x…]
//   %a = load float of A[y][k]
//   %s = fma splat(%a), %b, %s
//
//   two SIMD groups, of rows y and y + 1:
//   %b   = load <16 x float> of B[k][x…]                        ; uniform among the groups: once.
//   %a.0 = load float of A[y][k]
//   %a.1 = load float of A[y + 1][k]
//   %s.0 = fma splat(%a.0), %b, %s.0
//   %s.1 = fma splat(%a.1), %b, %s.1
//
// This is unroll-and-jam (Callahan, Carr and Kennedy, PLDI 1990) of the loops over work-items. On
// GPUs it is known as thread coarsening.
//
// The input is the vector function of one SIMD group, with scalar control flow. Its values are
// analysed once more, now from SIMD group to SIMD group (shape_analysis.h): the "lanes" of this
// analysis are whole groups. Each instruction is copied in place, once if its value is uniform
// among the groups, otherwise once per group. The ids in a copy are those of the group's first
// work-item.
//
// Conditions (canUnrollAndJam):
//
//   * All branches are uniform among the groups, so one control flow serves all.
//   * No atomic or volatile accesses: their order within a group would change. Plain accesses of
//     different work-items have no order between barriers, so the alternation of groups is
//     invisible.
//   * Each call gives the same for all groups, or its result for another group can be computed.
//   * The variant is not masked.
//
// Profitability: the cost model must expect a win (cost_model.h); vectors beyond the target's
// registers cost spills. Along the groups' own dimension there are two more conditions.
// The kernel must have no other dimension, since groups are short where it has. And it must have a
// loop, or loads that stores may change; other shared work is hoisted out of the loop around SIMD
// groups anyway.

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
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::unrollAndJam;

namespace {

/// Returns true if a call can be made for other work-items than the first SIMD group's: its result
/// is the same for them, or advance() can compute it.
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

/// Returns true if SIMD groups can run together at all, with `along` the shapes from group to
/// group.
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

/// Returns true if one copy of an instruction serves all SIMD groups: a uniform value without a
/// side effect, or a store of one value to one address.
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

/// Emits the unrolled function, block by block in reverse post-order.
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

  /// Copies arguments, then blocks, then fills phis, whose operands may come later.
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
  /// The copy of an operand for SIMD group `number`; constants are their own.
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

  /// Emits all copies of one instruction, one behind the other.
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

  /// Emits the copy for one SIMD group, with its operands.
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

  /// Adds to a work-item builtin's result the distance to a SIMD group further on. Ids along other
  /// dimensions, and calls with one result for all groups, stay as they are.
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

  /// The result of a call plus a distance, in the call's type.
  Value *plus(CallInst &call, Value *distance) {
    return builder_.CreateAdd(&call, builder_.CreateZExtOrTrunc(distance, call.getType()));
  }

  /// Work-items from the first SIMD group to another, along the unrolled dimension.
  Value *distance(unsigned simdGroups) { return builder_.getInt64(uint64_t{simdGroups} * step_); }

  /// The same along a linear id: multiplied by the sizes of all lower dimensions.
  Value *linearDistance(StringRef size, unsigned simdGroups) {
    Value *distance = this->distance(simdGroups);
    for (unsigned dimension = 0; dimension < unroll_.dimension; ++dimension) {
      Function *function = passes::declareWorkItemBuiltin(*variant_.getParent(), size);
      Value *length = builder_.CreateCall(function, {builder_.getInt32(dimension)});
      distance = builder_.CreateMul(distance, builder_.CreateZExt(length, builder_.getInt64Ty()));
    }
    return distance;
  }

  /// Gives the copies of a phi their incoming values and blocks.
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
  /// Work-items from one SIMD group to the next: the width along its own dimension, otherwise 1.
  const unsigned step_;
  const ShapeAnalysis &along_;
  IRBuilder<> builder_;
  Function *unrolled_ = nullptr;
  /// The copies of each value: one, or one per SIMD group.
  DenseMap<const Value *, SmallVector<Value *, maxUnroll>> copies_;
  DenseMap<const BasicBlock *, BasicBlock *> blocks_;
  SmallVector<PHINode *> phis_;
};

/// Returns true if shared work may be inside a loop of the kernel.
bool hasLoops(Function &function) {
  DominatorTree dominators(function);
  return !LoopInfo(dominators).empty();
}

/// Returns true if a store of the kernel may change the loaded memory: global, not restricted, not
/// invariant.
bool mayChange(const LoadInst &load) {
  constexpr unsigned globalSpace = 1;
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(load.getPointerOperand()));
  return load.getPointerAddressSpace() == globalSpace &&
         !(argument && argument->hasNoAliasAttr()) &&
         !load.hasMetadata(LLVMContext::MD_invariant_load);
}

/// Returns true if SIMD groups load the same memory each for itself, because stores prevent LLVM
/// from hoisting the load out of the loop around them.
bool readsAnew(Function &variant, const ShapeAnalysis &along) {
  bool writes = false, reads = false;
  for (Instruction &instruction : instructions(variant)) {
    writes |= instruction.mayWriteToMemory();
    auto *load = dyn_cast<LoadInst>(&instruction);
    reads |= load && along[load].isUniform() && mayChange(*load);
  }
  return reads && writes;
}

/// The unrolled groups as a "SIMD group" for the shape analysis: one lane per group.
SimdGroup simdGroupAlong(const UnrollAndJam &unroll) {
  SimdGroup simdGroup;
  simdGroup.width = unroll.count;
  simdGroup.dimension = unroll.dimension;
  return simdGroup;
}

/// Compares numbers of SIMD groups by cost, within the limit of size.
class UnrollChoice {
 public:
  UnrollChoice(Function &variant, const TargetTransformInfo &target)
      : variant_(variant), costs_(target) {}

  /// Tries 2, 4, … SIMD groups along one dimension, up to `largest`, and keeps the best so far.
  void consider(unsigned dimension, unsigned largest, const ShapeAnalysis &along) {
    for (UnrollAndJam unroll = {dimension, 2}; unroll.count <= largest; unroll.count *= 2) {
      auto copies = [&](const Instruction &i) { return isOnce(i, along) ? 1 : unroll.count; };
      if (sizeOf(copies) > maxUnrolledSize) {
        return;
      }
      double cost = costs_.ofSimdGroups(variant_, copies) / unroll.count;
      if (cost > costOfOne_ - leastSaving ||
          cost > bestCost_ * (best_ ? profitOfLargerUnroll : profitOfUnrolling)) {
        continue;
      }
      best_ = unroll;
      bestCost_ = cost;
    }
  }

  /// The best of all considered; nothing if single groups are best.
  std::optional<UnrollAndJam> best() const { return best_; }

 private:
  /// The instructions of the unrolled variant.
  unsigned sizeOf(function_ref<unsigned(const Instruction &)> copies) const {
    unsigned size = 0;
    for (const Instruction &instruction : instructions(variant_)) {
      size += copies(instruction);
    }
    return size;
  }

  Function &variant_;
  CostModel costs_;
  std::optional<UnrollAndJam> best_;
  double costOfOne_ = costs_.ofSimdGroups(variant_, [](const Instruction &) { return 1; });
  /// Costs per SIMD group.
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
                                               const TargetTransformInfo &target,
                                               const std::array<unsigned, 3> &longest,
                                               bool isForced) {
  UnrollChoice choice(variant, target);
  std::optional<UnrollAndJam> possible;
  auto consider = [&](unsigned dimension, unsigned largest) {
    if (largest < 2) {
      return;
    }
    ShapeAnalysis along(variant, simdGroupAlong({dimension, maxUnroll}));
    bool isHoisted = dimension == simdGroup.dimension && !isForced && !hasLoops(variant) &&
                     !readsAnew(variant, along);
    if (isHoisted || !canUnrollAndJam(variant, simdGroup, along)) {
      return;
    }
    choice.consider(dimension, largest, along);
    possible = possible.value_or(UnrollAndJam{dimension, 2});
  };
  for (unsigned dimension : {0u, 1u, 2u}) {
    if (dimension != simdGroup.dimension && asksIdsOf(variant, dimension)) {
      consider(dimension, std::min(maxUnroll, longest[dimension]));
    }
  }
  if (!choice.best()) {
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
