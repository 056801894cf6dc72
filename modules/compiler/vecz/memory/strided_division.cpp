// Quotients of strided values
// ---------------------------
//
// For i / n and i % n, with i = i0 + lane and a uniform n, one scalar division mostly gives all
// lanes' results. There are two such cases (lane_patterns.h emits both and the condition):
//
//   * No lane reaches the next multiple of n. Then all lanes have lane 0's quotient, and remainders
//     count up from lane 0's.
//   * Lane 0 is at a multiple of n. Then quotients and remainders are lane 0's plus those of the
//     lanes' numbers, which are divided once in front of a loop over SIMD groups.
//
//      n = 100, 8 lanes:  i0 = 240   quotients 2 2 2 2 2 2 2 2, remainders 40 … 47;
//      n = 4, 8 lanes:    i0 = 240   quotients 60 60 60 60 61 61 61 61, remainders 0 1 2 3 0 1 2 3;
//
// In SIMD groups in neither case, some lanes are beyond the next multiple. If n is at least the
// distance of the first lane from the last one, none is beyond two. Those lanes have lane 0's
// quotient + 1, and a remainder less n:
//
//      n = 100, 8 lanes:  i0 = 296   quotients 2 2 2 2 3 3 3 3, remainders 96 … 99, 0 … 3;
//      n = 5, 8 lanes:    i0 = 296   general division
//
// A quotient and a remainder of the same operands in one block share the conditions and the
// versions.
//
// Divisions used for addresses only are mostly left alone if the accesses have a version with
// strided addresses (checked_strides.h): where that version is chosen, nothing is divided. In front
// of pieces (piecewise_lanes.h), only the second method is tried.

#include "vecz/memory/strided_division.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "vecz/analysis/piecewise_lanes.h"
#include "vecz/lanes/lane_patterns.h"
#include "vecz/memory/memory_emitter.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::stridedDivision;

namespace {

// Returns true for an instruction without effects and without a role in the control flow.
bool isComputed(const Instruction &instruction) {
  return !isa<PHINode>(instruction) && !instruction.isTerminator() &&
         !instruction.mayReadOrWriteMemory();
}

// Returns true if the value, and all values computed from it, have effects in `blocks` only.
bool isUsedOnlyIn(const BoundaryBlocks &blocks, const Instruction &value) {
  SmallPtrSet<const Instruction *, 8> seen;
  SmallVector<const Instruction *> open = {&value};
  while (!open.empty()) {
    const Instruction *next = open.pop_back_val();
    for (const User *user : next->users()) {
      auto *instruction = cast<Instruction>(user);
      if (blocks.contains(instruction->getParent()) || !seen.insert(instruction).second) {
        continue;
      }
      if (!isComputed(*instruction) || seen.size() > maxUsers) {
        return false;
      }
      open.push_back(instruction);
    }
  }
  return true;
}

bool isSigned(unsigned opcode) {
  return opcode == Instruction::SDiv || opcode == Instruction::SRem;
}

bool isQuotient(unsigned opcode) {
  return opcode == Instruction::SDiv || opcode == Instruction::UDiv;
}

// Returns true if `other` is the remainder to a quotient, or the quotient to a remainder.
bool isPartner(const Instruction &other, const BinaryOperator &division) {
  return other.isIntDivRem() && other.getOpcode() != division.getOpcode() &&
         isSigned(other.getOpcode()) == isSigned(division.getOpcode()) &&
         other.getOperand(0) == division.getOperand(0) &&
         other.getOperand(1) == division.getOperand(1);
}

}  // namespace

// Divisions by constants are multiplications already.
bool StridedDivision::hasMethods(const BinaryOperator &division) const {
  const Value *divisor = division.getOperand(1);
  auto shapeOf = [this](const Value *value) { return values_.shape(value); };
  return isOn_ && values_.shape(division.getOperand(0)).isStrided() && !isa<Constant>(divisor) &&
         values_.shape(divisor).isUniform() &&
         LanePatterns::has({shapeOf, values_.width()}, &division);
}

// 0 for falling dividends, and for distances that are large for the type.
uint64_t StridedDivision::reachOf(const BinaryOperator &division) const {
  const int64_t stride = values_.shape(division.getOperand(0)).stride();
  const int64_t most = maxIntN(division.getType()->getIntegerBitWidth()) / values_.width();
  return stride > 0 && stride <= most ? static_cast<uint64_t>(stride) * (values_.width() - 1) : 0;
}

