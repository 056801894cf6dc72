#include "vecz/variants/linearized_copies.h"

#include "llvm/Transforms/Utils/Cloning.h"
#include "vecz/analysis/known_work_item_ids.h"
#include "vecz/linearize/linearize.h"
#include "vecz/prepare/aligned_work_item_ids.h"
#include "vecz/prepare/prepare_widening.h"
#include "vecz/prepare/strided_walks.h"

namespace compiler::vecz {

using namespace llvm;

TemporaryFunction copyOf(Function &function) {
  ValueToValueMapTy map;
  return TemporaryFunction(CloneFunction(&function, map));
}

// Ids are below 2^31 in SIMD groups (known_work_item_ids.h), so indices cut to an int and extended
// again are the ids themselves. Branches on them then compare strided values, and may turn out
// uniform.
LinearizedCopies::LinearizedCopies(Function &body, bool hasPlainBoundaries,
                                   const TargetTransformInfo &target)
    : common_(copyOf(body)), target_(target) {
  common_->setLinkage(GlobalValue::InternalLinkage);
  useIdRanges(*common_);
  if (hasPlainBoundaries) {
    common_->addFnAttr(plainBoundariesAttribute);
  }
}

LinearizedCopy LinearizedCopies::make(const SimdGroup &simdGroup) const {
  TemporaryFunction copy = copyOf(*common_);
  useAlignedIds(*copy, simdGroup);
  unrollStridedWalks(*copy, simdGroup, target_);
  std::string problem = linearize(*copy, simdGroup);
  if (!problem.empty()) {
    return {nullptr, std::move(problem)};
  }
  prepareWidening(*copy, simdGroup);
  return {std::move(copy), {}};
}

}  // namespace compiler::vecz
