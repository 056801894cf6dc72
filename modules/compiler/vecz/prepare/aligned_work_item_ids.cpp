// Aligned work-item ids
// ---------------------
//
// SIMD groups begin where the local id along their dimension is a multiple of their width
// (passes/work_items/work_item_loop_builder.h). Let C be a multiple of the width, too. Then all
// lanes are below C or none is, all lanes have the same quotient by C, and their remainders count
// up by 1. The same holds for the local id plus multiples of the width, for example the counter of
// a loop in which a work-group walks over an array:
//
//     for (int i = get_local_id(0); i < 1024; i += 256)      a uniform loop: no masks;
//     tile[l / 16][l % 16]                                   a tile row for each SIMD group
//
// With b for lane 0's value, and n for the lane's number, below the width w:
//
//     x < C, x >= C         b < C, b >= C           C, or the bound next to it, a multiple of w;
//     x / C, x >> k         b / C, b >> k           unsigned; 2^k a multiple of w;
//     x % C                 b % C + n               unsigned;
//     x & M, x | M, x ^ M   (b op M') + (n op M'')  M' the bits of M from w up, M'' those below
//
// No sum wraps: b is a multiple of w, so its low bits are 0. The three last lines hold for x << s
// as well, with b << s, n << s and w << s:
//
//     2 * x & ~127          b << 1 & ~127           uniform: half of an FFT's stride of 64
//
// Where C or M takes the lanes' bits as a whole, all of this holds for narrower SIMD groups, too.
//
// Lane 0's value has a meaning only where all lanes are in the same iteration of the loops around
// the counter. So kiln.base stands at the user, and the user must be inside of the counter's loop.
// The same holds for counters that start or go on with another counter.

#include "vecz/prepare/aligned_work_item_ids.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "registry/step_gate.h"
#include "vecz/model/simd_group.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace thresholds::alignedIds;

namespace {

// Narrower integers might not hold the lanes' numbers.
constexpr unsigned leastBits = 8;

// One run over a function.
class AlignedIds {
 public:
  AlignedIds(Function &function, const SimdGroup &simdGroup)
      : function_(function),
        dimension_(simdGroup.dimension),
        width_(simdGroup.widthLimit()),
        isWidthKnown_(simdGroup.width > 1),
        dominators_(function),
        loops_(dominators_) {}

  void run() {
    for (Instruction &instruction : make_early_inc_range(instructions(function_))) {
      if (auto *compare = dyn_cast<ICmpInst>(&instruction)) {
        compareBases(*compare);
      } else if (auto *operation = dyn_cast<BinaryOperator>(&instruction)) {
        replace(*operation);
      }
    }
  }

 private:
  bool isMultiple(const APInt &number) const { return number.urem(width_) == 0; }

  static bool isWide(const Value &value) {
    return value.getType()->isIntegerTy() && value.getType()->getIntegerBitWidth() >= leastBits;
  }

  // Returns true for the local id of the SIMD group's own dimension.
  bool isLocalId(const Value *value) const {
    auto *call = dyn_cast<CallInst>(value);
    if (!call || passes::calledName(*call) != "__mux_get_local_id") {
      return false;
    }
    auto *asked = dyn_cast<ConstantInt>(call->getArgOperand(0));
    return asked && asked->equalsInt(dimension_);
  }

  // A value, and the block in which it is used.
  using Use = std::pair<const Value *, const BasicBlock *>;