// The remainders at the distance of the lanes from lane 0 reach n once at most. So they do without
// a wrap: in signed divisions neither dividends nor n are negative.
Value *StridedDivision::hasOneMultiple(const BinaryOperator &division) {
  IRBuilder<> &builder = values_.builder();
  auto *type = cast<IntegerType>(division.getType());
  const unsigned bits = type->getBitWidth() - (isSigned(division.getOpcode()) ? 1 : 0);
  const APInt reach(type->getBitWidth(), reachOf(division));
  const APInt greatest = APInt::getLowBitsSet(type->getBitWidth(), bits);
  Value *dividend = values_.scalar(division.getOperand(0));
  Value *divisor = values_.scalar(division.getOperand(1));
  Value *isLarge =
      builder.CreateAnd(builder.CreateICmpUGT(divisor, ConstantInt::get(type, reach)),
                        builder.CreateICmpULE(divisor, ConstantInt::get(type, greatest)));
  Value *fits = builder.CreateICmpULE(dividend, ConstantInt::get(type, greatest - reach));
  return builder.CreateFreeze(builder.CreateAnd(isLarge, fits));
}

Value *StridedDivision::behindOneMultiple(const BinaryOperator &division) {
  IRBuilder<> &builder = values_.builder();
  const unsigned width = values_.width();
  Value *dividend = values_.scalar(division.getOperand(0));
  Value *divisor = values_.scalar(division.getOperand(1));
  Value *rest = builder.CreateURem(dividend, divisor);
  const int64_t stride = values_.shape(division.getOperand(0)).stride();
  SmallVector<Constant *> distances;
  for (unsigned lane = 0; lane < width; ++lane) {
    distances.push_back(ConstantInt::getSigned(division.getType(), stride * lane));
  }
  Value *apart = ConstantVector::get(distances);
  Value *left = builder.CreateVectorSplat(width, builder.CreateSub(divisor, rest));
  Value *isBehind = builder.CreateICmpUGE(apart, left);
  if (isQuotient(division.getOpcode())) {
    Value *quotient = builder.CreateVectorSplat(width, builder.CreateUDiv(dividend, divisor));
    return builder.CreateAdd(quotient, builder.CreateZExt(isBehind, quotient->getType()));
  }
  Value *onward = builder.CreateAdd(builder.CreateVectorSplat(width, rest), apart);
  return builder.CreateSelect(isBehind, builder.CreateSub(apart, left), onward);
}

MemoryEmitter::Values StridedDivision::byPatterns(MemoryEmitter &emitter,
                                                  ArrayRef<BinaryOperator *> divisions,
                                                  function_ref<MemoryEmitter::Values()> otherwise) {
  IRBuilder<> &builder = values_.builder();
  LanePatterns patterns(values_, target_);
  SmallVector<Pattern, 2> results;
  for (BinaryOperator *each : divisions) {
    results.push_back(patterns.of(each));
  }
  auto sum = [&] {
    MemoryEmitter::Values vectors;
    for (const Pattern &result : results) {
      vectors.push_back(builder.CreateAdd(builder.CreateVectorSplat(values_.width(), result.first),
                                          result.apart));
    }
    return vectors;
  };
  return emitter.choose(patterns.condition(), sum, otherwise, true);
}

Value *StridedDivision::widen(BinaryOperator &division, Divide divide) {
  if (Value *made = made_.lookup(&division)) {
    return made;
  }
  if (!hasMethods(division)) {
    return nullptr;
  }
  if (!boundaryBlocks_) {
    boundaryBlocks_ = boundaryBlocks(*division.getFunction());
  }
  const bool isAtBoundary = boundaryBlocks_->contains(division.getParent());
  if (isAtBoundary ? !isInFrontOfPieces(*division.getParent())
                   : isUsedOnlyIn(*boundaryBlocks_, division)) {
    return nullptr;
  }
  SmallVector<BinaryOperator *, 2> all = {&division};
  for (Instruction &other : make_range(division.getIterator(), division.getParent()->end())) {
    if (isPartner(other, division)) {
      all.push_back(cast<BinaryOperator>(&other));
    }
  }
  MemoryEmitter emitter(values_, target_);
  auto forAll = [&](function_ref<Value *(BinaryOperator &)> emit) {
    MemoryEmitter::Values vectors;
    for (BinaryOperator *each : all) {
      vectors.push_back(emit(*each));
    }
    return vectors;
  };
  auto apart = [&] {
    return reachOf(division) == 0
               ? forAll(divide)
               : emitter.choose(
                     hasOneMultiple(division),
                     [&] { return forAll([&](auto &each) { return behindOneMultiple(each); }); },
                     [&] { return forAll(divide); }, true);
  };
  auto vectors = isAtBoundary ? apart() : byPatterns(emitter, all, apart);
  for (auto [each, vector] : zip(all, vectors)) {
    made_[each] = vector;
  }
  return vectors.front();
}

}  // namespace compiler::vecz
