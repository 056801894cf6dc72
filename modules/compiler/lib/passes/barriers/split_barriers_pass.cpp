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
//   define void @k(…) "kiln-group-scope" {
//   region0:  call @k.region0.items(…)          ; a work-group function: loops come later
//             br label %region1
//   region1:  %next = call @k.region1.items(…)
//             switch %next, %done [1: %region1, 2: %region2]
//   …
//
// A branch that a barrier depends on is uniform by the specification (OpenCL C 3.0 §6.15.8). If the
// branches between a region's exits are found to be uniform, the continuation of any work-item is
// valid for all. If they are not (loop bounds in memory, work-items that return early), each
// work-item has a continuation of its own in the frame. A region then runs only for work-items with
// its number, inside a function `<region>.turn`.
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
// the work-items (group_arrays.h), into a uniform value or a new value for each slot.
//
// Functions of sub-groups do the same for each sub-group. Here divergent branches may separate the
// work-items of a group and, for some functions, of a sub-group. The region to run next is then the
// first, in flowOrder() (block_order.h), with a waiting work-item. Work-items that are behind catch
// up, so that a sub-group is together wherever control flow meets again. Regions behind barriers of
// the work-group have the highest numbers: they run when no work-item waits elsewhere.
//
// Work-items may also wait for each other in spin loops; the kernel is cut there as well
// (sub_group_progress_pass.h). Then the least number is no valid choice, for the work-item ahead
// may be the awaited one. Sub-groups, or single work-items, take turns in round-robin order instead
// (Turns). Nothing is uniform at one time, and uniform values get slots.
//
// Invariants: SSA values never cross a barrier outside of the plan; each region function is called
// at one place; the offset of a slot is final when its address is first used.
//
// Cost: each region clones its blocks, so code grows with the overlap of regions, usually the
// header of a loop.

#include "passes/barriers/split_barriers_pass.h"

#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "ir/mux_builtins.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "mux/abi.h"
#include "passes/barriers/group_arrays.h"
#include "passes/barriers/region_function.h"
#include "passes/barriers/sub_group_progress_pass.h"
#include "passes/lowering/lower_fences_pass.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// The continuation of a work-item at the kernel's end; region 0 starts the kernel and never
// follows.
constexpr unsigned ended = 0;

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

// Builds the region dispatcher in place of the kernel's old body.
class RegionDispatcher {
 public:
  // Collects everything it needs of the old body, above all fences and types, before build() drops
  // it.
  RegionDispatcher(BarrierPlan &plan, ArrayRef<RegionFunction> regions)
      : plan_(plan), regions_(regions), kernel_(plan.kernel()), builder_(kernel_.getContext()) {
    if (SmallVector<uint64_t> size = properties(kernel_, subGroupProperties); !size.empty()) {
      subGroupSize_ = size.front();
    }
    takesTurns_ = kernel_.hasFnAttribute(takesTurnsAttribute);
    perItem_ = takesTurns_ ||
               any_of(regions, [](const RegionFunction &region) { return region.exitsDiverge; });
    for (const BarrierRegion &region : plan.regions().regions().drop_front()) {
      firstOfGroup_ += isSubGroupSynchronisation(*region.barrier) ? 1 : 0;
      if (!groupFunction(*region.barrier)) {
        fences_.push_back({constantOf(*region.barrier, 1), constantOf(*region.barrier, 2)});
      } else {
        fences_.push_back({builder_.getInt32(scopeWorkGroup), builder_.getInt32(0)});
      }
    }
    for (const Instruction *value : plan.liveness().crossing()) {
      types_[value] = value->getType();
    }
  }

  // Emits one block per region, in the order of numbers, and the common dispatch block where
  // work-items have continuations of their own.
  void build() {
    dropBody();
    if (perItem_) {
      continuationSlot_ = turnSlot_ = plan_.frame().append(4, Align(4));
    }
    if (takesTurns_ && subGroupSize_ > 1) {
      turnSlot_ = plan_.frame().append(4, Align(4));
    }
    BasicBlock *entry = block("group");
    builder_.SetInsertPoint(entry);
    makeVariables();
    for (unsigned number = 0; number < regions_.size(); ++number) {
      starts_.push_back(block("region" + Twine(number)));
    }
    builder_.CreateBr(starts_[0]);
    if (perItem_) {
      dispatch_ = block("dispatch");
    }
    done_ = block("done");
    for (unsigned number = 0; number < regions_.size(); ++number) {
      buildRegion(number);
    }
    if (perItem_) {
      buildDispatch();
    }
    builder_.SetInsertPoint(done_);
    builder_.CreateRetVoid();
  }