  // Adds the values that must be aligned for an instruction to be aligned; false if it is not. Sums
  // with multiples of the width, extensions, truncations, and counters of loops are aligned with
  // their sources. Lanes that go on at different latches may count differently.
  bool addSources(const Instruction &instruction, SmallVectorImpl<Use> &sources) const {
    const BasicBlock *block = instruction.getParent();
    const Value *source = nullptr;
    const APInt *number = nullptr;
    if (match(&instruction, m_c_Add(m_Value(source), m_APInt(number))) ||
        match(&instruction, m_DisjointOr(m_Value(source), m_APInt(number)))) {
      sources.emplace_back(source, block);
      return isMultiple(*number);
    }
    if (isa<TruncInst, SExtInst, ZExtInst>(instruction)) {
      sources.emplace_back(instruction.getOperand(0), block);
      return true;
    }
    auto *phi = dyn_cast<PHINode>(&instruction);
    const Loop *loop = phi ? loops_.getLoopFor(block) : nullptr;
    if (!loop || loop->getHeader() != block || !loop->getLoopLatch()) {
      return false;
    }
    for (auto [value, from] : zip(phi->incoming_values(), phi->blocks())) {
      sources.emplace_back(value, from);
    }
    return true;
  }

  // Returns true if lane 0's value is a multiple of the width, and lane i's value is lane 0's plus
  // i, for lanes that come to `user` together. Cycles of phis are assumed to be aligned: each of
  // their other sources is checked. No value may be used outside of the loop that computes it:
  // lanes leave the loop in different iterations.
  bool isAligned(const Value *value, const BasicBlock &user) const {
    SmallPtrSet<const Value *, maxValues> seen;
    SmallVector<Use> open = {{value, &user}};
    while (!open.empty()) {
      const auto [next, block] = open.pop_back_val();
      auto *instruction = dyn_cast<Instruction>(next);
      const Loop *loop = instruction ? loops_.getLoopFor(instruction->getParent()) : nullptr;
      if (!instruction || !isWide(*next) || (loop && !loop->contains(block)) ||
          seen.size() == maxValues) {
        return false;
      }
      if (seen.insert(next).second && !isLocalId(next) && !addSources(*instruction, open)) {
        return false;
      }
    }
    return true;
  }

  // Lane 0's value at the builder's place.
  Value *baseOf(IRBuilder<> &builder, Value *value) {
    return builder.CreateCall(declareBase(*function_.getParent(), value->getType()), {value});
  }

  // Compares lane 0's value. For > and <= the bound next to the constant has to be a multiple.
  void compareBases(ICmpInst &compare) {
    const APInt *bound = nullptr;
    if (!match(compare.getOperand(1), m_APInt(bound)) || compare.isEquality()) {
      return;
    }
    CmpInst::Predicate predicate = compare.getPredicate();
    bool isBehind = ICmpInst::isGT(predicate) || ICmpInst::isLE(predicate);
    if (!isMultiple(isBehind ? *bound + 1 : *bound) ||
        !isAligned(compare.getOperand(0), *compare.getParent())) {
      return;
    }
    IRBuilder<> builder(&compare);
    compare.setOperand(0, baseOf(builder, compare.getOperand(0)));
    compare.setSameSign(false);
  }

  void replace(BinaryOperator &operation) {
    const APInt *number = nullptr;
    if (!isWide(operation) || !match(operation.getOperand(1), m_APInt(number))) {
      return;
    }
    const unsigned scale = scaleOf(*operation.getOperand(0));
    auto *scaled = cast_if_present<Instruction>(scale != 0 ? operation.getOperand(0) : nullptr);
    if (!(isWidthKnown_ || takesLanesWhole(operation.getOpcode(), *number, scale)) ||
        !isKnown(operation.getOpcode(), *number, scale) ||
        !isAligned(scaled ? scaled->getOperand(0) : operation.getOperand(0),
                   *operation.getParent())) {
      return;
    }
    IRBuilder<> builder(&operation);
    Value *base = baseOf(builder, operation.getOperand(0));
    Value *result = make(builder, operation.getOpcode(), base, *number, scale);
    result->takeName(&operation);
    operation.replaceAllUsesWith(result);
    operation.eraseFromParent();
  }

  // The s of x << s, as far as lanes fit into the type; else 0.
  unsigned scaleOf(const Value &value) const {
    const APInt *amount = nullptr;
    const bool isShift = match(&value, m_Shl(m_Value(), m_APInt(amount))) &&
                         amount->ult(amount->getBitWidth() - Log2_32(width_));
    return isShift ? static_cast<unsigned>(amount->getZExtValue()) : 0;
  }

