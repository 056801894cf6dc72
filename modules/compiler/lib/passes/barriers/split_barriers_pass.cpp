// Continuation-based synchronisation
// ----------------------------------
// One thread runs all work-items of a work-group. At a barrier it has to leave one work-item and
// continue with the next, until all have arrived. A stack per work-item would make each a
// coroutine; instead the kernel is cut at its barriers, at compile time (Karrenberg and Hack, CC
// 2012; Jääskeläinen et al., IJPP 2015).
//
// * A *region* is all code reachable from a start (the kernel's entry, or the place behind a
//   barrier) without crossing a barrier. Regions overlap where control flow does. A loop with a
//   barrier in its middle is an example: its region goes from the barrier through the loop's end
//   and the first half of the next iteration, back to the same barrier. This works on any
//   control-flow graph; no loop has to be recognised.
// * Each region becomes a work-item function (region_function.h). It returns a *continuation*: the
//   number of the region behind the barrier it has reached, or 0 at the kernel's end.
// * The kernel becomes a *region dispatcher*. It runs region 0 for all work-items, then the region
//   they have reached, and so on until all have ended.
//
//        entry ─ A ─ barrier 1 ─ B ─┬─ barrier 2 ─ C      region 0: A
//                      ▲            │                      region 1: B, then to 1, 2
//                      └────────────┘                      region 2: C
//
// region_dispatcher.cpp shows the code of one.
//
// A branch that a barrier depends on is uniform by the specification (OpenCL C 3.0 §6.15.8). If the
// branches between a region's exits are found to be uniform, the continuation of any work-item is
// valid for all. If they are not (loop bounds in memory, work-items that return early), each
// work-item has a continuation of its own in the frame. All run `<region>.together` as long as they
// have the same one. Once they have separated, a region runs only for work-items with its number,
// inside a function `<region>.guarded`.
//
// A value that lives across a barrier crosses in one of three ways (barrier_plan.cpp):
//
// * An expression of arguments and ids is computed again.
// * A uniform value has one variable of the region dispatcher. Regions get it as an argument,
//   loaded before their loop starts: in the same loop, earlier work-items may already store the
//   value of the next iteration.
// * Any other value has a slot in the work-item's frame (work_item_frame.h). It is stored at exits
//   of regions which define it and loaded at the entry of regions which use it. Private variables
//   in use across a barrier are in the frame altogether.
//
// Collective functions (reductions, scans, broadcasts, votes) cut a kernel just as barriers do. A
// work-item stores its operand in a slot. The region dispatcher combines the slots, an array over
// the work-items (group_exchange_emitter.h), into a uniform value or a new value for each slot.
// Independent functions of one block share a cut (barrier_regions.cpp).
//
// Functions of sub-groups do the same for each sub-group. Spin loops, in which work-items wait for
// each other, cut the kernel as well (sub_group_progress_pass.h). Then work-items of a group may
// wait at different places, and the region dispatcher chooses among them (item_continuations.cpp).
// If work-items progress independently, nothing is uniform at one time, and uniform values get
// slots.
//
// Invariants: SSA values never cross a barrier outside of the plan; each region function is called
// at one place; the offset of a slot is final when its address is first used.
//
// Cost: each region clones its blocks, so code grows with the overlap of regions, usually the
// header of a loop.

#include "passes/barriers/split_barriers_pass.h"

#include "ir/diagnostics.h"
#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "mux/abi.h"
#include "passes/barriers/region_dispatcher.h"
#include "passes/barriers/region_function.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Promotes variables to values (mem2reg), also at -O0: a value crosses a barrier more cheaply than
// a variable, and a variable of a debugger stays by its volatile stores.
void promoteVariables(Function &kernel) {
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : kernel.getEntryBlock()) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (variable && isAllocaPromotable(variable)) {
      variables.push_back(variable);
    }
  }
  if (variables.empty()) {
    return;
  }
  DominatorTree dominators(kernel);
  PromoteMemToReg(variables, dominators);
}

// Splits one kernel, or reports an error and leaves it unchanged.
void split(Function &kernel) {
  if (hasDynamicVariables(kernel)) {
    reportError(kernel, "a private array of variable length in a kernel with barriers");
    return;
  }
  promoteVariables(kernel);
  BarrierPlan plan(kernel);
  SmallVector<RegionFunction> regions;
  for (unsigned number = 0; number < plan.regions().regions().size(); ++number) {
    regions.push_back(makeRegionFunction(plan, number));
  }
  buildRegionDispatcher(plan, regions);
  if (uint64_t size = plan.frame().itemSize()) {
    const uint64_t multiple =
        std::max<uint64_t>(WorkItemFrame::itemMultiple, subGroupSizeOf(kernel));
    setFrame(kernel, {0, size, multiple, WorkItemFrame::maxAlignment});
  }
  retainValidAttributes(kernel, !plan.pointersCross());
  kernel.addFnAttr(groupScopeAttribute);
  addFlags(kernel, mux_kernel_has_barriers);
}

}  // namespace

bool hasDynamicVariables(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    return variable && !isa<ConstantInt>(variable->getArraySize());
  });
}

PreservedAnalyses SplitBarriersPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function *kernel : kernelsOf(module)) {
    if (!hasGroupSynchronisation(*kernel)) {
      continue;
    }
    split(*kernel);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
