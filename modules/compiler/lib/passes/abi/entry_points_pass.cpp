// Entry points
// ------------
// A runtime gives a worker a range of work-groups, not a single one. So argument loads, frame
// addresses and sizes are computed once per range instead of once per group:
//
//   void k(const void *arguments, const mux_schedule_t *schedule, i64 first, i64 last) {
//     context = {schedule, enqueued sizes, frame, local memory};     // EntryContext::enterLaunch
//     a = load arguments + 0; …                                      // loadArguments
//     if (first >= last) return;
//     (x, y, z) = position of group `first`;                         // GroupLoop
//     for (linear = first; linear < last; linear += count) {
//       context.{group id, global base, local size} = …;             // EntryContext::enterGroup
//       k.group(a, …, &context);                                     // inlined later
//       (x, y, z) = next position;                                   // GroupLoop::end
//     }
//   }
//
// Four pieces know one side of it each. launch_sizes.h decides the sizes known at compile time.
// entry_context.h fills the work-item context from the schedule, argument_loads.h reads the
// argument block, and group_loop.h computes positions. This file declares the function and puts
// the pieces together.
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
// Invariants: the loop visits groups in ascending order of their linear numbers (GroupRange). Only
// the last group of a dimension may have another size, and none if launches must be uniform.

#include "passes/abi/entry_points_pass.h"

#include <cstddef>

#include "ir/kernel_conventions.h"
#include "ir/work_item_context.h"
#include "llvm/IR/Module.h"
#include "mux/abi.h"
#include "passes/abi/argument_loads.h"
#include "passes/abi/entry_context.h"
#include "passes/abi/group_loop.h"
#include "passes/abi/launch_sizes.h"
#include "passes/abi/outlined_regions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Names the parameters for readable IR, and adds attributes for alias analysis. Both pointers are
// noalias and readonly: kernels write neither block nor schedule.
void describeParameters(Function &entry) {
  constexpr const char *names[] = {"arguments", "schedule", "first", "last"};
  for (unsigned number = 0; number < std::size(names); ++number) {
    entry.getArg(number)->setName(names[number]);
  }
  for (unsigned number : {0u, 1u}) {
    entry.addParamAttr(number, Attribute::NoAlias);
    entry.addParamAttr(number, Attribute::ReadOnly);
  }
}

// Creates the empty entry point in front of the kernel in the module. Name, target attributes and
// metadata move to it. The kernel becomes an internal function to be inlined.
Function &createEntryPoint(Function &kernel) {
  LLVMContext &context = kernel.getContext();
  Type *i64 = Type::getInt64Ty(context);
  Type *pointer = PointerType::get(context, 0);
  auto *type =
      FunctionType::get(Type::getVoidTy(context), {pointer, pointer, i64, i64}, /*isVarArg=*/false);
  Function *entry = Function::Create(type, GlobalValue::ExternalLinkage, kernel.getAddressSpace());
  kernel.getParent()->getFunctionList().insert(kernel.getIterator(), entry);
  entry->takeName(&kernel);
  kernel.setName(entry->getName() + ".group");
  entry->setVisibility(GlobalValue::HiddenVisibility);
  entry->setDSOLocal(true);
  copyTargetAttributes(kernel, *entry);
  for (StringRef name : {StringRef("mux-kernel"), StringRef(kernelNameAttribute)}) {
    if (kernel.hasFnAttribute(name)) {
      entry->addFnAttr(kernel.getFnAttribute(name));
    }
  }
  entry->setDoesNotThrow();
  entry->copyMetadata(&kernel, 0);
  kernel.clearMetadata();
  kernel.removeFnAttr("mux-kernel");
  kernel.setLinkage(GlobalValue::InternalLinkage);
  kernel.setVisibility(GlobalValue::DefaultVisibility);
  kernel.removeFnAttr(Attribute::NoInline);
  kernel.addFnAttr(Attribute::AlwaysInline);
  describeParameters(*entry);
  return *entry;
}

// Emits the range of the entry point's groups; the grid comes from the schedule.
GroupRange loadRange(IRBuilder<> &builder, Function &entry) {
  GroupRange range = {.first = entry.getArg(2), .last = entry.getArg(3)};
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    range.numGroups[dimension] =
        loadInvariant(builder, builder.getInt64Ty(), entry.getArg(1),
                      offsetof(mux_schedule_t, num_groups) + 8 * dimension);
  }
  return range;
}

// Emits the number of groups that one iteration runs.
Value *groupsAtOnce(IRBuilder<> &builder, const GroupLoop &loop, GroupMerging merging,
                    Value *enqueuedSize) {
  Value *one = builder.getInt64(1);
  if (merging == GroupMerging::never) {
    return one;
  }
  Value *inRow = loop.groupsInRow();
  if (merging == GroupMerging::always) {
    return inRow;
  }
  return builder.CreateSelect(builder.CreateICmpEQ(enqueuedSize, one), inRow, one);
}

// Builds the whole entry point of a kernel, in blocks for the range (`entry`), the first position
// (`groups`) and the loop (`group`).
void buildEntryPoint(Function &kernel, const LaunchSizes &sizes) {
  prepareOutlinedRegions(kernel, sizes.ofGroups());
  Function &entry = createEntryPoint(kernel);
  IRBuilder<> builder(BasicBlock::Create(entry.getContext(), "entry", &entry));
  BasicBlock *groups = BasicBlock::Create(entry.getContext(), "groups", &entry);
  BasicBlock *done = BasicBlock::Create(entry.getContext(), "done", &entry);

  EntryContext context(builder, entry.getArg(1), sizes);
  context.enterLaunch(frameOf(entry));
  SmallVector<Value *> arguments = loadArguments(builder, kernel, context.localMemory());
  arguments.push_back(context.address());
  GroupRange range = loadRange(builder, entry);
  builder.CreateCondBr(builder.CreateICmpULT(range.first, range.last), groups, done);

  builder.SetInsertPoint(groups);
  GroupLoop loop(builder, range);
  Value *count = groupsAtOnce(builder, loop, sizes.merging(), context.enqueuedSize(0));
  context.enterGroup(loop, count);
  builder.CreateCall(&kernel, arguments);
  loop.end(count, done);

  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
}

// Adds the flags of the kernel table to the kernel's, from its attributes.
void addKernelFlags(Function &kernel, const LaunchSizes &sizes) {
  if (sizes.areUniform()) {
    addFlags(kernel, mux_kernel_uniform_groups_only);
  }
  if (kernel.hasFnAttribute(ignoresGroupsAttribute)) {
    addFlags(kernel, mux_kernel_ignores_groups);
  }
  if (kernel.hasFnAttribute("kiln-flush-denorms")) {
    addFlags(kernel, mux_kernel_flush_denorms);
  }
  if (kernel.hasFnAttribute(zeroLocalAttribute)) {
    addFlags(kernel, mux_kernel_zeroes_local_memory);
  }
  if (kernel.hasFnAttribute(zeroPrivateAttribute)) {
    addFlags(kernel, mux_kernel_zeroes_private_memory);
  }
}

}  // namespace

PreservedAnalyses EntryPointsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *kernel : kernelsOf(module)) {
    LaunchSizes sizes(*kernel, maxWorkGroupSize_, localSize_);
    addKernelFlags(*kernel, sizes);
    if (localSize_[0] != 0) {
      setProperties(*kernel, specializedProperties, localSize_);
    }
    buildEntryPoint(*kernel, sizes);
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