  // The bits that count the lanes of x << scale.
  APInt laneBits(const APInt &number, unsigned scale) const {
    return APInt(number.getBitWidth(), width_ - 1) << scale;
  }

  // Returns true if the operation keeps or clears all bits that count lanes. Its formula holds for
  // all smaller widths, too.
  bool takesLanesWhole(unsigned opcode, const APInt &number, unsigned scale) const {
    const APInt lanes = laneBits(number, scale);
    if (opcode == Instruction::And) {
      return !number.intersects(lanes) || lanes.isSubsetOf(number);
    }
    return !Instruction::isBitwiseLogicOp(opcode) || !number.intersects(lanes);
  }

  // Returns true if `make` has a formula for the operation.
  bool isKnown(unsigned opcode, const APInt &number, unsigned scale) const {
    switch (opcode) {
      case Instruction::UDiv:
        return scale == 0 && isMultiple(number) && !number.isZero();
      case Instruction::URem:
        return number.urem(uint64_t{width_} << scale) == 0 && !number.isZero();
      case Instruction::LShr:
      case Instruction::AShr:
        return scale == 0 && number.ult(number.getBitWidth()) && number.uge(Log2_32(width_));
      case Instruction::And:
      case Instruction::Or:
      case Instruction::Xor:
        return true;
      default:
        return false;
    }
  }

  // The formulas of the table at the top.
  Value *make(IRBuilder<> &builder, unsigned code, Value *base, const APInt &number,
              unsigned scale) {
    auto opcode = static_cast<Instruction::BinaryOps>(code);
    Type *type = base->getType();
    auto constant = [&](const APInt &value) { return ConstantInt::get(type, value); };
    if (opcode == Instruction::UDiv || Instruction::isShift(opcode)) {
      return builder.CreateBinOp(opcode, base, constant(number));
    }
    Value *lane =
        builder.CreateZExtOrTrunc(builder.CreateCall(declareLane(*function_.getParent())), type);
    lane = scale == 0 ? lane : builder.CreateShl(lane, scale);
    if (opcode == Instruction::URem) {
      return builder.CreateAdd(builder.CreateURem(base, constant(number)), lane);
    }
    const APInt low = laneBits(number, scale);
    Value *rest = bitsOfLane(builder, opcode, lane, number & low, low);
    if (isWidthKnown_ && rest && opcode == Instruction::And && number.isSubsetOf(low)) {
      return rest;
    }
    // Lane 0 of a narrower SIMD group may have some of the low bits.
    const bool keepsLow = opcode == Instruction::And && low.isSubsetOf(number);
    Value *high = builder.CreateBinOp(opcode, base, constant(keepsLow ? number : number & ~low));
    return rest ? builder.CreateAdd(high, rest) : high;
  }

  // The contribution of the lane's number to a bit operation; null if there is none.
  static Value *bitsOfLane(IRBuilder<> &builder, Instruction::BinaryOps opcode, Value *lane,
                           const APInt &number, const APInt &all) {
    if (opcode == Instruction::And ? number == all : number.isZero()) {
      return lane;
    }
    if (opcode == Instruction::And && number.isZero()) {
      return nullptr;
    }
    return builder.CreateBinOp(opcode, lane, ConstantInt::get(lane->getType(), number));
  }

  Function &function_;
  unsigned dimension_;
  unsigned width_;
  bool isWidthKnown_;
  DominatorTree dominators_;
  LoopInfo loops_;
};

}  // namespace

void useAlignedIds(Function &function, const SimdGroup &simdGroup) {
  if (simdGroup.dimension != SimdGroup::linear && runsStep("use-aligned-ids", function)) {
    AlignedIds(function, simdGroup).run();
  }
}

}  // namespace compiler::vecz
