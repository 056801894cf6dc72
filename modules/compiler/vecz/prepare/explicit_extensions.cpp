// The int of a 64-bit id that indexes an array of floats is (id << 32) >> 30, signed, once the
// optimiser has been there. So that index_widening.cpp and checked_strides.cpp see what it is,
// sext(trunc(id)) << 2 is put in its place; likewise for unsigned ones, and for x & 0xffff and its
// relatives.

#include "vecz/prepare/explicit_extensions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
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

bool isWidthOfIntegers(unsigned bits) {
  return bits == 8 || bits == 16 || bits == 32;
}

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
