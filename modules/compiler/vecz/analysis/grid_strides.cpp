#include "vecz/analysis/grid_strides.h"

#include "ir/kernel_conventions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace thresholds::gridStrides;

namespace {

// Returns true for a value of at least the number of groups.
bool isOfGrid(const Value &value, unsigned depth = 0) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth == maxDepth) {
    return false;
  }
  const StringRef name = passes::calledName(*instruction);
  if (name == "__mux_get_global_size" || name == "__mux_get_num_groups") {
    return true;
  }
  return (isa<CastInst>(instruction) || instruction->getOpcode() == Instruction::Mul ||
          instruction->getOpcode() == Instruction::Shl) &&
         any_of(instruction->operands(),
                [&](const Use &operand) { return isOfGrid(*operand, depth + 1); });
}

// What a phi of the loop's header grows by in each iteration, if that is the size of the grid; null
// for others.
Value *stepOf(const PHINode &counter, const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  Value *step = nullptr;
  return latch &&
                 match(counter.getIncomingValueForBlock(latch),
                       m_c_Add(m_Specific(&counter), m_Value(step))) &&
                 loop.isLoopInvariant(step) && isOfGrid(*step)
             ? step
             : nullptr;
}

// The step of the counter in a term of an address; null for others.
Value *stepOfTerm(const Value &term, const Loop &loop) {
  const Value *value = &term;
  const Value *inner = nullptr;
  while (match(value, m_Freeze(m_Value(inner))) ||
         match(value, m_Add(m_Value(inner), m_ConstantInt())) ||
         match(value, m_ZExtOrSExt(m_Value(inner))) || match(value, m_Trunc(m_Value(inner)))) {
    value = inner;
  }
  const auto *counter = dyn_cast<PHINode>(value);
  return counter && counter->getParent() == loop.getHeader() ? stepOf(*counter, loop) : nullptr;
}

}  // namespace

bool countsByGrid(const Loop &loop) {
  return any_of(loop.getHeader()->phis(),
                [&](const PHINode &phi) { return stepOf(phi, loop) != nullptr; });
}

std::optional<GridStride> gridStrideOf(const LinearAddress &address, const Loop &loop) {
  std::optional<GridStride> found;
  for (const LinearAddress::Term &term : address.terms) {
    Value *step = stepOfTerm(*term.value, loop);
    if (step && found) {
      return std::nullopt;
    }
    if (step) {
      found = GridStride{term.value, step, term.scale};
    }
  }
  return found;
}

}  // namespace compiler::vecz
