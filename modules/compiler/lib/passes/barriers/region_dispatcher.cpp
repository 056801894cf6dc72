// The region dispatcher of a kernel with the regions 0 and 1, if their exits are uniform:
//
//   group:    %next = alloca i32                      ; the continuation of the whole group
//             br label %region0
//   region0:  %0 = call i32 @k.region0.items(…)
//             br label %region1                       ; its only exit
//   region1:  fence, collective function
//             %1 = call i32 @k.region1.items(…)
//             store %1, %next
//             switch %next, %done [1: %region1]
//   done:     ret void
//
// If work-items have continuations of their own (item_continuations.h), they run like this as long
// as all have the same one. Once a region has separated them, the blocks `region<n>.apart` run the
// regions for the waiting work-items alone. These go on to one block `dispatch`, which chooses
// among the stored continuations.
//
// Invariant: the old body is dropped before the first block is made. All information from it, above
// all fences and types of values, is collected in constructors.

#include "passes/barriers/region_dispatcher.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/mux_builtins.h"
#include "passes/barriers/group_exchange_emitter.h"
#include "passes/barriers/item_continuations.h"
#include "passes/lowering/lower_fences_pass.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// The fences of a kernel's barriers, in the order of the regions behind them.
class BarrierFences {
 public:
  explicit BarrierFences(const BarrierRegions &regions) {
    for (const BarrierRegion &region : regions.regions().drop_front()) {
      const CallInst &barrier = *region.calls.front();
      if (groupFunction(barrier)) {
        Type *i32 = Type::getInt32Ty(barrier.getContext());
        fences_.push_back({ConstantInt::get(i32, scopeWorkGroup), ConstantInt::get(i32, 0)});
      } else {
        fences_.push_back({constantOf(barrier, 1), constantOf(barrier, 2)});
      }
    }
  }

  // Emits the fence in front of a region; none in front of region 0.
  void emit(IRBuilder<> &builder, unsigned region) const {
    if (region > 0) {
      emitFence(builder, fences_[region - 1].scope, fences_[region - 1].semantics, true);
    }
  }

 private:
  // SPIR-V's encodings.
  struct Fence {
    Value *scope;
    Value *semantics;
  };

  // The operand if it is a constant, otherwise undef: its computation is dropped with the body. An
  // unknown scope or order is then treated as the strongest (emitFence()).
  static Value *constantOf(const CallInst &barrier, unsigned operand) {
    Value *value = barrier.getArgOperand(operand);
    return isa<Constant>(value) ? value : UndefValue::get(value->getType());
  }

  SmallVector<Fence> fences_;
};

// The region dispatcher's variables for uniform values that cross barriers, by the instruction in
// the old body.
class UniformVariables {
 public:
  explicit UniformVariables(const BarrierLiveness &liveness) {
    for (const Instruction *value : liveness.crossing()) {
      types_[value] = value->getType();
    }
  }

  // Allocates the variable of a value at its first mention.
  void make(IRBuilder<> &builder, const Instruction *value) {
    Value *&variable = variables_[value];
    if (!variable) {
      variable = builder.CreateAlloca(types_.lookup(value), nullptr, "uniform");
    }
  }

  Value *address(const Instruction *value) const { return variables_.lookup(value); }

  Value *load(IRBuilder<> &builder, const Instruction *value) const {
    return builder.CreateLoad(types_.lookup(value), address(value));
  }

 private:
  DenseMap<const Instruction *, Type *> types_;
  DenseMap<const Instruction *, Value *> variables_;
};

// Builds the region dispatcher in place of the kernel's old body.
class RegionDispatcher {
 public:
  RegionDispatcher(BarrierPlan &plan, ArrayRef<RegionFunction> regions)
      : plan_(plan),
        regions_(regions),
        kernel_(plan.kernel()),
        builder_(kernel_.getContext()),
        fences_(plan.regions()),
        uniform_(plan.liveness()) {
    if (ItemContinuations::areNeeded(kernel_, regions)) {
      continuations_.emplace(plan, subGroupSizeOf(kernel_));
    }
  }

  // Emits one block per region, in the order of numbers. Where work-items have continuations of
  // their own, there is a second one for each, and the common dispatch block.
  void build() {
    dropBody();
    builder_.SetInsertPoint(block("group"));
    makeVariables();
    const bool mayAgree = !continuations_ || continuations_->mayAgree();
    for (unsigned number = 0; number < regions_.size(); ++number) {
      together_.push_back(mayAgree ? block("region" + Twine(number)) : nullptr);
    }
    for (unsigned number = 0; number < regions_.size(); ++number) {
      const bool isNeeded = continuations_ && (number > 0 || !mayAgree);
      apart_.push_back(isNeeded ? block("region" + Twine(number) + ".apart") : nullptr);
    }
    builder_.CreateBr(mayAgree ? together_[0] : apart_[0]);
    if (continuations_) {
      dispatch_ = block("dispatch");
    }
    done_ = block("done");
    for (unsigned number = 0; number < regions_.size(); ++number) {
      if (together_[number]) {
        buildRegion(number);
      }
      if (apart_[number]) {
        buildRegionApart(number);
      }
    }
    if (continuations_) {
      buildDispatch();
    }
    builder_.SetInsertPoint(done_);
    builder_.CreateRetVoid();
  }

 private:
  BasicBlock *block(const Twine &name) {
    return BasicBlock::Create(kernel_.getContext(), name, &kernel_);
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

  // Allocates the variables of the region dispatcher: continuations, and uniform values.
  void makeVariables() {
    if (continuations_) {
      continuations_->makeVariables(builder_);
    }
    next_ = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, "next");
    for (const RegionFunction &region : regions_) {
      for (const Instruction *value : region.uniformOut) {
        uniform_.make(builder_, value);
      }
    }
    for (unsigned number = 0; number < regions_.size(); ++number) {
      for (const GroupExchange &exchange : plan_.exchanges(number)) {
        if (exchange.function.isUniform()) {
          uniform_.make(builder_, exchange.call);
        }
      }
    }
  }

