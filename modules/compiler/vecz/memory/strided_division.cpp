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
//      n = 100, 8 lanes:  i0 = 296   general division
//
// SIMD groups in neither case divide all lanes. A quotient and a remainder of the same operands in
// one block share the condition and the versions.
//
// Divisions used for addresses only are left alone if the accesses have a version with strided
// addresses (checked_strides.h). The general division is then needed at boundaries only.

#include "vecz/memory/strided_division.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
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

// Returns true if `other` is the remainder to a quotient, or the quotient to a remainder.
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

// Divisions by constants are multiplications already.
bool StridedDivision::pays(const BinaryOperator &division) {
  const Value *divisor = division.getOperand(1);
  if (!values_.shape(division.getOperand(0)).isStrided() || isa<Constant>(divisor) ||
      !values_.shape(divisor).isUniform()) {
    return false;
  }
  auto shapeOf = [this](const Value *value) { return values_.shape(value); };
  if (!LanePatterns::has({shapeOf, values_.width()}, &division)) {
    return false;
  }
  if (!boundaryBlocks_) {
    boundaryBlocks_ = boundaryBlocks(*division.getFunction());
  }
  return !boundaryBlocks_->contains(division.getParent()) &&
         !isUsedOnlyIn(*boundaryBlocks_, division);
}

Value *StridedDivision::widen(BinaryOperator &division, Divide divide) {
  if (Value *made = made_.lookup(&division)) {
    return made;
  }
  if (!isOn_ || !pays(division)) {
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
