// Liveness of vector values: the textbook backward data flow over blocks, then a walk through each
// block from its end. The order of instructions is taken as it is; a scheduler may need fewer
// registers, or more.

#include "vecz/cost/vector_spills.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Values live at one place.
using Values = DenseSet<const Value *>;

/// Backward data flow over the values held in vector registers.
class Liveness {
 public:
  Liveness(Function &function, uint64_t registerBits)
      : function_(function), registerBits_(registerBits) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (BasicBlock *block : post_order(&function)) {
        changed |= update(*block);
      }
    }
  }

  /// The expected stores and loads of one run of the block, with a number of registers.
  double spills(const BasicBlock &block, uint64_t registers,
                function_ref<unsigned(const Value &)> copies) const {
    Values live = liveOut(block);
    uint64_t count = 0;
    for (const Value *value : live) {
      count += copiedRegisters(*value, copies);
    }
    double spills = 0;
    for (const Instruction &instruction : reverse(block)) {
      uint64_t touched = isCounted(instruction) ? copiedRegisters(instruction, copies) : 0;
      const uint64_t after = count;
      count -= live.erase(&instruction) ? touched : 0;
      if (isa<PHINode>(instruction)) {
        continue;
      }
      for (const Value *operand : instruction.operands()) {
        if (isCounted(*operand)) {
          const uint64_t copied = copiedRegisters(*operand, copies);
          touched += copied;
          count += live.insert(operand).second ? copied : 0;
        }
      }
      const uint64_t most = std::max(count, after);
      spills += most > registers ? static_cast<double>(touched * (most - registers)) / most : 0;
    }
    return spills;
  }

 private:
  /// Arguments and instructions with vectors of anything but i1.
  static bool isCounted(const Value &value) {
    if (!isa<Instruction, Argument>(value) || !isa<FixedVectorType>(value.getType())) {
      return false;
    }
    return !value.getType()->getScalarType()->isIntegerTy(1);
  }

  /// Registers of all copies of a value.
  uint64_t copiedRegisters(const Value &value, function_ref<unsigned(const Value &)> copies) const {
    const TypeSize bits = function_.getDataLayout().getTypeSizeInBits(value.getType());
    return divideCeil(bits.getFixedValue(), registerBits_) * copies(value);
  }

  /// Values live at the end of the block. Incoming values of phis are live at the end of their
  /// blocks only.
  Values liveOut(const BasicBlock &block) const {
    Values live;
    for (const BasicBlock *next : successors(&block)) {
      auto found = liveIn_.find(next);
      if (found != liveIn_.end()) {
        live.insert(found->second.begin(), found->second.end());
      }
      for (const PHINode &phi : next->phis()) {
        const Value *value = phi.getIncomingValueForBlock(&block);
        if (isCounted(*value)) {
          live.insert(value);
        }
      }
    }
    return live;
  }

  /// Recomputes the values live at the start of a block; true if they grew.
  bool update(const BasicBlock &block) {
    Values live = liveOut(block);
    for (const Instruction &instruction : reverse(block)) {
      live.erase(&instruction);
      if (isa<PHINode>(instruction)) {
        continue;
      }
      for (const Value *operand : instruction.operands()) {
        if (isCounted(*operand)) {
          live.insert(operand);
        }
      }
    }
    Values &known = liveIn_[&block];
    if (live.size() == known.size()) {
      return false;
    }
    known = std::move(live);
    return true;
  }

  Function &function_;
  uint64_t registerBits_;
  /// Values live at the start of each block, growing until the fixed point.
  DenseMap<const BasicBlock *, Values> liveIn_;
};

}  // namespace

DenseMap<const BasicBlock *, double> vectorSpills(Function &function,
                                                  const TargetTransformInfo &target,
                                                  function_ref<unsigned(const Value &)> copies) {
  const uint64_t bits =
      target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
  const unsigned registers =
      target.getNumberOfRegisters(target.getRegisterClassForType(/*Vector=*/true));
  DenseMap<const BasicBlock *, double> result;
  if (bits != 0) {
    const Liveness liveness(function, bits);
    for (const BasicBlock &block : function) {
      result[&block] = liveness.spills(block, registers, copies);
    }
  }
  return result;
}

}  // namespace compiler::vecz
