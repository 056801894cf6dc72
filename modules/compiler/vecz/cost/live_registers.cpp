// Liveness of vector values: the textbook backward data flow over blocks, then a walk through each
// block from its end. The order of instructions is taken as it is; a scheduler may need fewer
// registers, or more.

#include "vecz/cost/live_registers.h"

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

  /// The largest sum of registers * copies at any place of the function.
  unsigned most(function_ref<unsigned(const Value &)> copies) const {
    uint64_t most = 0;
    for (const BasicBlock &block : function_) {
      Values live = liveOut(block);
      uint64_t count = 0;
      for (const Value *value : live) {
        count += registers(*value) * copies(*value);
      }
      most = std::max(most, count);
      for (const Instruction &instruction : reverse(block)) {
        if (live.erase(&instruction)) {
          count -= registers(instruction) * copies(instruction);
        }
        if (isa<PHINode>(instruction)) {
          continue;
        }
        for (const Value *operand : instruction.operands()) {
          if (isCounted(*operand) && live.insert(operand).second) {
            count += registers(*operand) * copies(*operand);
          }
        }
        most = std::max(most, count);
      }
    }
    return static_cast<unsigned>(most);
  }

 private:
  /// Arguments and instructions with vectors of anything but i1.
  static bool isCounted(const Value &value) {
    if (!isa<Instruction, Argument>(value) || !isa<FixedVectorType>(value.getType())) {
      return false;
    }
    return !value.getType()->getScalarType()->isIntegerTy(1);
  }

  /// Registers of one copy of a value.
  uint64_t registers(const Value &value) const {
    const DataLayout &layout = function_.getDataLayout();
    return divideCeil(layout.getTypeSizeInBits(value.getType()).getFixedValue(), registerBits_);
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

unsigned liveVectorRegisters(Function &function, const TargetTransformInfo &target,
                             function_ref<unsigned(const Value &)> copies) {
  uint64_t bits =
      target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
  return bits == 0 ? 0 : Liveness(function, bits).most(copies);
}

unsigned vectorRegisters(const TargetTransformInfo &target) {
  return target.getNumberOfRegisters(target.getRegisterClassForType(/*Vector=*/true));
}

}  // namespace compiler::vecz
