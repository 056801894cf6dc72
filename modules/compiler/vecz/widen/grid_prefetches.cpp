// Loops over the grid
// -------------------
//
// Programs for GPUs often run a fixed number of work-items, and each strides over all data by the
// global size. There, neighbours are read together. A SIMD group reads one line of a page and goes
// on to another page, and processors prefetch within pages alone. Short iterations overlap, so that
// many lines are on their way. Long ones would wait for each line: a count of bytes took 3 times as
// long as with prefetches (Zen 4), and a product of two vectors 0.95.
//
//      loop: %i = phi [ %first, … ], [ %next, %loop ]
//            %p = getelementptr float, ptr %a, i64 %i             %q = %p + 4 * 16 * %size;
//            %x = load <16 x float>, ptr %p                →      prefetch %q;
//            %next = add i64 %i, %size                            the load
//
// `%size` is the global size, or the product of local size and number of groups. Data of such loops
// is read once, so a prefetch is hardly ever in vain, unlike in loops along columns of a matrix.

#include "vecz/widen/grid_prefetches.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "registry/step_gate.h"
#include "vecz/analysis/grid_strides.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::gridStrides;

namespace {

// The address of a wide load; null for other instructions.
Value *addressOfWideLoad(Instruction &instruction) {
  const TypeSize size = instruction.getType()->isVectorTy()
                            ? instruction.getDataLayout().getTypeStoreSize(instruction.getType())
                            : TypeSize::getFixed(0);
  if (size.isScalable() || size.getFixedValue() < leastBytes) {
    return nullptr;
  }
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::masked_load) {
    return intrinsic->getArgOperand(0);
  }
  auto *load = dyn_cast<LoadInst>(&instruction);
  return load ? load->getPointerOperand() : nullptr;
}

// A load worth a prefetch.
struct GridLoad {
  Instruction *load;
  Value *pointer;
  LinearAddress address;
  GridStride stride;
};

std::optional<GridLoad> gridLoad(Instruction &instruction, const Loop &loop) {
  Value *pointer = addressOfWideLoad(instruction);
  if (!pointer) {
    return std::nullopt;
  }
  LinearAddress address = linearAddress(pointer, instruction.getDataLayout());
  const std::optional<GridStride> stride = gridStrideOf(address, loop);
  return stride ? std::optional(GridLoad{&instruction, pointer, std::move(address), *stride})
                : std::nullopt;
}

// The loop's loads, one for each line. Loops inside of it would prefetch a line again and again.
SmallVector<GridLoad> gridLoads(const Loop &loop, const LoopInfo &loops) {
  SmallVector<GridLoad> loads;
  for (BasicBlock *block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop) {
      continue;
    }
    for (Instruction &instruction : *block) {
      std::optional<GridLoad> load = gridLoad(instruction, loop);
      auto isNear = [&](const GridLoad &other) {
        return other.address.differsByConstant(load->address) &&
               std::abs(other.address.offset - load->address.offset) < lineBytes;
      };
      if (load && none_of(loads, isNear)) {
        loads.push_back(std::move(*load));
      }
    }
  }
  return loads;
}

// The operations of an iteration, on vectors of a line.
uint64_t operationsOf(const Loop &loop) {
  uint64_t operations = 0;
  for (const BasicBlock *block : loop.blocks()) {
    for (const Instruction &instruction : *block) {
      const auto *vector = dyn_cast<FixedVectorType>(instruction.getType());
      operations += vector ? divideCeil(vector->getPrimitiveSizeInBits(), 8 * lineBytes) : 1;
    }
  }
  return operations;
}

void prefetch(const GridLoad &grid) {
  IRBuilder<> builder(grid.load);
  Type *type = builder.getInt64Ty();
  Value *ahead =
      builder.CreateMul(builder.CreateZExtOrTrunc(grid.stride.step, type),
                        ConstantInt::getSigned(type, times(grid.stride.scale, iterationsAhead)));
  Value *there = builder.CreatePtrAdd(grid.pointer, ahead);
  builder.CreateIntrinsic(Intrinsic::prefetch, {there->getType()},
                          {there, builder.getInt32(0), builder.getInt32(3), builder.getInt32(1)});
}

}  // namespace

void prefetchGridStrides(Function &simdFunction) {
  const DominatorTree dominators(simdFunction);
  const LoopInfo loops(dominators);
  if (loops.empty() || !runsStep("prefetch-grid-strides", simdFunction)) {
    return;
  }
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!countsByGrid(*loop)) {
      continue;
    }
    const SmallVector<GridLoad> loads = gridLoads(*loop, loops);
    if (operationsOf(*loop) >= leastOperations * loads.size()) {
      for_each(loads, prefetch);
    }
  }
}

}  // namespace compiler::vecz
