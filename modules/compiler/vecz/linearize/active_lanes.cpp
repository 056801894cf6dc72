// Code that runs once per active lane of a SIMD group: members of LaneValues, since they need its
// builder and mask.
//
// Without a mask, and in narrow SIMD groups, small bodies stand once per lane: a test of the lane's
// bit, the body, a join with the results so far. Other bodies, and those of functions for
// remainders alone, stand once, in a loop over the set bits of the mask:
//
//      left = bits of the mask                 for lanes 1 and 4 of 8: 0b10010;
//      do { lane = cttz(left)                  lane 1, then lane 4;
//           body(lane)
//           left &= left - 1                   clears the lowest bit
//      } while (left)
//
// The loop is entered without a test: a block with a mask runs only if a lane is active
// (linearize.h), and without a mask all lanes run.

#include "llvm/IR/Constants.h"
#include "vecz/lanes/lane_access.h"
#include "vecz/lanes/lane_values.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;

Value *LaneValues::forEachActiveLane(const Twine &name, Type *result, bool isLarge, LaneBody body) {
  const unsigned unrolledWidth =
      simdGroup_.remaindersOnly ? 1 : thresholds::lanes::maxUnrolledWidth;
  if (isLarge || (mask_ && width() > unrolledWidth)) {
    return loopOverActiveLanes(name, result, body);
  }
  return unrollActiveLanes(name, body);
}

Value *LaneValues::unrollActiveLanes(const Twine &name, LaneBody body) {
  Value *results = nullptr;
  std::string prefix = name.str();
  for (unsigned lane = 0; lane < width(); ++lane) {
    BasicBlock *before = builder_.GetInsertBlock();
    BasicBlock *done = nullptr;
    if (mask_) {
      Value *active = builder_.CreateExtractElement(mask_, lane);
      BasicBlock *run = BasicBlock::Create(function_.getContext(), prefix + ".lane", &function_);
      done = BasicBlock::Create(function_.getContext(), prefix + ".done", &function_);
      run->moveAfter(before);
      done->moveAfter(run);
      builder_.CreateCondBr(active, run, done);
      builder_.SetInsertPoint(run);
    }
    Value *result = body(builder_.getInt32(lane));
    Value *old = results;
    if (result) {
      if (!old) {
        old = PoisonValue::get(widen(result->getType()));
      }
      results = insertLane(builder_, old, result, builder_.getInt32(lane));
    }
    if (!mask_) {
      continue;
    }
    BasicBlock *end = builder_.GetInsertBlock();
    done->moveAfter(end);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    if (!result) {
      continue;
    }
    PHINode *joined = builder_.CreatePHI(results->getType(), 2);
    joined->addIncoming(results, end);
    joined->addIncoming(old, before);
    results = joined;
  }
  return results;
}

// The mask as an integer: bit i is lane i. It has at least 32 bits, to count in.
static Value *maskBits(IRBuilderBase &builder, Value *mask) {
  unsigned width = cast<FixedVectorType>(mask->getType())->getNumElements();
  Value *bits = builder.CreateBitCast(mask, builder.getIntNTy(width));
  return builder.CreateZExt(bits, builder.getIntNTy(std::max(width, 32U)));
}

// The number of the lowest lane whose bit is set, or of the last lane. The `or` with the last
// lane's bit keeps the number in range and not poison. LLVM may move an access to this lane's
// element in front of the check for active lanes; a code generator then reads the element from the
// stack, and trusts the range of the number.
static Value *lowestLane(IRBuilderBase &builder, Value *bits, unsigned width, const Twine &name) {
  Value *last = ConstantInt::get(bits->getType(), uint64_t{1} << (width - 1));
  Value *number = builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()},
                                          {builder.CreateOr(bits, last), builder.getTrue()});
  return builder.CreateZExtOrTrunc(number, builder.getInt32Ty(), name);
}

// Likewise the number of the highest lane whose bit is set, or of the first lane.
static Value *highestLane(IRBuilderBase &builder, Value *bits, const Twine &name) {
  Value *some = builder.CreateOr(bits, ConstantInt::get(bits->getType(), 1));
  Value *above =
      builder.CreateIntrinsic(Intrinsic::ctlz, {bits->getType()}, {some, builder.getTrue()});
  unsigned highest = bits->getType()->getIntegerBitWidth() - 1;
  Value *number = builder.CreateSub(ConstantInt::get(bits->getType(), highest), above);
  return builder.CreateZExtOrTrunc(number, builder.getInt32Ty(), name);
}

Value *LaneValues::firstActiveLane() {
  if (!mask_) {
    return builder_.getInt32(0);
  }
  return lowestLane(builder_, maskBits(builder_, mask_), width(), "first.active");
}

Value *LaneValues::lastActiveLane() {
  if (!mask_) {
    return builder_.getInt32(width() - 1);
  }
  return highestLane(builder_, maskBits(builder_, mask_), "last.active");
}

Value *LaneValues::loopOverActiveLanes(const Twine &name, Type *result, LaneBody body) {
  std::string prefix = name.str();
  BasicBlock *before = builder_.GetInsertBlock();
  Value *all = mask_ ? maskBits(builder_, mask_)
                     : builder_.getInt(APInt::getLowBitsSet(std::max(width(), 32U), width()));
  Type *bitsType = all->getType();
  BasicBlock *loop = BasicBlock::Create(function_.getContext(), prefix + ".lanes", &function_);
  loop->moveAfter(before);
  builder_.CreateBr(loop);
  builder_.SetInsertPoint(loop);
  PHINode *left = builder_.CreatePHI(bitsType, 2, prefix + ".left");
  left->addIncoming(all, before);
  PHINode *results = nullptr;
  if (result) {
    results = builder_.CreatePHI(widen(result), 2, prefix + ".results");
    results->addIncoming(PoisonValue::get(results->getType()), before);
  }
  Value *lane = lowestLane(builder_, left, width(), prefix + ".number");
  Value *value = body(lane);
  Value *collected = results ? insertLane(builder_, results, value, lane) : nullptr;
  Value *one = ConstantInt::get(bitsType, 1);
  Value *rest = builder_.CreateAnd(left, builder_.CreateSub(left, one), prefix + ".rest");
  BasicBlock *end = builder_.GetInsertBlock();
  BasicBlock *done = BasicBlock::Create(function_.getContext(), prefix + ".done", &function_);
  done->moveAfter(end);
  builder_.CreateCondBr(builder_.CreateICmpNE(rest, ConstantInt::get(bitsType, 0)), loop, done);
  left->addIncoming(rest, end);
  if (results) {
    results->addIncoming(collected, end);
  }
  builder_.SetInsertPoint(done);
  return collected;
}

}  // namespace compiler::vecz
