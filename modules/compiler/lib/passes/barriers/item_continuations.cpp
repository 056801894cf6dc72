// The region to run next
// ----------------------
// Without sub-groups and spin loops, all unfinished work-items of a valid program wait at the same
// barrier. Each work-item with a continuation stores it in the variable `next`, and any of them
// will do.
//
// Most programs that return early have whole groups of work-items that do, and those that do not.
// So all work-items run without guards until a region has separated them: agreement() compares
// their continuations behind each region that may.
//
// Functions of sub-groups cut the kernel, too, under branches that separate the work-items of a
// group and, for some functions, of a sub-group. The region to run next is then the first, in
// flowOrder() (block_order.h), with a waiting work-item. Work-items that are behind catch up, so a
// sub-group is together wherever control flow meets again. Regions behind barriers of the
// work-group have the highest numbers: they run when no work-item waits elsewhere.
//
// Work-items may also wait for each other in spin loops; the kernel is cut there as well
// (sub_group_progress_pass.h). Then the least number is no valid choice, for the work-item ahead
// may be the awaited one. Sub-groups, or single work-items, run in round-robin order instead
// (RoundRobin). A sub-group is selected as a whole. A slot of its own therefore has the
// continuations of the selected work-items, and 0 for all others.

#include "passes/barriers/item_continuations.h"

#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "passes/barriers/slot_arrays.h"
#include "passes/barriers/sub_group_progress_pass.h"
#include "registry/step_gate.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::splitBarriers;

namespace {

// Instructions of a function with all callees inlined, or any number over `most` if there are more.
uint64_t inlinedSize(Function &function, uint64_t most) {
  uint64_t size = function.getInstructionCount();
  forEachCall(function, [&](CallInst &call) {
    Function *callee = call.getCalledFunction();
    if (size <= most && callee) {
      size += inlinedSize(*callee, most - size);
    }
  });
  return size;
}

}  // namespace

bool ItemContinuations::areNeeded(const Function &kernel, ArrayRef<RegionFunction> regions) {
  return kernel.hasFnAttribute(independentProgressAttribute) ||
         any_of(regions, [](const RegionFunction &region) { return region.exitsDiverge; });
}

ItemContinuations::ItemContinuations(BarrierPlan &plan, unsigned subGroupSize)
    : frame_(plan.frame()),
      subGroupSize_(subGroupSize),
      isRoundRobin_(plan.kernel().hasFnAttribute(independentProgressAttribute)),
      mayAgree_(!isRoundRobin_ && subGroupSize == 0 && runsStep("run-together", plan.kernel()) &&
                inlinedSize(plan.kernel(), maxTogether) <= maxTogether),
      slot_(plan.frame().append(4, Align(4))),
      selectedSlot_(slot_) {
  if (isRoundRobin_ && subGroupSize_ > 1) {
    selectedSlot_ = plan.frame().append(4, Align(4));
  }
  for (const BarrierRegion &region : plan.regions().regions().drop_front()) {
    firstOfGroup_ += isSubGroupSynchronisation(*region.calls.front()) ? 1 : 0;
  }
}

void ItemContinuations::makeVariables(IRBuilder<> &builder) {
  next_ = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
  if (isRoundRobin_) {
    last_ = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "last");
    builder.CreateStore(builder.getInt32(0), last_);
  }
}

Function &ItemContinuations::guardRegion(Function &region, unsigned number) const {
  LLVMContext &context = region.getContext();
  SmallVector<Type *> parameters(region.getFunctionType()->params());
  parameters.push_back(PointerType::getUnqual(context));
  Function *guarded = Function::Create(
      FunctionType::get(Type::getVoidTy(context), parameters, false), GlobalValue::InternalLinkage,
      region.getName() + ".guarded", region.getParent());
  guarded->setAttributes(region.getAttributes());
  if (mayAgree()) {
    guarded->addFnAttr(apartAttribute);
  }
  region.removeFnAttr(Attribute::NoInline);
  region.addFnAttr(Attribute::AlwaysInline);
  fillGuarded(*guarded, region, number);
  return *guarded;
}

