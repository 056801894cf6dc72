#include "vecz/analysis/known_work_item_ids.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// The global linear id is not one: it counts all dimensions.
bool isId(const CallInst &call) {
  return StringSwitch<bool>(passes::calledName(call))
      .Cases({"__mux_get_global_id", "__mux_get_local_id", "__mux_get_local_linear_id",
              passes::subGroupIdName, passes::subGroupLocalIdName},
             true)
      .Default(false);
}

void markIds(Function &function) {
  passes::forEachCall(function, [](CallInst &call) {
    unsigned bits = isId(call) ? call.getType()->getIntegerBitWidth() : 0;
    if (bits > idBits) {
      call.addRangeRetAttr(ConstantRange(APInt(bits, 0), APInt::getOneBitSet(bits, idBits)));
    }
  });
}

/// x & mask, where x has no other bits.
Value *withoutMask(Instruction &instruction, const DataLayout &layout) {
  Value *value = nullptr;
  const APInt *mask = nullptr;
  if (!match(&instruction, m_And(m_Value(value), m_APInt(mask))) || !mask->isShiftedMask()) {
    return nullptr;
  }
  KnownBits known = computeKnownBits(value, layout);
  return (~known.Zero).isSubsetOf(*mask) ? value : nullptr;
}

/// x << m >> n (arithmetic), where no bit that counts is lost.
Value *withoutExtension(Instruction &instruction, const DataLayout &layout) {
  Value *value = nullptr;
  const APInt *left = nullptr, *right = nullptr;
  if (!match(&instruction, m_AShr(m_Shl(m_Value(value), m_APInt(left)), m_APInt(right))) ||
      left->ult(*right) || left->uge(left->getBitWidth())) {
    return nullptr;
  }
  if (ComputeNumSignBits(value, layout) <= left->getZExtValue()) {
    return nullptr;
  }
  if (*left == *right) {
    return value;
  }
  IRBuilder<> builder(&instruction);
  return builder.CreateShl(value, *left - *right, "", false, /*HasNSW=*/true);
}

}  // namespace

void useIdRanges(Function &function) {
  markIds(function);
  const DataLayout &layout = function.getDataLayout();
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!instruction.getType()->isIntegerTy()) {
      continue;
    }
    Value *simple = withoutMask(instruction, layout);
    if (!simple) {
      simple = withoutExtension(instruction, layout);
    }
    if (!simple) {
      continue;
    }
    instruction.replaceAllUsesWith(simple);
    instruction.eraseFromParent();
  }
}

bool asksIdsOf(const Function &function, unsigned dimension) {
  return any_of(instructions(function), [&](const Instruction &instruction) {
    StringRef name = passes::calledName(instruction);
    if (name != "__mux_get_global_id" && name != "__mux_get_local_id") {
      return false;
    }
    auto *asked = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(0));
    return asked && asked->equalsInt(dimension);
  });
}

}  // namespace compiler::vecz
