// Loads, stores and private variables of a SIMD group
// ---------------------------------------------------
//
// The shape of an access's address decides. Groups are planned first, over the whole function; they
// are accepted if they cost less than their members one by one. In this order:
//
//   * a stride of several elements: wide accesses and shuffles (interleave.h);
//   * a permuted order: a window and permutations (window_accesses.h);
//   * neighbours in each lane: a short vector access per lane and a transposition
//     (run_accesses.h).
//
// Each other access is planned when it is widened. The first claim wins, unless a gather or scatter
// costs less:
//
//   * atomic, volatile, with unused bits, or stored to an address that all lanes share: scalar
//     accesses, or a volatile vector (scalar_accesses.h);
//   * a stride of one element, forwards or backwards: one vector access (contiguous_accesses.h);
//   * an element of a small private array: selects among all elements (private_arrays.h);
//   * an index of few bits in a table: a load of the table and permutations (small_tables.h);
//   * probably a stride of one element: a vector access behind a test of the actual addresses
//     (checked_contiguity.h);
//   * all else: gather and scatter (memory_emitter.h).
//
// No byte is accessed for an inactive lane, except in vectors of private variables
// (doc/vectoriser-memory.md has a row for each step).

#include "vecz/memory/memory_widener.h"

#include "llvm/IR/Instructions.h"
#include "vecz/memory/checked_contiguity.h"
#include "vecz/memory/contiguous_accesses.h"
#include "vecz/memory/interleave.h"
#include "vecz/memory/private_arrays.h"
#include "vecz/memory/run_accesses.h"
#include "vecz/memory/scalar_accesses.h"
#include "vecz/memory/small_tables.h"
#include "vecz/memory/window_accesses.h"

namespace compiler::vecz {

using namespace llvm;

MemoryWidener::MemoryWidener(LaneValues &values, Function &scalarFunction,
                             const TargetTransformInfo &target)
    : values_(values), emitter_(values, target), groups_(emitter_) {
  planInterleavedAccesses(scalarFunction, emitter_, groups_);
  planWindows(scalarFunction, emitter_, groups_);
  planContiguousRuns(scalarFunction, emitter_, groups_);
  planners_.push_back(std::make_unique<ScalarAccesses>(emitter_));
  planners_.push_back(std::make_unique<ContiguousAccesses>(emitter_));
  planners_.push_back(std::make_unique<PrivateArrays>(emitter_));
  planners_.push_back(std::make_unique<SmallTables>(emitter_));
  planners_.push_back(std::make_unique<CheckedContiguity>(emitter_));
}

void MemoryWidener::copy(AllocaInst &variable) {
  Instruction *made = values_.builder().Insert(variable.clone(), variable.getName());
  values_.setScalar(&variable, made);
}

bool MemoryWidener::pays(const AccessPlan &plan, Instruction &access) const {
  return !plan.cost ||
         *plan.cost <= emitter_.costOfGather(accessOf(access), values_.mask() != nullptr);
}

void MemoryWidener::widen(Instruction &access) {
  if (groups_.emit(access)) {
    return;
  }
  for (const auto &planner : planners_) {
    std::optional<AccessPlan> plan = planner->plan(access);
    if (!plan || !pays(*plan, access)) {
      continue;
    }
    if (Value *lanes = plan->emit()) {
      lanes->setName(access.getName());
      values_.setVector(&access, lanes);
    }
    return;
  }
  // Addresses without a known relation between lanes, and those for which nothing else pays.
  const Value *pointer = getLoadStorePointerOperand(&access);
  if (auto *store = dyn_cast<StoreInst>(&access)) {
    emitter_.scatter(accessOf(access), values_.vector(store->getValueOperand()), pointer);
    return;
  }
  Value *lanes = emitter_.gather(accessOf(access), pointer);
  lanes->setName(access.getName());
  values_.setVector(&access, lanes);
}

}  // namespace compiler::vecz
