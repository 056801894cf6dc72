// In a large kernel each region stays a function with loops over all work-items (decision 011):
//
//   define internal void @k.region1.items(…, ptr %work_item) noinline {
//     %copy = alloca [21 x i64]                       ; copyContext
//     memcpy %copy, %work_item
//     store i64 64, (%copy + localSize[0])            ; writeKnownSizes
//     …                                               ; loops use %copy
//
// Only the callee reads the copy, so no write has to travel back: ids are set before each use.

#include "passes/abi/outlined_regions.h"

#include "ir/kernel_conventions.h"
#include "ir/work_item_context.h"
#include "llvm/IR/MDBuilder.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Overwrites words of the copy with known sizes. An upper bound is attached to a load of the word,
// and the loaded value is stored back: uses then see the range after SROA.
void writeKnownSizes(IRBuilder<> &builder, Value *copy, const KnownSizes &sizes) {
  ContextAccess context(builder, copy);
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    if (uint64_t size = sizes.enqueued[dimension]) {
      context.store(ContextWord::enqueuedLocalSize, dimension, builder.getInt64(size));
    }
    if (uint64_t size = sizes.group[dimension]) {
      context.store(ContextWord::localSize, dimension, builder.getInt64(size));
    } else if (uint64_t limit = sizes.atMost[dimension]) {
      auto *loaded = cast<LoadInst>(context.load(ContextWord::localSize, dimension));
      loaded->setMetadata(
          LLVMContext::MD_range,
          MDBuilder(builder.getContext()).createRange(APInt(64, 1), APInt(64, limit + 1)));
      context.store(ContextWord::localSize, dimension, loaded);
    }
  }
}

// Replaces the parameter by a local copy throughout the function.
void copyContext(Function &region, const KnownSizes &sizes) {
  Argument *context = region.arg_end() - 1;
  IRBuilder<> builder(&*region.getEntryBlock().getFirstInsertionPt());
  auto *type = ArrayType::get(builder.getInt64Ty(), contextWords);
  AllocaInst *copy = builder.CreateAlloca(type, nullptr, "work_item.copy");
  context->replaceAllUsesWith(copy);
  builder.CreateMemCpy(copy, Align(8), context, Align(8), uint64_t{8} * contextWords);
  writeKnownSizes(builder, copy, sizes);
}

}  // namespace

void prepareOutlinedRegions(Function &group, const KnownSizes &sizes) {
  for (Function *region : calledWorkGroupFunctions(group)) {
    if (region->hasFnAttribute(Attribute::NoInline)) {
      copyContext(*region, sizes);
    }
  }
}

}  // namespace compiler::passes
