#include "passes/work_items/speculate_stores_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace thresholds::speculateStores;

namespace {

constexpr unsigned localAddressSpace = 3;
/// Local ids are below 2^12, so they do not wrap around in indices of these bits, moved by so many.
constexpr unsigned leastBits = 32, maxShift = 8;

/// Returns true if the value is computed from constants and arguments alone: it is the same for all
/// work-items of a region.
bool isSameForAll(const Value &value, unsigned depth = 0) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction) {
    return isa<Constant, Argument>(value);
  }
  return depth < maxDepth && isa<BinaryOperator, CastInst>(instruction) &&
         all_of(
             instruction->operands(),
             [&](const Value *operand) { return isSameForAll(*operand, depth + 1); });
}

/// Returns true if work-items with different ids have different values: lanes of a SIMD group then
/// do not meet at an element, even in programs with races.
bool differsByIds(const Value &value, unsigned depth = 0) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth == maxDepth ||
      instruction->getType()->getScalarSizeInBits() < leastBits) {
    return false;
  }
  const StringRef name = calledName(*instruction);
  if (name == "__mux_get_local_id" || name == "__mux_get_local_linear_id") {
    return true;
  }
  const auto differs = [&](unsigned number) {
    return differsByIds(*instruction->getOperand(number), depth + 1);
  };
  const auto isSame = [&](unsigned number) {
    return isSameForAll(*instruction->getOperand(number));
  };
  // 2 * x - (x & m) is x plus the rest of x, which does not fall where x grows.
  const Value *whole = nullptr, *mask = nullptr;
  if (match(&value,
            m_Sub(m_Shl(m_Value(whole), m_One()), m_c_And(m_Deferred(whole), m_Value(mask))))) {
    return isSameForAll(*mask) && differsByIds(*whole, depth + 1);
  }
  switch (instruction->getOpcode()) {
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Trunc:
    case Instruction::Freeze:
      return differs(0);
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Xor:
      return (differs(0) && isSame(1)) || (isSame(0) && differs(1));
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(instruction)->isDisjoint() && differs(0) && isSame(1);
    case Instruction::Shl: {
      const auto *amount = dyn_cast<ConstantInt>(instruction->getOperand(1));
      return amount && amount->getValue().ule(maxShift) && differs(0);
    }
    default:
      return false;
  }
}

/// The same for an address in an array: one index differs, and others do not.
bool isOwnElement(const Value *pointer) {
  bool isOwn = false;
  for (unsigned depth = 0; depth < maxDepth; ++depth) {
    const auto *address = dyn_cast<GetElementPtrInst>(pointer);
    if (!address) {
      break;
    }
    for (const Value *index : address->indices()) {
      if (isSameForAll(*index)) {
        continue;
      }
      if (isOwn || !differsByIds(*index)) {
        return false;
      }
      isOwn = true;
    }
    pointer = address->getPointerOperand();
  }
  return isOwn && (isa<Argument, Constant>(pointer) ||
                   calledName(*cast<Instruction>(pointer)) == localMemoryName);
}

/// A branch around a block, and the stores of the block with their old values.
struct Conditional {
  BranchInst *branch;
  BasicBlock *next;  ///< behind the block, and the branch's other successor
  SmallVector<std::pair<StoreInst *, LoadInst *>, maxStores> stores;
};

/// The load of the element at the end of `front`, with no write behind it; null without one.
LoadInst *oldValueOf(const StoreInst &store, BasicBlock &front) {
  for (Instruction &instruction : reverse(front)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load && load->isSimple() && load->getPointerOperand() == store.getPointerOperand() &&
        load->getType() == store.getValueOperand()->getType()) {
      return load;
    }
    if (instruction.mayWriteToMemory()) {
      break;
    }
  }
  return nullptr;
}

/// The branch around a block, if nothing in the block has to stay conditional.
std::optional<Conditional> conditionalOf(BasicBlock &block) {
  BasicBlock *front = block.getSinglePredecessor();
  auto *branch = front ? dyn_cast<BranchInst>(front->getTerminator()) : nullptr;
  BasicBlock *next = block.getSingleSuccessor();
  if (!branch || !branch->isConditional() || !next || next == &block ||
      !is_contained(successors(front), next)) {
    return std::nullopt;
  }
  const bool arePhisEqual = all_of(next->phis(), [&](const PHINode &phi) {
    return phi.getIncomingValueForBlock(&block) == phi.getIncomingValueForBlock(front);
  });
  Conditional result{branch, next, {}};
  unsigned others = 0;
  for (Instruction &instruction : block) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (instruction.isTerminator()) {
      continue;
    }
    if (!store) {
      others += isSafeToSpeculativelyExecute(&instruction) && !instruction.mayReadOrWriteMemory()
                    ? 1
                    : maxOthers + 1;
      continue;
    }
    const bool mayBeOwn = store->isSimple() && store->getPointerAddressSpace() == localAddressSpace;
    LoadInst *old =
        mayBeOwn && isOwnElement(store->getPointerOperand()) ? oldValueOf(*store, *front) : nullptr;
    if (!old) {
      return std::nullopt;
    }
    result.stores.push_back({store, old});
  }
  const bool isFound = arePhisEqual && !result.stores.empty() &&
                       result.stores.size() <= maxStores && others <= maxOthers;
  return isFound ? std::optional(std::move(result)) : std::nullopt;
}

/// Moves the block in front of the branch, and the branch away.
void speculate(BasicBlock &block, const Conditional &conditional) {
  auto [branch, next, stores] = conditional;
  IRBuilder<> builder(branch);
  for (Instruction &instruction : make_early_inc_range(block)) {
    if (!instruction.isTerminator()) {
      instruction.moveBefore(branch->getIterator());
    }
  }
  const bool isFirst = branch->getSuccessor(0) == &block;
  for (auto [store, old] : stores) {
    builder.SetInsertPoint(store);
    Value *value = store->getValueOperand();
    store->setOperand(0, builder.CreateSelect(branch->getCondition(), isFirst ? value : old,
                                              isFirst ? old : value));
  }
  for (PHINode &phi : next->phis()) {
    phi.removeIncomingValue(&block, /*DeletePHIIfEmpty=*/false);
  }
  BranchInst::Create(next, branch->getIterator());
  branch->eraseFromParent();
  block.eraseFromParent();
}

}  // namespace

PreservedAnalyses SpeculateStoresPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : make_early_inc_range(function)) {
    if (auto conditional = conditionalOf(block)) {
      speculate(block, *conditional);
      changed = true;
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
