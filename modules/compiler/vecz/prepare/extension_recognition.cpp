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
//
// InstCombine also shifts the terms of a sum in place of the sum, as of 256 * group + item:
//
//      %s = add (shl i64 %group, 40), (shl i64 %item, 32)
//      ashr %s, 30                     →     the same of add (shl i64 %group, 8), %item
//
// and makes one factor of a shift and a product, as of 3 * id:
//
//      ashr (mul i64 %id, 3 << 32), 32 →     sext (trunc (mul i64 %id, 3) to i32)
//
// Differences lose their form, too: n - id - 1, a row from right to left, is n + ~id. A complement
// is a difference again, and falls from lane to lane:
//
//      xor i32 %id, -1                 →     sub nsw i32 -1, %id

#include "vecz/prepare/extension_recognition.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "registry/step_gate.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace thresholds::extensionRecognition;

namespace {

/// The extension of the low `bits` of `shifted` / 2^operandShift, times 2^shift.
struct HiddenExtension {
  Value *shifted = nullptr;
  unsigned operandShift = 0;
  unsigned bits = 0;
  unsigned shift = 0;
  bool isSigned = false;
};

// C's integers below 64 bits. Other masks are no extensions of indices.
constexpr unsigned widthsOfIntegers[] = {8, 16, 32};

// The amount by which all terms of a sum are shifted to the left: the least of theirs. A factor
// with zeros at its end counts as a shift.
unsigned leftShiftOf(Value *value, unsigned depth = 0) {
  Value *one = nullptr, *other = nullptr;
  uint64_t amount = 0;
  if (match(value, m_Shl(m_Value(), m_ConstantInt(amount)))) {
    return static_cast<unsigned>(amount);
  }
  if (depth < maxDepth && match(value, m_Add(m_Value(one), m_Value(other)))) {
    return std::min(leftShiftOf(one, depth + 1), leftShiftOf(other, depth + 1));
  }
  const APInt *constant = nullptr;
  return match(value, m_CombineOr(m_APInt(constant), m_Mul(m_Value(), m_APInt(constant))))
             ? constant->countr_zero()
             : 0;
}

// Emits the sum with its terms shifted by `amount` bits less (at most leftShiftOf()). The highest
// bits of the result differ from the unshifted sum's; a truncation drops them.
Value *unshift(Value *value, unsigned amount, IRBuilder<> &builder) {
  if (amount == 0) {
    return value;
  }
  Value *one = nullptr, *other = nullptr;
  uint64_t left = 0;
  if (match(value, m_Shl(m_Value(one), m_ConstantInt(left)))) {
    return left == amount ? one : builder.CreateShl(one, left - amount);
  }
  if (match(value, m_Add(m_Value(one), m_Value(other)))) {
    return builder.CreateAdd(unshift(one, amount, builder), unshift(other, amount, builder));
  }
  const APInt *factor = nullptr;
  if (match(value, m_Mul(m_Value(one), m_APInt(factor)))) {
    return builder.CreateMul(one, ConstantInt::get(value->getType(), factor->lshr(amount)));
  }
  return builder.CreateLShr(value, amount);
}

// A sum that was shifted to the left, and a smaller or equal right shift.
HiddenExtension ofShifts(Instruction &instruction) {
  Value *shifted = nullptr;
  uint64_t right = 0;
  if (!match(&instruction, m_Shr(m_Value(shifted), m_ConstantInt(right)))) {
    return {};
  }
  const unsigned width = instruction.getType()->getIntegerBitWidth();
  const unsigned available = leftShiftOf(shifted);
  for (unsigned bits : widthsOfIntegers) {
    if (bits < width && width - bits <= available && width - bits >= right) {
      return {shifted, width - bits, bits, width - bits - static_cast<unsigned>(right),
              instruction.getOpcode() == Instruction::AShr};
    }
  }
  return {};
}

// A mask of low bits, or of bits behind the zeros of a left shift.
HiddenExtension ofMask(Instruction &instruction) {
  Value *shifted = nullptr;
  const APInt *mask = nullptr;
  if (!match(&instruction, m_And(m_Value(shifted), m_APInt(mask))) || !mask->isShiftedMask()) {
    return {};
  }
  unsigned shift = mask->countr_zero();
  const bool cuts = is_contained(widthsOfIntegers, mask->popcount()) &&
                    mask->popcount() < instruction.getType()->getIntegerBitWidth();
  if (!cuts || (shift != 0 && leftShiftOf(shifted) < shift)) {
    return {};
  }
  return {shifted, shift, mask->popcount(), shift, false};
}

// The extension in an instruction; without a value if there is none.
HiddenExtension find(Instruction &instruction) {
  if (!instruction.getType()->isIntegerTy()) {
    return {};
  }
  HiddenExtension found = ofShifts(instruction);
  return found.shifted ? found : ofMask(instruction);
}

// Makes differences of the complements of strided values. Returns true if there are any.
bool recognizeDifferences(Function &function, const ShapeAnalysis &shapes) {
  SmallVector<WeakTrackingVH> dead;
  for (Instruction &instruction : instructions(function)) {
    Value *operand = nullptr;
    if (match(&instruction, m_Not(m_Value(operand))) && shapes[operand].isStrided()) {
      IRBuilder<> builder(&instruction);
      Constant *last = Constant::getAllOnesValue(operand->getType());
      instruction.replaceAllUsesWith(builder.CreateNSWSub(last, operand, instruction.getName()));
      dead.push_back(&instruction);
    }
  }
  const bool found = !dead.empty();
  RecursivelyDeleteTriviallyDeadInstructions(dead);
  return found;
}

}  // namespace

void recognizeExtensions(Function &function, const SimdGroup &simdGroup) {
  if (!runsStep("recognize-extensions", function)) {
    return;
  }
  ShapeAnalysis shapes(function, simdGroup);
  if (recognizeDifferences(function, shapes)) {
    shapes = ShapeAnalysis(function, simdGroup);
  }
  SmallVector<std::pair<Instruction *, HiddenExtension>> hidden;
  for (Instruction &instruction : instructions(function)) {
    HiddenExtension found = find(instruction);
    if (found.shifted && shapes[&instruction].isVarying() && shapes[found.shifted].isStrided()) {
      hidden.push_back({&instruction, found});
    }
  }
  SmallVector<WeakTrackingVH> dead;
  for (auto &[instruction, found] : hidden) {
    IRBuilder<> builder(instruction);
    Value *operand = unshift(found.shifted, found.operandShift, builder);
    Value *narrow = builder.CreateTrunc(operand, builder.getIntNTy(found.bits));
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
