#include "ir/masked_stores.h"

#include "ir/thresholds.h"
#include "llvm/IR/Instruction.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::maskedStores;

bool areMaskedStoresCheap(const TargetTransformInfo &target, FixedVectorType *type, Align alignment,
                          unsigned space) {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  if (!target.isLegalMaskedStore(type, alignment, space)) {
    return false;
  }
  const MemIntrinsicCostAttributes masked(Intrinsic::masked_store, type, alignment, space);
  return target.getMemIntrinsicInstrCost(masked, kind) <=
         maxCost * target.getMemoryOpCost(Instruction::Store, type, alignment, space, kind);
}

}  // namespace compiler::passes
