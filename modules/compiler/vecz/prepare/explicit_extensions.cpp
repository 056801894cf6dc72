// Hidden extensions
// -----------------
//
// The int of a 64-bit id that indexes an array of floats is (id << 32) >> 30, signed, after
// InstCombine. For index_widening.cpp and checked_strides.cpp it becomes sext(trunc(id)) << 2
// again; likewise for unsigned ints, and for masks:
//
//      ashr (shl i64 %id, 32), 30      →     shl (sext (trunc %id to i32) to i64), 2;
//      and i64 %x, 0xffff              →     zext (trunc %x to i16) to i64;
//      and (shl i64 %x, 2), 0x3fffc    →     shl (zext (trunc %x to i16) to i64), 2

#include "vecz/prepare/explicit_extensions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "registry/step_gate.h"
#include "vecz/analysis/shape_analysis.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// The extension of `operand`'s low `bits`, times 2^shift.
struct HiddenExtension {
  Value *operand = nullptr;
  unsigned bits = 0;
  unsigned shift = 0;
  bool isSigned = false;
};

// C's integers below 64 bits. Other masks are no extensions of indices.
bool isWidthOfIntegers(unsigned bits) {
  return bits == 8 || bits == 16 || bits == 32;
}

// A left shift and a smaller or equal right shift.
HiddenExtension ofShifts(Instruction &instruction) {
  Value *operand = nullptr;
  uint64_t left = 0, right = 0;
  if (!match(&instruction,
             m_Shr(m_Shl(m_Value(operand), m_ConstantInt(left)), m_ConstantInt(right))) ||
      left < right) {
    return {};
  }
  unsigned bits = instruction.getType()->getScalarSizeInBits() - static_cast<unsigned>(left);
  return {operand, bits, static_cast<unsigned>(left - right),
          instruction.getOpcode() == Instruction::AShr};
}

// A mask of low bits, or of bits behind the zeros of a left shift.
HiddenExtension ofMask(Instruction &instruction) {
  Value *operand = nullptr;
  const APInt *mask = nullptr;
  if (!match(&instruction, m_And(m_Value(operand), m_APInt(mask))) || !mask->isShiftedMask()) {
    return {};
  }
  unsigned shift = mask->countr_zero();
  uint64_t amount = 0;
  if (shift != 0 &&
      (!match(operand, m_Shl(m_Value(operand), m_ConstantInt(amount))) || amount != shift)) {
    return {};
  }
  return {operand, mask->popcount(), shift, false};
}

// The extension in an instruction; without an operand if there is none.
HiddenExtension find(Instruction &instruction) {
  if (!instruction.getType()->isIntegerTy()) {
    return {};
  }
  HiddenExtension found = ofShifts(instruction);
  if (!found.operand) {
    found = ofMask(instruction);
  }
  bool cuts =
      isWidthOfIntegers(found.bits) && found.bits < instruction.getType()->getIntegerBitWidth();
  return cuts ? found : HiddenExtension{};
}

}  // namespace

void showExtensions(Function &function, const SimdGroup &simdGroup) {
  if (!runsStep("recognize-extensions", function)) {
    return;
  }
  ShapeAnalysis shapes(function, simdGroup);
  SmallVector<std::pair<Instruction *, HiddenExtension>> hidden;
  for (Instruction &instruction : instructions(function)) {
    HiddenExtension found = find(instruction);
    if (found.operand && shapes[&instruction].isVarying() && shapes[found.operand].isStrided()) {
      hidden.push_back({&instruction, found});
    }
  }
  SmallVector<WeakTrackingVH> dead;
  for (auto &[instruction, found] : hidden) {
    IRBuilder<> builder(instruction);
    Value *narrow = builder.CreateTrunc(found.operand, builder.getIntNTy(found.bits));
    Value *wide = found.isSigned ? builder.CreateSExt(narrow, instruction->getType())
                                 : builder.CreateZExt(narrow, instruction->getType());
    Value *scaled = builder.CreateShl(wide, found.shift);
    scaled->takeName(instruction);
    instruction->replaceAllUsesWith(scaled);
    dead.push_back(instruction);
  }
  RecursivelyDeleteTriviallyDeadInstructions(dead);
}

}  // namespace compiler::vecz
