// Entry points
// ------------
// A runtime gives a worker a range of work-groups, not a single one. So argument loads, frame
// addresses and sizes are computed once per range instead of once per group:
//
//   void k(const void *arguments, const mux_schedule_t *schedule, i64 first, i64 last) {
//     context = {schedule, enqueued sizes, frame, local memory};     // fillContext
//     a = load arguments + 0; …                                      // loadArguments
//     if (first >= last) return;
//     (x, y, z) = position of group `first`;
//     for (linear = first; linear < last; linear += count) {         // buildLoop
//       context.{group id, global base, local size} = …;             // enterGroup
//       k.group(a, …, &context);                                     // inlined later
//       (x, y, z) = next position;                                   // advance
//     }
//   }
//
// The context is a variable on the stack of the entry point (work_item_context.h). After inlining,
// SROA turns it into values, since all accesses have constant offsets. Regions of large kernels
// stay functions; outlined_regions.h gives them a copy of their own for the same purpose.
//
// Group merging: in a work-group-invariant kernel (mark_group_invariant_pass.h) the division into
// groups has no influence on results. The loop then takes `count` neighbours along x at once, to
// the end of the row or of the range. Together they are one group of count * size work-items. SIMD
// groups fill in this way even at a local size of 1.
//
// Invariants: group (x, y, z) has the linear number (z * num_groups[1] + y) * num_groups[0] + x,
// and the loop visits numbers in ascending order. Only the last group of a dimension may have
// another size, and none if launches must be uniform.

#include "passes/abi/entry_points_pass.h"

#include <cstddef>

#include "ir/kernel_conventions.h"
#include "ir/loop_marks.h"
#include "ir/work_item_context.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "mux/abi.h"
#include "passes/abi/outlined_regions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Sizes in x, y and z; 0 is unknown.
using Size = std::array<uint64_t, 3>;

// reqd_work_group_size, or zeros.
Size requiredSize(const Function &kernel) {
  Size size = {};
  const MDNode *node = kernel.getMetadata("reqd_work_group_size");
  for (unsigned dimension = 0; node && dimension < std::min(node->getNumOperands(), 3u);
       ++dimension) {
    if (auto *value = mdconst::dyn_extract<ConstantInt>(node->getOperand(dimension))) {
      size[dimension] = value->getZExtValue();
    }
  }
  return size;
}

// Returns true if launches with a smaller last group are invalid, by the attribute of Clang for the
// option -cl-uniform-work-group-size.
bool hasUniformGroups(const Function &kernel) {
  return kernel.getFnAttribute("uniform-work-group-size").getValueAsBool();
}

// Builds the entry point of one kernel. `localSize` is the only size of all launches, or zeros.
class EntryPointBuilder {
 public:
  EntryPointBuilder(Function &group, uint64_t maxWorkGroupSize, const Size &localSize)
      : group_(group),
        builder_(group.getContext()),
        context_(builder_, nullptr),
        maxWorkGroupSize_(maxWorkGroupSize),
        localSize_(localSize) {}