 private:
  BasicBlock *block(const Twine &name) {
    return BasicBlock::Create(kernel_.getContext(), name, &kernel_);
  }

  // The operand if it is a constant, otherwise undef: its computation is dropped with the body. An
  // unknown scope or order is then treated as the strongest (emitFence()).
  static Value *constantOf(const CallInst &barrier, unsigned operand) {
    Value *value = barrier.getArgOperand(operand);
    return isa<Constant>(value) ? value : UndefValue::get(value->getType());
  }

  // Erases the old body. Plan and regions use its instructions only as keys from here on.
  void dropBody() {
    for (BasicBlock &old : kernel_) {
      old.dropAllReferences();
    }
    while (!kernel_.empty()) {
      kernel_.begin()->eraseFromParent();
    }
  }

  // Allocates variables of the region dispatcher: the next region, the last region (turns), and
  // uniform values.
  void makeVariables() {
    next_ = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, "next");
    if (takesTurns_) {
      last_ = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, "last");
      builder_.CreateStore(builder_.getInt32(0), last_);
    }
    for (const RegionFunction &region : regions_) {
      for (const Instruction *value : region.uniformOut) {
        makeVariable(value);
      }
    }
    for (unsigned number = 0; number < regions_.size(); ++number) {
      const GroupExchange *exchange = plan_.exchange(number);
      if (exchange && exchange->function.isUniform()) {
        makeVariable(exchange->call);
      }
    }
  }

  // Evaluates the collective function in front of a region, for work-items that wait there.
  void exchangeValues(unsigned number, const GroupExchange &exchange) {
    GroupArray array = {.type = exchange.type, .count = workItems(), .waiting = number};
    array.items = slotOfFirstItem(exchange.slot);
    if (perItem_) {
      array.continuations = slotOfFirstItem(turnSlot_);
    }
    if (exchange.function.level == GroupLevel::subGroup) {
      return exchangeInSubGroups(builder_, exchange.function, array, subGroupSize_,
                                 askedNumbers(exchange));
    }
    if (!exchange.function.isUniform()) {
      return scanArray(builder_, exchange.function, array);
    }
    Value *result = nullptr;
    if (exchange.function.kind == GroupFunctionKind::broadcast) {
      result = elementOf(builder_, array, indexOf(exchange));
    } else {
      result = reduceArray(builder_, exchange.function, array);
    }
    builder_.CreateStore(result, uniform_[exchange.call]);
  }

  // The index of a work-group broadcast. All work-items pass the same, so the first one's is
  // loaded.
  Value *indexOf(const GroupExchange &exchange) {
    if (exchange.index) {
      return exchange.index;
    }
    Type *type = builder_.getIntPtrTy(kernel_.getDataLayout());
    return builder_.CreateLoad(type, slotOfFirstItem(exchange.indexSlot));
  }

  // Index operands of a function of sub-groups. A shuffle has i32 indices, a broadcast size_t.
  AskedNumbers askedNumbers(const GroupExchange &exchange) {
    if (!exchange.function.takesNumber()) {
      return {};
    }
    if (exchange.index) {
      return {.constant = exchange.index};
    }
    bool isShuffle = exchange.function.kind == GroupFunctionKind::shuffle;
    Type *type = isShuffle ? builder_.getInt32Ty() : builder_.getIntPtrTy(kernel_.getDataLayout());
    return {.items = slotOfFirstItem(exchange.indexSlot), .type = type};
  }

  // The number of work-items in the group, i64.
  Value *workItems() {
    Function *localSize = declareWorkItemBuiltin(*kernel_.getParent(), "__mux_get_local_size");
    Value *count = builder_.getInt64(1);
    for (uint32_t dimension = 0; dimension < 3; ++dimension) {
      Value *size = builder_.CreateCall(localSize, {builder_.getInt32(dimension)});
      count = builder_.CreateNUWMul(count, builder_.CreateZExt(size, builder_.getInt64Ty()));
    }
    return count;
  }

  // The address of a slot's element 0. Addresses depend on the current work-item, so work-item 0 is
  // made current; no work-item runs in the dispatcher.
  Value *slotOfFirstItem(unsigned slot) {
    Value *zero = builder_.getInt64(0);
    builder_.CreateCall(declareSetWorkItem(*kernel_.getParent()), {zero, zero, zero, zero});
    return plan_.frame().address(builder_, slot);
  }

  // Allocates the variable of a uniform value at its first mention.
  void makeVariable(const Instruction *value) {
    Value *&variable = uniform_[value];
    if (!variable) {
      variable = builder_.CreateAlloca(types_.lookup(value), nullptr, "uniform");
    }
  }

  // Emits one region: the barrier's fence, its exchange, the call for all work-items, and the way
  // on.
  void buildRegion(unsigned number) {
    const RegionFunction &region = regions_[number];
    builder_.SetInsertPoint(starts_[number]);
    if (number > 0) {
      emitFence(builder_, fences_[number - 1].first, fences_[number - 1].second, true);
    }
    if (const GroupExchange *exchange = plan_.exchange(number)) {
      exchangeValues(number, *exchange);
    }
    SmallVector<Value *> arguments(make_pointer_range(kernel_.args()));
    for (const Instruction *value : region.uniformIn) {
      arguments.push_back(builder_.CreateLoad(types_.lookup(value), uniform_[value]));
    }
    for (const Instruction *value : region.uniformOut) {
      arguments.push_back(uniform_[value]);
    }
    if (perItem_) {
      builder_.CreateStore(builder_.getInt32(ended), next_);
      arguments.push_back(next_);
      builder_.CreateCall(workGroupFunctionOf(makeTurn(number)), arguments);
    } else {
      Value *next = builder_.CreateCall(workGroupFunctionOf(*region.function), arguments);
      if (region.exits.size() > 1) {
        builder_.CreateStore(next, next_);
      }
    }
    goOn(region);
  }

  // The work-group function of a region, so far with a single call; WorkItemLoopsPass adds the
  // loops.
  static Function *workGroupFunctionOf(Function &workItemFunction) {
    return createWorkGroupFunction(workItemFunction, workItemFunction.getName() + ".items");
  }

  // Wraps a region into a work-item function `<region>.turn`. It runs the region if the work-item
  // waits for it, and stores its continuation. One that is not the end also goes to the
  // dispatcher's variable `next`, the witness of unfinished work.
  Function &makeTurn(unsigned number) {
    Function &region = *regions_[number].function;
    SmallVector<Type *> parameters(region.getFunctionType()->params());
    parameters.push_back(builder_.getPtrTy());
    Function *turn = Function::Create(FunctionType::get(builder_.getVoidTy(), parameters, false),
                                      GlobalValue::InternalLinkage, region.getName() + ".turn",
                                      kernel_.getParent());
    turn->setAttributes(region.getAttributes());
    region.removeFnAttr(Attribute::NoInline);
    region.addFnAttr(Attribute::AlwaysInline);
    fillTurn(*turn, number);
    return *turn;
  }

  // Emits the body of the wrapper:
  //
  //   if (continuation == number) continuation = region(…);      // number 0: all run
  //   if (continuation != ended) *next = continuation;
  void fillTurn(Function &turn, unsigned number) {
    LLVMContext &context = turn.getContext();
    auto *enter = BasicBlock::Create(context, "enter", &turn);
    auto *run = BasicBlock::Create(context, "run", &turn);
    auto *after = BasicBlock::Create(context, "after", &turn);
    auto *unfinished = BasicBlock::Create(context, "unfinished", &turn);
    auto *done = BasicBlock::Create(context, "done", &turn);
    IRBuilder<> builder(enter);
    Type *i32 = builder.getInt32Ty();
    Value *slot = plan_.frame().address(builder, continuationSlot_);
    Value *turnSlot =
        turnSlot_ == continuationSlot_ ? slot : plan_.frame().address(builder, turnSlot_);
    Value *waits = builder.getInt32(number);
    if (number != 0) {
      waits = builder.CreateLoad(i32, turnSlot, "continuation");
    }
    builder.CreateCondBr(builder.CreateICmpEQ(waits, builder.getInt32(number)), run, after);
    builder.SetInsertPoint(run);
    SmallVector<Value *> arguments(make_pointer_range(drop_end(turn.args())));
    Value *next = builder.CreateCall(regions_[number].function, arguments);
    builder.CreateStore(next, slot);
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
    PHINode *result = builder.CreatePHI(i32, 2);
    result->addIncoming(waits, enter);
    result->addIncoming(next, run);
    builder.CreateCondBr(builder.CreateICmpEQ(result, builder.getInt32(ended)), done, unfinished);
    builder.SetInsertPoint(unfinished);
    builder.CreateStore(result, turn.getArg(turn.arg_size() - 1));
    builder.CreateBr(done);
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
  }

  BasicBlock *start(unsigned number) { return number == ended ? done_ : starts_[number]; }

  // Emits the way on behind a region. With continuations per work-item, any region may still have
  // waiting work-items, so control goes to the common dispatch block.
  void goOn(const RegionFunction &region) {
    if (!perItem_ && region.exits.size() < 2) {
      builder_.CreateBr(start(region.exits.empty() ? ended : region.exits.front()));
      return;
    }
    if (perItem_) {
      builder_.CreateBr(dispatch_);
      return;
    }
    Value *next = builder_.CreateLoad(builder_.getInt32Ty(), next_);
    SwitchInst *choice = builder_.CreateSwitch(next, done_);
    for (unsigned number : region.exits) {
      if (number != ended) {
        choice->addCase(builder_.getInt32(number), starts_[number]);
      }
    }
  }

  // Emits the switch to a region with waiting work-items.
  void buildDispatch() {
    builder_.SetInsertPoint(dispatch_);
    Value *next = nextRegion();
    SwitchInst *choice = builder_.CreateSwitch(next, done_);
    for (unsigned number = 1; number < regions_.size(); ++number) {
      choice->addCase(builder_.getInt32(number), starts_[number]);
    }
  }

  // Chooses the region to run next. Without sub-groups and turns any stored continuation will do,
  // as all unfinished work-items wait at the same barrier in a valid program. With sub-groups it is
  // the least one. With turns it is the next in round-robin order.
  Value *nextRegion() {
    Type *i32 = builder_.getInt32Ty();
    if (subGroupSize_ == 0 && !takesTurns_) {
      return builder_.CreateLoad(i32, next_);
    }
    GroupArray array = {
        .items = slotOfFirstItem(continuationSlot_), .type = i32, .count = workItems()};
    if (!takesTurns_) {
      return leastContinuation(builder_, array);
    }
    const Turns turns = {array, std::max(subGroupSize_, 1U), firstOfGroup_};
    Value *next = nextTurn(builder_, turns, builder_.CreateLoad(i32, last_));
    builder_.CreateStore(next, last_);
    if (turnSlot_ != continuationSlot_) {
      giveTurns(builder_, turns, next, slotOfFirstItem(turnSlot_));
    }
    return next;
  }

  BarrierPlan &plan_;
  ArrayRef<RegionFunction> regions_;
  unsigned subGroupSize_ = 0;  ///< 0 if the kernel uses no sub-groups
  Function &kernel_;
  IRBuilder<> builder_;
  bool perItem_ = false;
  bool takesTurns_ = false;
  unsigned firstOfGroup_ = 1;  ///< the first region behind a work-group barrier
  unsigned continuationSlot_ = 0;
  unsigned turnSlot_ = 0;  ///< continuation of work-items in this turn, 0 of others
  SmallVector<std::pair<Value *, Value *>> fences_;
  DenseMap<const Instruction *, Value *> uniform_;
  DenseMap<const Instruction *, Type *> types_;
  SmallVector<BasicBlock *> starts_;
  BasicBlock *dispatch_ = nullptr;  ///< common switch of work-items with own continuations
  BasicBlock *done_ = nullptr;
  Value *next_ = nullptr;
  Value *last_ = nullptr;  ///< the last region, if work-items take turns
};

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
  RegionDispatcher(plan, regions).build();
  if (uint64_t size = plan.frame().itemSize()) {
    setFrame(kernel, {0, size, WorkItemFrame::itemMultiple, WorkItemFrame::maxAlignment});
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
    if (none_of(instructions(*kernel), isGroupSynchronisation)) {
      continue;
    }
    split(*kernel);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