Function &ItemContinuations::togetherRegion(const RegionFunction &region) const {
  ValueToValueMapTy values;
  Function *copy = CloneFunction(region.function, values);
  copy->setName(region.function->getName() + ".together");
  for (BasicBlock &block : *copy) {
    auto *end = dyn_cast<ReturnInst>(block.getTerminator());
    if (end && region.exitsDiverge) {
      IRBuilder<> builder(end);
      builder.CreateStore(end->getReturnValue(), frame_.address(builder, slot_));
    }
  }
  return *copy;
}

// The continuations of all work-items.
GroupArray ItemContinuations::stored(IRBuilder<> &builder) const {
  SlotArrays arrays(builder, frame_);
  Value *items = arrays.firstElement(slot_);
  return {.items = items, .type = builder.getInt32Ty(), .count = arrays.count()};
}

ItemContinuations::Agreement ItemContinuations::agreement(IRBuilder<> &builder) {
  const GroupArray array = stored(builder);
  Value *first = builder.CreateLoad(array.type, array.items);
  return {first, areAllEqual(builder, array, first)};
}

void ItemContinuations::separate(IRBuilder<> &builder) {
  const GroupFunction largest = {GroupLevel::workGroup, GroupFunctionKind::reduce,
                                 GroupOperation::umax};
  builder.CreateStore(reduceArray(builder, largest, stored(builder)), next_);
}

// Emits the body of the wrapper. `next` is the witness of unfinished work:
//
//   if (continuation == number) continuation = region(…);      // number 0: all run
//   if (continuation != ended) *next = continuation;
void ItemContinuations::fillGuarded(Function &guarded, Function &region, unsigned number) const {
  LLVMContext &context = guarded.getContext();
  auto *enter = BasicBlock::Create(context, "enter", &guarded);
  auto *run = BasicBlock::Create(context, "run", &guarded);
  auto *after = BasicBlock::Create(context, "after", &guarded);
  auto *unfinished = BasicBlock::Create(context, "unfinished", &guarded);
  auto *done = BasicBlock::Create(context, "done", &guarded);
  IRBuilder<> builder(enter);
  Type *i32 = builder.getInt32Ty();
  Value *ended = builder.getInt32(endedContinuation);
  Value *slot = frame_.address(builder, slot_);
  Value *selectedSlot = hasSelectedSlot() ? frame_.address(builder, selectedSlot_) : slot;
  Value *waits = builder.getInt32(number);
  if (number != 0) {
    waits = builder.CreateLoad(i32, selectedSlot, "continuation");
  }
  builder.CreateCondBr(builder.CreateICmpEQ(waits, builder.getInt32(number)), run, after);
  builder.SetInsertPoint(run);
  SmallVector<Value *> arguments(make_pointer_range(drop_end(guarded.args())));
  Value *next = builder.CreateCall(&region, arguments);
  builder.CreateStore(next, slot);
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  PHINode *result = builder.CreatePHI(i32, 2);
  result->addIncoming(waits, enter);
  result->addIncoming(next, run);
  builder.CreateCondBr(builder.CreateICmpEQ(result, ended), done, unfinished);
  builder.SetInsertPoint(unfinished);
  builder.CreateStore(result, guarded.getArg(guarded.arg_size() - 1));
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
}

Value *ItemContinuations::resetNext(IRBuilder<> &builder) {
  builder.CreateStore(builder.getInt32(endedContinuation), next_);
  return next_;
}

Value *ItemContinuations::nextRegion(IRBuilder<> &builder) {
  Type *i32 = builder.getInt32Ty();
  if (subGroupSize_ == 0 && !isRoundRobin_) {
    return builder.CreateLoad(i32, next_);
  }
  GroupArray array = stored(builder);
  if (!isRoundRobin_) {
    return leastContinuation(builder, array);
  }
  const RoundRobin order = {array, std::max(subGroupSize_, 1U), firstOfGroup_};
  Value *next = nextRoundRobinRegion(builder, order, builder.CreateLoad(i32, last_));
  builder.CreateStore(next, last_);
  if (hasSelectedSlot()) {
    selectWorkItems(builder, order, next, SlotArrays(builder, frame_).firstElement(selectedSlot_));
  }
  return next;
}

}  // namespace compiler::passes
