#include "passes/work_items/loop_bounds.h"

#include "ir/kernel_conventions.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

LoopBounds::LoopBounds(IRBuilder<> &builder, const WorkItemLoops &loops)
    : builder_(builder), loops_(loops) {
  for (uint32_t dimension = 0; dimension < 3; ++dimension) {
    sizes_[dimension] = launchSize("__mux_get_local_size", dimension);
  }
  if (loops_.hasOneRow()) {
    Value *one = builder_.getInt64(1);
    sizes_ = {builder_.CreateNUWMul(sizes_[0], builder_.CreateNUWMul(sizes_[1], sizes_[2])), one,
              one};
  }
  if (loops_.hasSimdGroups()) {
    simdGroupEnd_ = endOfSimdGroups();
  }
  if (loops_.unrolled) {
    boundUnrolledGroups();
  }
}

Value *LoopBounds::launchSize(StringRef function, uint32_t dimension) {
  Module &module = *builder_.GetInsertBlock()->getModule();
  Value *value =
      builder_.CreateCall(declareWorkItemBuiltin(module, function), {builder_.getInt32(dimension)});
  return builder_.CreateZExt(value, builder_.getInt64Ty());
}

Value *LoopBounds::fullSteps(unsigned dimension, uint64_t step) {
  return builder_.CreateAnd(sizes_[dimension], builder_.getInt64(-step));
}

// Ids are less than the largest sum of global size and offset.
Value *LoopBounds::allIdsFit() {
  Value *end = nullptr;
  for (uint32_t dimension = 0; dimension < 3; ++dimension) {
    Value *next = builder_.CreateAdd(launchSize("__mux_get_global_size", dimension),
                                     launchSize("__mux_get_global_offset", dimension));
    end = end ? builder_.CreateBinaryIntrinsic(Intrinsic::umax, end, next) : next;
  }
  return builder_.CreateICmpULE(end, builder_.getInt64(uint64_t{1} << 31));
}

// There is one row, or rows are whole SIMD groups.
Value *LoopBounds::areRowsAligned() {
  Value *rows = builder_.CreateNUWMul(sizes_[1], sizes_[2]);
  Value *isOnly = builder_.CreateICmpEQ(rows, builder_.getInt64(1));
  Value *isWhole = builder_.CreateICmpEQ(fullSteps(0, loops_.width), sizes_[0]);
  return builder_.CreateOr(isOnly, isWhole);
}

Value *LoopBounds::endOfSimdGroups() {
  Value *end = fullSteps(loops_.dimension, loops_.width);
  if (loops_.masksAll()) {
    Value *size = sizes_[loops_.dimension];
    Value *remainder = builder_.CreateSub(size, end);
    Value *enough = builder_.CreateICmpUGE(remainder, builder_.getInt64(loops_.leastRemainder));
    end = builder_.CreateSelect(enough, size, end);
  }
  admitsSimdGroups_ = loops_.asksGlobalIds ? allIdsFit() : builder_.getTrue();
  if (loops_.rowsAligned) {
    admitsSimdGroups_ = builder_.CreateAnd(admitsSimdGroups_, areRowsAligned());
  }
  return builder_.CreateSelect(admitsSimdGroups_, end, builder_.getInt64(0), "item.simd_groups");
}

void LoopBounds::boundUnrolledGroups() {
  const unsigned dimension = loops_.unrollDimension;
  Value *zero = builder_.getInt64(0);
  unrolledStart_ = zero;
  unrolledLimit_ = sizes_[dimension];
  Value *length = unrolledLimit_;
  if (!loops_.unrollsAlongSimdGroups() &&
      (loops_.narrows(dimension) || loops_.hasBorders(dimension))) {
    ItemSpan rows = {zero, unrolledLimit_};
    if (loops_.narrows(dimension)) {
      rows = loops_.ranges->span(builder_, dimension, unrolledLimit_, nullptr);
    }
    if (loops_.hasBorders(dimension)) {
      rows = loops_.inner->within(builder_, dimension, rows);
    }
    unrolledStart_ = rows.first;
    unrolledLimit_ = rows.end;
    length = builder_.CreateBinaryIntrinsic(Intrinsic::usub_sat, rows.end, rows.first);
  }
  length = builder_.CreateAnd(length, builder_.getInt64(-loops_.unrollStep()));
  Value *any = builder_.CreateICmpNE(simdGroupEnd_, zero);
  length = builder_.CreateSelect(any, length, zero, "item.unrolled_groups");
  unrolledEnd_ = builder_.CreateAdd(unrolledStart_, length);
}

}  // namespace compiler::passes
