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
//
// Floating-point sums depend on the order. Without users of the old values the lanes' values are
// added one by one to the value in memory, as by work-items of which each found it right away:
//
//      atomic_add(p, x), x = 0.1 0.2 0.3;      do new = ((old + 0.1) + 0.2) + 0.3;
//                                              while (!cmpxchg p, old, new)

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
  Constant *neutral;
};

// The combination of an atomic; nothing if it is not associative. Subtractions are combined by
// addition.
std::optional<Combination> combinationOf(const AtomicRMWInst &atomic) {
  Type *type = atomic.getType();
  auto extremum = [](Intrinsic::ID intrinsic, Constant *neutral) {
    return Combination{Instruction::BinaryOpsEnd, intrinsic, neutral};
  };
  if (type->isHalfTy()) {
    return std::nullopt;
  }
  // A NaN stays only if all values are.
  if (atomic.getOperation() == AtomicRMWInst::FMax) {
    return extremum(Intrinsic::maxnum, ConstantFP::getNaN(type));
  }
  if (atomic.getOperation() == AtomicRMWInst::FMin) {
    return extremum(Intrinsic::minnum, ConstantFP::getNaN(type));
  }
  if (!type->isIntegerTy()) {
    return std::nullopt;
  }
  unsigned bits = type->getIntegerBitWidth();
  auto constant = [type](const APInt &value) { return ConstantInt::get(type, value); };
  Constant *zero = Constant::getNullValue(type), *ones = Constant::getAllOnesValue(type);
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
      return extremum(Intrinsic::smax, constant(APInt::getSignedMinValue(bits)));
    case AtomicRMWInst::Min:
      return extremum(Intrinsic::smin, constant(APInt::getSignedMaxValue(bits)));
    case AtomicRMWInst::UMax:
      return extremum(Intrinsic::umax, zero);
    case AtomicRMWInst::UMin:
      return extremum(Intrinsic::umin, ones);
    default:
      return std::nullopt;
  }
}

// Returns true for sums that are combined in the order of the lanes.
bool isSumInOrder(const AtomicRMWInst &atomic) {
  return atomic.use_empty() && !atomic.getType()->isHalfTy() &&
         (atomic.getOperation() == AtomicRMWInst::FAdd ||
          atomic.getOperation() == AtomicRMWInst::FSub);
}

// One atomic for all lanes of a block in which at least one lane is active.
class CombinedAtomic {
 public:
  CombinedAtomic(LaneValues &values, AtomicRMWInst &atomic, Combination combination)
      : values_(values), atomic_(atomic), combination_(std::move(combination)) {}

  // The old values are computed only if somebody uses them.
  void emit() {
    Value *vector = values_.vector(atomic_.getValOperand());
    Constant *neutral =
        ConstantVector::getSplat(ElementCount::getFixed(values_.width()), combination_.neutral);
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
      case AtomicRMWInst::FMax:
        return builder().CreateFPMaxReduce(vector);
      case AtomicRMWInst::FMin:
        return builder().CreateFPMinReduce(vector);
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
  } else if (isOneAddress && isSumInOrder(atomic)) {
    sumInOrder(atomic);
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

// Subtracting is adding the opposite; adding -0 changes nothing, not even the sign of a zero.
void CallWidener::sumInOrder(AtomicRMWInst &atomic) {
  IRBuilder<> &builder = values_.builder();
  Value *vector = values_.vector(atomic.getValOperand());
  if (atomic.getOperation() == AtomicRMWInst::FSub) {
    vector = builder.CreateFNeg(vector);
  }
  if (values_.mask()) {
    vector = builder.CreateSelect(values_.mask(), vector,
                                  ConstantFP::getNegativeZero(vector->getType()));
  }
  Value *address = values_.scalar(atomic.getPointerOperand());
  Type *word = builder.getIntNTy(atomic.getType()->getPrimitiveSizeInBits());
  LoadInst *first = builder.CreateAlignedLoad(word, address, atomic.getAlign());
  first->setAtomic(AtomicOrdering::Monotonic, atomic.getSyncScopeID());
  BasicBlock *before = builder.GetInsertBlock();
  auto *loop = BasicBlock::Create(builder.getContext(), "sum", &values_.function());
  auto *done = BasicBlock::Create(builder.getContext(), "summed", &values_.function());
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode *old = builder.CreatePHI(word, 2);
  Value *sum = builder.CreateFAddReduce(builder.CreateBitCast(old, atomic.getType()), vector);
  AtomicCmpXchgInst *exchange = builder.CreateAtomicCmpXchg(
      address, old, builder.CreateBitCast(sum, word), atomic.getAlign(), atomic.getOrdering(),
      AtomicCmpXchgInst::getStrongestFailureOrdering(atomic.getOrdering()),
      atomic.getSyncScopeID());
  exchange->setVolatile(atomic.isVolatile());
  old->addIncoming(first, before);
  old->addIncoming(builder.CreateExtractValue(exchange, 0), loop);
  builder.CreateCondBr(builder.CreateExtractValue(exchange, 1), done, loop);
  builder.SetInsertPoint(done);
}

void CallWidener::widen(AtomicCmpXchgInst &atomic) {
  scalarize(atomic);
}

}  // namespace compiler::vecz
