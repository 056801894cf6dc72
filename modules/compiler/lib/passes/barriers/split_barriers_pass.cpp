// Continuation-based synchronisation
// ----------------------------------
// One thread runs all work-items of a work-group. At a barrier it has to put one work-item
// aside and go on with the next, until all have arrived. Saving a stack for each would be
// a coroutine per work-item; instead the kernel is cut at its barriers, at compile time.
//
// * A *region* is what can be reached from a start (the kernel's entry, or the place behind
//   a barrier) without crossing a barrier. Regions overlap where control flow does: a loop
//   with a barrier in its middle gives a region that runs from the barrier through the
//   loop's end and its next iteration's first half, back to the same barrier. This works on
//   any control flow graph; no loop has to be recognised.
// * Each region becomes a function for one work-item (a work-item function). It returns its
//   *continuation*: the number of the region behind the barrier that was reached, or 0 at the
//   kernel's end.
// * The kernel becomes a region dispatcher: run region 0 for all work-items, then the region that
// this
//   led to for all work-items, and so on until all ended.
//
//        entry ─ A ─ barrier 1 ─ B ─┬─ barrier 2 ─ C      region 0: A
//                      ▲            │                      region 1: B, then to 1, 2
//                      └────────────┘                      region 2: C
//
// A branch that a barrier depends on is uniform by the specification (OpenCL C, 6.15.8), so
// where the branches that decide between a region's exits are found uniform, any work-item's
// continuation is everybody's. Where they are not (loop bounds in memory; work-items that
// return early while the others go on) each work-item keeps its own continuation in its
// frame: a region then runs only for those that wait for it, and the next region is one that
// a work-item waits for.
//
// What lives across a barrier (barrier_plan.cpp decides):
// * Values made of arguments and ids by a few cheap operations are computed again.
// * Uniform values are kept in variables of the region dispatcher, once for the group. A region
// gets
//   them as arguments, read before its loop starts, since work-items of the same pass may
//   already be writing the next round's.
// * Other values have a slot in the work-item's frame (work_item_frame.h). They are written where
//   control leaves a region that defines them, and read where a region begins. Inside of a
//   region SSA form is repaired (region_function.cpp), so that no value crosses a barrier.
// * Private variables that are in use across a barrier are in the frame altogether.
//
// Work-group functions (reductions, scans, broadcasts, votes) cut a kernel as barriers do. A
// work-item puts its value into a slot of its frame, and what the region dispatcher makes of all
// values, which the slot holds as an array, is a uniform value of the region behind, or replaces
// them.
//
// Those of sub-groups do the same for each run of neighbours by itself. Here a branch may well part
// the work-items of a group, and even, for some functions, those of a sub-group. Then the region
// that runs next is the first, in an order in which loops come before what follows them
// (block_order.h), that a work-item waits for: who is behind catches up, so that the work-items of
// a sub-group are together wherever control flow meets again. Regions behind work-group barriers
// come last: they run when nobody waits elsewhere.
//
// Work-items may also wait for each other in loops of their own (sub_group_progress_pass.h), where
// the kernel is cut too. There who is ahead may be what the others wait for. So each sub-group, or
// each work-item where there are none, is taken by itself, and the regions that they wait for have
// their turns round and round. Nothing is at one time the same for all then, and what is uniform is
// kept for each work-item.
//
// Cost: each region clones its blocks, so code grows with the overlap of the regions, which
// is small in practice (the header of a loop), and time with the code.

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

constexpr unsigned ended = 0;

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

/// Builds the region dispatcher in the place of the kernel's old body.
class RegionDispatcher {
 public:
  RegionDispatcher(BarrierPlan &plan, ArrayRef<RegionFunction> regions)
      : plan_(plan), regions_(regions), kernel_(plan.kernel()), builder_(kernel_.getContext()) {
    if (SmallVector<uint64_t> size = integerMetadata(kernel_, subGroupMetadata); !size.empty()) {
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

  /// The operand, or undefined if it is computed: what computes it is dropped.
  static Value *constantOf(const CallInst &barrier, unsigned operand) {
    Value *value = barrier.getArgOperand(operand);
    return isa<Constant>(value) ? value : UndefValue::get(value->getType());
  }

  void dropBody() {
    for (BasicBlock &old : kernel_) {
      old.dropAllReferences();
    }
    while (!kernel_.empty()) {
      kernel_.begin()->eraseFromParent();
    }
  }

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

  /// What the group function before a region does for all work-items that wait there.
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

  Value *indexOf(const GroupExchange &exchange) {
    if (exchange.index) {
      return exchange.index;
    }
    Type *type = builder_.getIntPtrTy(kernel_.getDataLayout());
    return builder_.CreateLoad(type, slotOfFirstItem(exchange.indexSlot));
  }

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

  Value *workItems() {
    Function *localSize = declareWorkItemBuiltin(*kernel_.getParent(), "__mux_get_local_size");
    Value *count = builder_.getInt64(1);
    for (uint32_t dimension = 0; dimension < 3; ++dimension) {
      Value *size = builder_.CreateCall(localSize, {builder_.getInt32(dimension)});
      count = builder_.CreateNUWMul(count, builder_.CreateZExt(size, builder_.getInt64Ty()));
    }
    return count;
  }

  Value *slotOfFirstItem(unsigned slot) {
    Value *zero = builder_.getInt64(0);
    builder_.CreateCall(declareSetWorkItem(*kernel_.getParent()), {zero, zero, zero, zero});
    return plan_.frame().address(builder_, slot);
  }

  void makeVariable(const Instruction *value) {
    Value *&variable = uniform_[value];
    if (!variable) {
      variable = builder_.CreateAlloca(types_.lookup(value), nullptr, "uniform");
    }
  }

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

  static Function *workGroupFunctionOf(Function &workItemFunction) {
    return createWorkGroupFunction(workItemFunction, workItemFunction.getName() + ".items");
  }

  /// A work-item function around the region: runs it if the work-item waits for it, keeps the
  /// work-item's continuation, and leaves one that is not the end in the region dispatcher's
  /// variable.
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

  /// With a continuation for each work-item any region may still be waited for: all go to the same
  /// choice.
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

  /// To a region that a work-item waits for.
  void buildDispatch() {
    builder_.SetInsertPoint(dispatch_);
    Value *next = nextRegion();
    SwitchInst *choice = builder_.CreateSwitch(next, done_);
    for (unsigned number = 1; number < regions_.size(); ++number) {
      choice->addCase(builder_.getInt32(number), starts_[number]);
    }
  }

  /// Without turns, the region where the work-items are that are behind the others: so those of a
  /// sub-group meet again, and work-group barriers wait for all.
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
  unsigned firstOfGroup_ = 1;  ///< region, of those behind work-group barriers
  unsigned continuationSlot_ = 0;
  unsigned turnSlot_ = 0;  ///< the same, but for those whose turn it is not
  SmallVector<std::pair<Value *, Value *>> fences_;
  DenseMap<const Instruction *, Value *> uniform_;
  DenseMap<const Instruction *, Type *> types_;
  SmallVector<BasicBlock *> starts_;
  BasicBlock *dispatch_ = nullptr;  ///< if each work-item has its own continuation
  BasicBlock *done_ = nullptr;
  Value *next_ = nullptr;
  Value *last_ = nullptr;  ///< region that ran last, if work-items take turns
};

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
