// Vectors are divided slowly. But of i / n and i % n, where i counts up from lane to lane and n is
// the same for all, mostly one division of scalars says all: if no lane goes beyond the multiple of
// n that lane 0 is at, they have its quotient, and remainders count up from its own; and if lane 0
// is at a multiple of n, quotients and remainders follow from the lanes' numbers, which are divided
// in front of a loop over SIMD groups (lane_patterns.h). SIMD groups of which neither is true
// divide.
//
// Indices of which only addresses are made are no business of this: where these stand in two
// versions (checked_strides.h), the division is for the seldom one alone.
#include "vecz/memory/strided_division.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "vecz/lanes/lane_patterns.h"
#include "vecz/memory/memory_emitter.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

constexpr unsigned maxUsers = 32;

bool isComputed(const Instruction &instruction) {
  return !isa<PHINode>(instruction) && !instruction.isTerminator() &&
         !instruction.mayReadOrWriteMemory();
}

/// Whether what is made of it is used in some of the blocks alone.
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

bool isPartner(const Instruction &other, const BinaryOperator &division) {
  auto isSigned = [](unsigned opcode) {
    return opcode == Instruction::SDiv || opcode == Instruction::SRem;
  };
  return other.isIntDivRem() && other.getOpcode() != division.getOpcode() &&
         isSigned(other.getOpcode()) == isSigned(division.getOpcode()) &&
         other.getOperand(0) == division.getOperand(0) &&
         other.getOperand(1) == division.getOperand(1);
}

}  // namespace

/// By constants it is a multiplication.
bool StridedDivision::pays(const BinaryOperator &division) {
  const Value *divisor = division.getOperand(1);
  if (!values_.shape(division.getOperand(0)).isStrided() || isa<Constant>(divisor) ||
      !values_.shape(divisor).isUniform() || !LanePatterns::has(values_, &division)) {
    return false;
  }
  if (!edges_) {
    edges_ = boundaryBlocks(*division.getFunction());
  }
  return !edges_->contains(division.getParent()) && !isUsedOnlyIn(*edges_, division);
}

Value *StridedDivision::widen(BinaryOperator &division, Divide divide) {
  if (Value *made = made_.lookup(&division)) {
    return made;
  }
  if (!pays(division)) {
    return nullptr;
  }
  SmallVector<BinaryOperator *, 2> all = {&division};
  for (Instruction &other : make_range(division.getIterator(), division.getParent()->end())) {
    if (isPartner(other, division)) {
      all.push_back(cast<BinaryOperator>(&other));
    }
  }
  IRBuilder<> &builder = values_.builder();
  LanePatterns patterns(values_, target_);
  SmallVector<Pattern, 2> results;
  for (BinaryOperator *each : all) {
    results.push_back(patterns.of(each));
  }
  auto fast = [&] {
    MemoryEmitter::Values vectors;
    for (const Pattern &result : results) {
      vectors.push_back(builder.CreateAdd(builder.CreateVectorSplat(values_.width(), result.first),
                                          result.apart));
    }
    return vectors;
  };
  auto slow = [&] {
    MemoryEmitter::Values vectors;
    for (BinaryOperator *each : all) {
      vectors.push_back(divide(*each));
    }
    return vectors;
  };
  auto vectors = MemoryEmitter(values_, target_).choose(patterns.condition(), fast, slow, true);
  for (auto [each, vector] : zip(all, vectors)) {
    made_[each] = vector;
  }
  return vectors.front();
}

}  // namespace compiler::vecz