  // Emits one region for all work-items: the barrier's fence, its exchanges, the call, and the
  // branch to the next region.
  void buildRegion(unsigned number) {
    const RegionFunction &region = regions_[number];
    builder_.SetInsertPoint(together_[number]);
    fences_.emit(builder_, number);
    emitExchanges(number, std::nullopt);
    Function &function = continuations_ ? continuations_->togetherRegion(region) : *region.function;
    Value *continuation = builder_.CreateCall(workGroupFunctionOf(function), argumentsOf(region));
    if (region.exitsDiverge) {
      const ItemContinuations::Agreement agreement = continuations_->agreement(builder_);
      BasicBlock *agreed = block("agreed" + Twine(number));
      BasicBlock *separated = block("separated" + Twine(number));
      builder_.CreateCondBr(agreement.isOfAll, agreed, separated);
      builder_.SetInsertPoint(separated);
      continuations_->separate(builder_);
      builder_.CreateBr(dispatch_);
      builder_.SetInsertPoint(agreed);
      continuation = agreement.next;
    }
    branchToNext(region, continuation);
  }

  // Emits one region for the work-items that wait for it.
  void buildRegionApart(unsigned number) {
    const RegionFunction &region = regions_[number];
    builder_.SetInsertPoint(apart_[number]);
    fences_.emit(builder_, number);
    emitExchanges(number, continuations_->selectedSlot());
    SmallVector<Value *> arguments = argumentsOf(region);
    arguments.push_back(continuations_->resetNext(builder_));
    Function &guarded = continuations_->guardRegion(*region.function, number);
    builder_.CreateCall(workGroupFunctionOf(guarded), arguments);
    builder_.CreateBr(dispatch_);
  }

  // The kernel's parameters, and the uniform values that the region reads and writes.
  SmallVector<Value *> argumentsOf(const RegionFunction &region) {
    SmallVector<Value *> arguments(make_pointer_range(kernel_.args()));
    for (const Instruction *value : region.uniformIn) {
      arguments.push_back(uniform_.load(builder_, value));
    }
    for (const Instruction *value : region.uniformOut) {
      arguments.push_back(uniform_.address(value));
    }
    return arguments;
  }

  // Evaluates the collective functions in front of a region, all of sub-groups or all of the
  // work-group. Work-items take part that wait for the region in the slot, if there is one.
  void emitExchanges(unsigned number, std::optional<unsigned> continuations) {
    const ArrayRef<GroupExchange> exchanges = plan_.exchanges(number);
    if (exchanges.empty()) {
      return;
    }
    GroupExchangeEmitter emitter(builder_, SlotArrays(builder_, plan_.frame()),
                                 subGroupSizeOf(kernel_), continuations);
    if (exchanges.front().function.level == GroupLevel::subGroup) {
      emitter.emitInSubGroups(exchanges, number);
      return;
    }
    for (const GroupExchange &exchange : exchanges) {
      if (Value *result = emitter.emit(exchange, number)) {
        builder_.CreateStore(result, uniform_.address(exchange.call));
      }
    }
  }

  // The work-group function of a region, so far with a single call; WorkItemLoopsPass adds the
  // loops.
  static Function *workGroupFunctionOf(Function &workItemFunction) {
    return createWorkGroupFunction(workItemFunction, workItemFunction.getName() + ".items");
  }

  BasicBlock *start(unsigned number) {
    return number == endedContinuation ? done_ : together_[number];
  }

  // Emits the branch to the next region, behind a region with one continuation for all work-items.
  void branchToNext(const RegionFunction &region, Value *continuation) {
    if (region.exits.size() < 2) {
      builder_.CreateBr(start(region.exits.empty() ? endedContinuation : region.exits.front()));
      return;
    }
    builder_.CreateStore(continuation, next_);
    Value *next = builder_.CreateLoad(builder_.getInt32Ty(), next_);
    SwitchInst *choice = builder_.CreateSwitch(next, done_);
    for (unsigned number : region.exits) {
      if (number != endedContinuation) {
        choice->addCase(builder_.getInt32(number), together_[number]);
      }
    }
  }

  // Emits the switch to a region with waiting work-items. After any region, work-items may wait at
  // any other.
  void buildDispatch() {
    builder_.SetInsertPoint(dispatch_);
    Value *next = continuations_->nextRegion(builder_);
    SwitchInst *choice = builder_.CreateSwitch(next, done_);
    for (unsigned number = 1; number < regions_.size(); ++number) {
      choice->addCase(builder_.getInt32(number), apart_[number]);
    }
  }

  BarrierPlan &plan_;
  ArrayRef<RegionFunction> regions_;
  Function &kernel_;
  IRBuilder<> builder_;
  const BarrierFences fences_;
  UniformVariables uniform_;
  std::optional<ItemContinuations> continuations_;  ///< without: one for the group, in `next_`
  SmallVector<BasicBlock *> together_;              ///< where all work-items run a region, or null
  SmallVector<BasicBlock *> apart_;  ///< where those run it that wait for it, or null
  BasicBlock *dispatch_ = nullptr;   ///< common switch of work-items with own continuations
  BasicBlock *done_ = nullptr;
  Value *next_ = nullptr;
};

}  // namespace

void buildRegionDispatcher(BarrierPlan &plan, ArrayRef<RegionFunction> regions) {
  RegionDispatcher(plan, regions).build();
}

}  // namespace compiler::passes
