// Drops the traces of 32-bit ids in 64-bit code. The front end and instcombine turn
// `(int)get_global_id(0)` into one of
//
//   %m = and i64 %id, 2147483647        zero extension of the low half
//   %s = ashr (shl i64 %id, 32), 32     sign extension of the low half
//
// and with %id below 2^31 both are %id.

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
#include "registry/step_gate.h"
#include "vecz/analysis/lane_bounds.h"
#include "vecz/model/options.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Returns true if a call returns an id below 2^idBits. The global linear id may be larger: it
/// counts all dimensions.
bool isId(const CallInst &call) {
  return StringSwitch<bool>(passes::calledName(call))
      .Cases({"__mux_get_global_id", "__mux_get_local_id", "__mux_get_local_linear_id",
              passes::subGroupIdName, passes::subGroupLocalIdName},
             true)
      .Default(false);
}

/// Adds the range to each call's result, where the type is wide enough for it to say something. A
/// narrower range, of a known local size, stays.
void markIds(Function &function) {
  passes::forEachCall(function, [](CallInst &call) {
    unsigned bits = isId(call) ? call.getType()->getIntegerBitWidth() : 0;
    if (bits > idBits) {
      const ConstantRange below(APInt(bits, 0), APInt::getOneBitSet(bits, idBits));
      const std::optional<ConstantRange> known = call.getRange();
      call.addRangeRetAttr(known ? known->intersectWith(below) : below);
    }
  });
}

/// Marks zero extensions of numbers that are not negative in any lane. Addresses take these apart,
/// as they do sign extensions, and find their common terms.
void markNonNegative(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    auto *extension = dyn_cast<ZExtInst>(&instruction);
    if (!extension || extension->hasNonNeg() || !extension->getType()->isIntegerTy()) {
      continue;
    }
    const auto bounds = boundsOf(*extension->getOperand(0), maximumWidth,
                                 [](const Value *) { return Shape::varying(); });
    if (bounds && bounds->least >= 0) {
      extension->setNonNeg(true);
    }
  }
}

/// The x of `x & mask`, if all other bits of x are known to be 0; else null.
Value *withoutMask(Instruction &instruction, const DataLayout &layout) {
  Value *value = nullptr;
  const APInt *mask = nullptr;
  if (!match(&instruction, m_And(m_Value(value), m_APInt(mask))) || !mask->isShiftedMask()) {
    return nullptr;
  }
  KnownBits known = computeKnownBits(value, layout);
  return (~known.Zero).isSubsetOf(*mask) ? value : nullptr;
}

/// The x of `x << m >> n` (arithmetic), if the left shift loses no bit but copies of the sign; else
/// null. For m > n a shorter left shift remains.
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

/// Returns true if the function calls one of these queries for `dimension`, by a constant argument.
bool asks(const Function &function, ArrayRef<StringRef> names, unsigned dimension) {
  return any_of(instructions(function), [&](const Instruction &instruction) {
    if (!is_contained(names, passes::calledName(instruction))) {
      return false;
    }
    auto *asked = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(0));
    return asked && asked->equalsInt(dimension);
  });
}

}  // namespace

void useIdRanges(Function &function) {
  if (!runsStep("use-id-ranges", function)) {
    return;
  }
  markIds(function);
  markNonNegative(function);
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
  return asks(function, {"__mux_get_global_id", "__mux_get_local_id"}, dimension);
}

bool asksLocalIdOf(const Function &function, unsigned dimension) {
  return asks(function, {"__mux_get_local_id"}, dimension) ||
         any_of(instructions(function), [](const Instruction &instruction) {
           return passes::calledName(instruction) == "__mux_get_local_linear_id";
         });
}

}  // namespace compiler::vecz
