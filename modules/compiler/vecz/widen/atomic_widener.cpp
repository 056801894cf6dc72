// Atomics of a SIMD group
// -----------------------
//
// The lanes' atomics happen one after the other, in the order of the lanes, as work-items' always
// may. In general the SIMD function does just this: one atomic per active lane.
//
// If all lanes work on one address (a counter, a flag, a maximum) and the operation is associative,
// one atomic has the same effect. The lanes' values are reduced in registers, with the neutral
// element for inactive lanes, and the result is applied at once. A lane's old value is then the old
// value in memory, combined with the values of the active lanes below: a prefix sum, in log2(width)
// shuffles.
//
//      atomic_add(p, x), x = 3 1 4 1, lane 2 inactive;
//      values 3 1 0 1;     old = atomicrmw add p, 5;
//      below  0 3 4 4;     results old + 0, old + 3, (unused), old + 4
//
// Volatile has no meaning here: all atomic functions of OpenCL C take a pointer to volatile (OpenCL
// C 3.0 §6.15.12), whatever the program's object is. The combined atomic is volatile again.
// Floating-point sums depend on the order, and are not combined.

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "vecz/widen/call_widener.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// The operation that combines two operands of the atomic before they reach memory.
struct Combination {
  Instruction::BinaryOps operation;  ///< used if there is no intrinsic
  Intrinsic::ID intrinsic = Intrinsic::not_intrinsic;
  APInt neutral;
};

// The combination of an atomic; nothing if it is not associative. Subtractions are combined by
// addition.
std::optional<Combination> combinationOf(const AtomicRMWInst &atomic) {
  if (!atomic.getType()->isIntegerTy()) {
    return std::nullopt;
  }
  unsigned bits = atomic.getType()->getIntegerBitWidth();
  APInt zero = APInt::getZero(bits), ones = APInt::getAllOnes(bits);
  auto extremum = [](Intrinsic::ID intrinsic, APInt neutral) {
    return Combination{Instruction::BinaryOpsEnd, intrinsic, neutral};
  };
  switch (atomic.getOperation()) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
      return Combination{Instruction::Add, Intrinsic::not_intrinsic, zero};
    case AtomicRMWInst::Or:
      return Combination{Instruction::Or, Intrinsic::not_intrinsic, zero};
    case AtomicRMWInst::Xor:
      return Combination{Instruction::Xor, Intrinsic::not_intrinsic, zero};
    case AtomicRMWInst::And:
      return Combination{Instruction::And, Intrinsic::not_intrinsic, ones};
    case AtomicRMWInst::Max:
      return extremum(Intrinsic::smax, APInt::getSignedMinValue(bits));
    case AtomicRMWInst::Min:
      return extremum(Intrinsic::smin, APInt::getSignedMaxValue(bits));
    case AtomicRMWInst::UMax:
      return extremum(Intrinsic::umax, zero);
    case AtomicRMWInst::UMin:
      return extremum(Intrinsic::umin, ones);
    default:
      return std::nullopt;
  }
}

// One atomic for all lanes of a block in which at least one lane is active.
class CombinedAtomic {
 public:
  CombinedAtomic(LaneValues &values, AtomicRMWInst &atomic, Combination combination)
      : values_(values), atomic_(atomic), combination_(std::move(combination)) {}

  // The old values are computed only if somebody uses them.
  void emit() {
    Value *vector = values_.vector(atomic_.getValOperand());
    Constant *neutral = ConstantInt::get(vector->getType(), combination_.neutral);
    if (values_.mask()) {
      vector = builder().CreateSelect(values_.mask(), vector, neutral);
    }
    bool used = !atomic_.use_empty();
    Value *below = used ? sumsBelow(vector, neutral) : nullptr;
    auto *combined = cast<AtomicRMWInst>(atomic_.clone());
    combined->setOperand(0, values_.scalar(atomic_.getPointerOperand()));
    combined->setOperand(1, reduce(vector));
    builder().Insert(combined, atomic_.getName());
    if (!used) {
      return;
    }
    Value *old = builder().CreateVectorSplat(values_.width(), combined);
    values_.setVector(&atomic_, atomic_.getOperation() == AtomicRMWInst::Sub
                                    ? builder().CreateSub(old, below)
                                    : join(old, below));
  }

 private:
  IRBuilder<> &builder() { return values_.builder(); }

  // Combines two vectors.
  Value *join(Value *left, Value *right) {
    if (combination_.intrinsic != Intrinsic::not_intrinsic) {
      return builder().CreateBinaryIntrinsic(combination_.intrinsic, left, right);
    }
    return builder().CreateBinOp(combination_.operation, left, right);
  }

  // Lane i has lane i - distance's value, the first lanes the neutral one.
  Value *shift(Value *vector, Constant *neutral, unsigned distance) {
    SmallVector<int> from;
    for (unsigned lane = 0; lane < values_.width(); ++lane) {
      from.push_back(lane < distance ? values_.width() : lane - distance);
    }
    return builder().CreateShuffleVector(vector, neutral, from);
  }

  // Each lane has the combination of the lanes below it: a Hillis-Steele scan, shifted by one lane.
  Value *sumsBelow(Value *vector, Constant *neutral) {
    Value *sums = shift(vector, neutral, 1);
    for (unsigned distance = 1; distance < values_.width(); distance *= 2) {
      sums = join(sums, shift(sums, neutral, distance));
    }
    return sums;
  }

  // The combination of all lanes.
  Value *reduce(Value *vector) {
    switch (atomic_.getOperation()) {
      case AtomicRMWInst::Or:
        return builder().CreateOrReduce(vector);
      case AtomicRMWInst::Xor:
        return builder().CreateXorReduce(vector);
      case AtomicRMWInst::And:
        return builder().CreateAndReduce(vector);
      case AtomicRMWInst::Max:
      case AtomicRMWInst::UMax:
        return builder().CreateIntMaxReduce(vector, atomic_.getOperation() == AtomicRMWInst::Max);
      case AtomicRMWInst::Min:
      case AtomicRMWInst::UMin:
        return builder().CreateIntMinReduce(vector, atomic_.getOperation() == AtomicRMWInst::Min);
      default:
        return builder().CreateAddReduce(vector);
    }
  }

  LaneValues &values_;
  AtomicRMWInst &atomic_;
  Combination combination_;
};

}  // namespace

// The address must be uniform; the mask need not be.
void CallWidener::widen(AtomicRMWInst &atomic) {
  std::optional<Combination> combination = combinationOf(atomic);
  bool isOneAddress = combinesAtomics_ && values_.shape(atomic.getPointerOperand()).isUniform();
  if (combination && isOneAddress) {
    CombinedAtomic(values_, atomic, std::move(*combination)).emit();
  } else if (isOneAddress && atomic.getOperation() == AtomicRMWInst::Xchg && atomic.use_empty()) {
    exchangeOnce(atomic);
  } else {
    scalarize(atomic);
  }
}

// The lanes exchange one after the other, and nobody sees the values in between. The last lane's
// value stays, and the order of the lanes is free: the first active lane is taken for the last.
void CallWidener::exchangeOnce(AtomicRMWInst &atomic) {
  Value *lane = values_.firstActiveLane();
  auto *exchange = cast<AtomicRMWInst>(atomic.clone());
  exchange->setOperand(0, values_.scalar(atomic.getPointerOperand()));
  exchange->setOperand(1, values_.lane(atomic.getValOperand(), lane));
  values_.builder().Insert(exchange);
}

void CallWidener::widen(AtomicCmpXchgInst &atomic) {
  scalarize(atomic);
}

}  // namespace compiler::vecz