  // Emits the whole entry point in three blocks: `entry` for the range, `groups` for the first
  // position, `group` for the loop.
  void build() {
    prepareOutlinedRegions(group_, knownSizes());
    createFunction();
    BasicBlock *entry = block("entry");
    BasicBlock *groups = block("groups");
    BasicBlock *done = block("done");
    builder_.SetInsertPoint(entry);
    AllocaInst *context = builder_.CreateAlloca(ArrayType::get(builder_.getInt64Ty(), contextWords),
                                                nullptr, "work_item");
    contextAddress_ = context;
    fillContext();
    loadArguments();
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      numGroups_[dimension] = schedule(offsetof(mux_schedule_t, num_groups) + 8 * dimension);
    }
    builder_.CreateCondBr(builder_.CreateICmpULT(first_, last_), groups, done);
    builder_.SetInsertPoint(groups);
    buildLoop(done);
    builder_.SetInsertPoint(done);
    builder_.CreateRetVoid();
  }

 private:
  BasicBlock *block(const Twine &name) {
    return BasicBlock::Create(group_.getContext(), name, entry_);
  }

  // Sizes for outlined regions, with the same meaning as in enterGroup(): a merged group has no
  // bound along x.
  KnownSizes knownSizes() const {
    KnownSizes sizes = {.enqueued = localSize_};
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      if (dimension == 0 && mergesGroups()) {
        continue;
      }
      sizes.group[dimension] = hasUniformGroups(group_) ? localSize_[dimension] : 0;
      sizes.atMost[dimension] = maxWorkGroupSize_;
    }
    return sizes;
  }

  bool mergesGroups() const {
    return group_.hasFnAttribute(mergeGroupsAttribute) ||
           group_.hasFnAttribute(mergeSingleGroupsAttribute);
  }

  // Creates the entry point in front of the kernel in the module. Name, target attributes and
  // metadata move to it. Both pointers are noalias and readonly: kernels write neither block nor
  // schedule.
  void createFunction() {
    Type *i64 = builder_.getInt64Ty();
    Type *pointer = builder_.getPtrTy();
    auto *type = FunctionType::get(builder_.getVoidTy(), {pointer, pointer, i64, i64}, false);
    entry_ = Function::Create(type, GlobalValue::ExternalLinkage, group_.getAddressSpace());
    group_.getParent()->getFunctionList().insert(group_.getIterator(), entry_);
    entry_->takeName(&group_);
    group_.setName(entry_->getName() + ".group");
    entry_->setVisibility(GlobalValue::HiddenVisibility);
    entry_->setDSOLocal(true);
    copyTargetAttributes(group_, *entry_);
    for (StringRef name : {StringRef("mux-kernel"), StringRef(kernelNameAttribute)}) {
      if (group_.hasFnAttribute(name)) {
        entry_->addFnAttr(group_.getFnAttribute(name));
      }
    }
    entry_->setDoesNotThrow();
    entry_->copyMetadata(&group_, 0);
    group_.clearMetadata();
    group_.removeFnAttr("mux-kernel");
    group_.setLinkage(GlobalValue::InternalLinkage);
    group_.setVisibility(GlobalValue::DefaultVisibility);
    group_.removeFnAttr(Attribute::NoInline);
    group_.addFnAttr(Attribute::AlwaysInline);
    nameParameters();
  }

  // Names the parameters for readable IR, and adds attributes for alias analysis.
  void nameParameters() {
    block_ = entry_->getArg(0);
    block_->setName("arguments");
    schedule_ = entry_->getArg(1);
    schedule_->setName("schedule");
    first_ = entry_->getArg(2);
    first_->setName("first");
    last_ = entry_->getArg(3);
    last_->setName("last");
    for (unsigned number : {0u, 1u}) {
      entry_->addParamAttr(number, Attribute::NoAlias);
      entry_->addParamAttr(number, Attribute::ReadOnly);
    }
  }

  ContextAccess context() { return {builder_, contextAddress_}; }

  // Loads an i64 field of the schedule. Such loads may move freely, for nobody writes it meanwhile.
  LoadInst *schedule(uint64_t offset) {
    return loadInvariant(builder_, builder_.getInt64Ty(), schedule_, offset);
  }

  // A local size from the schedule, at least 1 and at most the device's limit. LLVM derives from
  // the range metadata that no loop over work-items is empty.
  Value *size(uint64_t offset) {
    LoadInst *value = schedule(offset);
    if (maxWorkGroupSize_ != 0) {
      value->setMetadata(LLVMContext::MD_range,
                         MDBuilder(builder_.getContext())
                             .createRange(APInt(64, 1), APInt(64, maxWorkGroupSize_ + 1)));
    }
    return value;
  }

  // Fills in all words with one value for the whole range: schedule, enqueued sizes, memory. Words
  // of a group follow in enterGroup(), words of a work-item in the loops over work-items.
  void fillContext() {
    context().store(ContextWord::schedule, 0, schedule_);
    Value *items = builder_.getInt64(1);
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      uint64_t known = localSize_[dimension];
      uint64_t offset = offsetof(mux_schedule_t, local_size) + 8 * dimension;
      enqueued_[dimension] = known ? builder_.getInt64(known) : size(offset);
      context().store(ContextWord::enqueuedLocalSize, dimension, enqueued_[dimension]);
      items = builder_.CreateNUWMul(items, enqueued_[dimension]);
    }
    fillFrame(items);
    localMemory_ = schedule(offsetof(mux_schedule_t, local_memory));
    context().store(ContextWord::localMemory, 0, localMemory_);
  }

  // Computes the addresses of the frame. Slots of work-items come first, for a multiple of
  // itemMultiple work-items, and the fixed part with large private variables follows (mux/abi.h).
  void fillFrame(Value *items) {
    FrameProperties frame = frameOf(*entry_);
    Value *multiple = builder_.getInt64(frame.itemMultiple);
    Value *rounded = builder_.CreateNUWMul(
        builder_.CreateUDiv(builder_.CreateNUWAdd(items, builder_.getInt64(frame.itemMultiple - 1)),
                            multiple),
        multiple);
    Value *start =
        builder_.CreateIntToPtr(schedule(offsetof(mux_schedule_t, frame)), builder_.getPtrTy());
    Value *fixed =
        builder_.CreateGEP(builder_.getInt8Ty(), start,
                           builder_.CreateNUWMul(rounded, builder_.getInt64(frame.itemSize)));
    context().store(ContextWord::frame, 0, start);
    context().store(ContextWord::frameItems, 0, rounded);
    context().store(ContextWord::fixedFrame, 0, fixed);
  }

  // Reads all arguments from the argument block, as kiln.parameters describes it.
  void loadArguments() {
    SmallVector<uint64_t> values = properties(*entry_, parameterProperties);
    unsigned count = group_.arg_size() - 1;
    if (values.size() != 4 * count) {
      // An error was reported where the parameters were laid out.
      for (unsigned number = 0; number < count; ++number) {
        arguments_.push_back(PoisonValue::get(group_.getArg(number)->getType()));
      }
      return;
    }
    for (unsigned number = 0; number < count; ++number) {
      arguments_.push_back(
          loadArgument(*group_.getArg(number), values[4 * number], values[4 * number + 2]));
    }
  }

  // Reads one argument. A local pointer is an offset in the block; a structure by value and an
  // image are addresses inside the block; other pointers are 64-bit integers on each target.
  Value *loadArgument(const Argument &parameter, uint64_t kind, uint64_t offset) {
    Type *type = parameter.getType();
    if (kind == mux_parameter_local) {
      Value *localOffset = loadInvariant(builder_, builder_.getInt64Ty(), block_, offset);
      Value *start = builder_.CreateIntToPtr(localMemory_, type);
      return builder_.CreateGEP(builder_.getInt8Ty(), start, localOffset, parameter.getName());
    }
    if (kind == mux_parameter_value && type->isPointerTy()) {
      return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), block_, offset,
                                                 parameter.getName());
    }
    if (kind == mux_parameter_image) {
      return builder_.CreateAddrSpaceCast(
          builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), block_, offset), type,
          parameter.getName());
    }
    if (type->isPointerTy()) {
      Value *address = loadInvariant(builder_, builder_.getInt64Ty(), block_, offset);
      return builder_.CreateIntToPtr(address, type, parameter.getName());
    }
    return loadInvariant(builder_, type, block_, offset, parameter.getName());
  }

  // Emits the loop over groups in the block `groups`; `done` is the exit. The latch compares with
  // `last`, so the loop has to be guarded against an empty range.
  void buildLoop(BasicBlock *done) {
    BasicBlock *before = builder_.GetInsertBlock();
    Value *remaining = builder_.CreateUDiv(first_, numGroups_[0]);
    Value *start[3] = {builder_.CreateURem(first_, numGroups_[0]),
                       builder_.CreateURem(remaining, numGroups_[1]),
                       builder_.CreateUDiv(remaining, numGroups_[1])};
    BasicBlock *loop = block("group");
    builder_.CreateBr(loop);
    builder_.SetInsertPoint(loop);
    PHINode *linear = builder_.CreatePHI(builder_.getInt64Ty(), 2, "linear_group");
    linear->addIncoming(first_, before);
    PHINode *id[3];
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      id[dimension] = builder_.CreatePHI(builder_.getInt64Ty(), 2, "group_id");
      id[dimension]->addIncoming(start[dimension], before);
    }
    Value *count = builder_.getInt64(1);
    if (mergesGroups()) {
      count = groupsInRow(linear, id[0]);
    }
    if (group_.hasFnAttribute(mergeSingleGroupsAttribute)) {
      Value *isOne = builder_.CreateICmpEQ(enqueued_[0], builder_.getInt64(1));
      count = builder_.CreateSelect(isOne, count, builder_.getInt64(1));
    }
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      enterGroup(dimension, id[dimension], dimension == 0 ? count : builder_.getInt64(1));
    }
    callGroup();
    Value *next[3];
    advance(id, count, next);
    Value *nextLinear = builder_.CreateNUWAdd(linear, count);
    BasicBlock *latch = builder_.GetInsertBlock();
    linear->addIncoming(nextLinear, latch);
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      id[dimension]->addIncoming(next[dimension], latch);
    }
    builder_.CreateCondBr(builder_.CreateICmpULT(nextLinear, last_), loop, done)
        ->setMetadata(LLVMContext::MD_loop, groupLoop());
  }

  // Marks the loop over groups as a row loop, for passes over loops to skip it (loop_marks.h).
  MDNode *groupLoop() {
    LLVMContext &context = builder_.getContext();
    MDNode *rows = MDNode::get(context, {MDString::get(context, outerLoopProperty)});
    MDNode *loop = MDNode::getDistinct(context, {nullptr, rows});
    loop->replaceOperandWith(0, loop);
    return loop;
  }

  // The number of neighbours along x, from `id` on, up to the end of the row and of the range.
  Value *groupsInRow(Value *linear, Value *id) {
    Value *inRow = builder_.CreateSub(numGroups_[0], id, "", true, true);
    Value *inRange = builder_.CreateSub(last_, linear, "", true, true);
    return builder_.CreateBinaryIntrinsic(Intrinsic::umin, inRow, inRange);
  }

  // Writes group id, global base and local size of one dimension. `count` groups are presented as
  // one group of their total length; only the last of them may be smaller than the enqueued size.
  void enterGroup(unsigned dimension, Value *id, Value *count) {
    context().store(ContextWord::groupId, dimension, id);
    Value *size = enqueued_[dimension];
    Value *offset = schedule(offsetof(mux_schedule_t, global_offset) + 8 * dimension);
    Value *start = builder_.CreateMul(id, size, "", true, true);
    context().store(ContextWord::globalBase, dimension,
                    builder_.CreateAdd(start, offset, "", true, true));
    if (!hasUniformGroups(group_)) {
      Value *isLast =
          builder_.CreateICmpEQ(builder_.CreateNUWAdd(id, count), numGroups_[dimension]);
      Value *last = this->size(offsetof(mux_schedule_t, last_local_size) + 8 * dimension);
      size = builder_.CreateSelect(isLast, last, size);
    }
    Value *others = builder_.CreateNUWSub(count, builder_.getInt64(1));
    size = builder_.CreateNUWAdd(builder_.CreateNUWMul(others, enqueued_[dimension]), size);
    context().store(ContextWord::localSize, dimension, size);
  }

  void callGroup() {
    SmallVector<Value *> arguments = arguments_;
    arguments.push_back(contextAddress_);
    builder_.CreateCall(&group_, arguments);
  }

  // Computes the position `count` groups further, in the order x, y, z. A row's end carries into
  // the next dimension; `count` never passes it (groupsInRow()).
  void advance(PHINode *const id[3], Value *count, Value *next[3]) {
    Value *carry = nullptr;
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      Value *step = carry ? builder_.CreateZExt(carry, builder_.getInt64Ty()) : count;
      Value *more = builder_.CreateNUWAdd(id[dimension], step);
      if (dimension == 2) {
        next[dimension] = more;
        break;
      }
      carry = builder_.CreateICmpEQ(more, numGroups_[dimension]);
      next[dimension] = builder_.CreateSelect(carry, builder_.getInt64(0), more);
    }
  }

  Function &group_;
  IRBuilder<> builder_;
  ContextAccess context_;
  uint64_t maxWorkGroupSize_;
  Size localSize_;
  Function *entry_ = nullptr;
  Argument *block_ = nullptr;
  Argument *schedule_ = nullptr;
  Argument *first_ = nullptr;
  Argument *last_ = nullptr;
  Value *contextAddress_ = nullptr;
  Value *localMemory_ = nullptr;
  Value *enqueued_[3] = {};
  Value *numGroups_[3] = {};
  SmallVector<Value *> arguments_;
};

}  // namespace

PreservedAnalyses EntryPointsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *kernel : kernelsOf(module)) {
    if (hasUniformGroups(*kernel)) {
      addFlags(*kernel, mux_kernel_uniform_groups_only);
    }
    if (kernel->hasFnAttribute("kiln-flush-denorms")) {
      addFlags(*kernel, mux_kernel_flush_denorms);
    }
    if (kernel->hasFnAttribute(zeroLocalAttribute)) {
      addFlags(*kernel, mux_kernel_zeroes_local_memory);
    }
    if (kernel->hasFnAttribute(zeroPrivateAttribute)) {
      addFlags(*kernel, mux_kernel_zeroes_private_memory);
    }
    Size required = requiredSize(*kernel);
    if (localSize_[0] != 0) {
      setProperties(*kernel, specializedProperties, localSize_);
    }
    EntryPointBuilder(*kernel, maxWorkGroupSize_, localSize_[0] ? localSize_ : required).build();
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
