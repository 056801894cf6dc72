// The region to run next
// ----------------------
// Without sub-groups and turns, all unfinished work-items of a valid program wait at the same
// barrier. Each work-item with a continuation stores it in the variable `next`, and any of them
// will do.
//
// Functions of sub-groups cut the kernel, too, under branches that separate the work-items of a
// group and, for some functions, of a sub-group. The region to run next is then the first, in
// flowOrder() (block_order.h), with a waiting work-item. Work-items that are behind catch up, so a
// sub-group is together wherever control flow meets again. Regions behind barriers of the
// work-group have the highest numbers: they run when no work-item waits elsewhere.
//
// Work-items may also wait for each other in spin loops; the kernel is cut there as well
// (sub_group_progress_pass.h). Then the least number is no valid choice, for the work-item ahead
// may be the awaited one. Sub-groups, or single work-items, take turns in round-robin order instead
// (Turns). A sub-group takes its turn as a whole. A slot of its own therefore has the continuations
// of the members in this turn, and 0 for all other work-items.

#include "passes/barriers/item_continuations.h"

#include "ir/kernel_conventions.h"
#include "llvm/IR/Module.h"
#include "passes/barriers/group_arrays.h"
#include "passes/barriers/slot_arrays.h"
#include "passes/barriers/sub_group_progress_pass.h"

namespace compiler::passes {

using namespace llvm;

bool ItemContinuations::areNeeded(const Function &kernel, ArrayRef<RegionFunction> regions) {
  return kernel.hasFnAttribute(takesTurnsAttribute) ||
         any_of(regions, [](const RegionFunction &region) { return region.exitsDiverge; });
}

ItemContinuations::ItemContinuations(BarrierPlan &plan, unsigned subGroupSize)
    : frame_(plan.frame()),
      subGroupSize_(subGroupSize),
      takesTurns_(plan.kernel().hasFnAttribute(takesTurnsAttribute)),
      slot_(plan.frame().append(4, Align(4))),
      turnSlot_(slot_) {
  if (takesTurns_ && subGroupSize_ > 1) {
    turnSlot_ = plan.frame().append(4, Align(4));
  }
  for (const BarrierRegion &region : plan.regions().regions().drop_front()) {
    firstOfGroup_ += isSubGroupSynchronisation(*region.calls.front()) ? 1 : 0;
  }
}

void ItemContinuations::makeVariables(IRBuilder<> &builder) {
  next_ = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
  if (takesTurns_) {
    last_ = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "last");
    builder.CreateStore(builder.getInt32(0), last_);
  }
}

Function &ItemContinuations::makeTurn(Function &region, unsigned number) const {
  LLVMContext &context = region.getContext();
  SmallVector<Type *> parameters(region.getFunctionType()->params());
  parameters.push_back(PointerType::getUnqual(context));
  Function *turn = Function::Create(FunctionType::get(Type::getVoidTy(context), parameters, false),
                                    GlobalValue::InternalLinkage, region.getName() + ".turn",
                                    region.getParent());
  turn->setAttributes(region.getAttributes());
  region.removeFnAttr(Attribute::NoInline);
  region.addFnAttr(Attribute::AlwaysInline);
  fillTurn(*turn, region, number);
  return *turn;
}

// Emits the body of the wrapper. `next` is the witness of unfinished work:
//
//   if (continuation == number) continuation = region(…);      // number 0: all run
//   if (continuation != ended) *next = continuation;
void ItemContinuations::fillTurn(Function &turn, Function &region, unsigned number) const {
  LLVMContext &context = turn.getContext();
  auto *enter = BasicBlock::Create(context, "enter", &turn);
  auto *run = BasicBlock::Create(context, "run", &turn);
  auto *after = BasicBlock::Create(context, "after", &turn);
  auto *unfinished = BasicBlock::Create(context, "unfinished", &turn);
  auto *done = BasicBlock::Create(context, "done", &turn);
  IRBuilder<> builder(enter);
  Type *i32 = builder.getInt32Ty();
  Value *ended = builder.getInt32(endedContinuation);
  Value *slot = frame_.address(builder, slot_);
  Value *turnSlot = hasTurnSlot() ? frame_.address(builder, turnSlot_) : slot;
  Value *waits = builder.getInt32(number);
  if (number != 0) {
    waits = builder.CreateLoad(i32, turnSlot, "continuation");
  }
  builder.CreateCondBr(builder.CreateICmpEQ(waits, builder.getInt32(number)), run, after);
  builder.SetInsertPoint(run);
  SmallVector<Value *> arguments(make_pointer_range(drop_end(turn.args())));
  Value *next = builder.CreateCall(&region, arguments);
  builder.CreateStore(next, slot);
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  PHINode *result = builder.CreatePHI(i32, 2);
  result->addIncoming(waits, enter);
  result->addIncoming(next, run);
  builder.CreateCondBr(builder.CreateICmpEQ(result, ended), done, unfinished);
  builder.SetInsertPoint(unfinished);
  builder.CreateStore(result, turn.getArg(turn.arg_size() - 1));
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
  if (subGroupSize_ == 0 && !takesTurns_) {
    return builder.CreateLoad(i32, next_);
  }
  SlotArrays arrays(builder, frame_);
  GroupArray array = {.items = arrays.firstElement(slot_), .type = i32, .count = arrays.count()};
  if (!takesTurns_) {
    return leastContinuation(builder, array);
  }
  const Turns turns = {array, std::max(subGroupSize_, 1U), firstOfGroup_};
  Value *next = nextTurn(builder, turns, builder.CreateLoad(i32, last_));
  builder.CreateStore(next, last_);
  if (hasTurnSlot()) {
    giveTurns(builder, turns, next, arrays.firstElement(turnSlot_));
  }
  return next;
}

}  // namespace compiler::passes
