#include "passes/abi/launch_sizes.h"

#include <algorithm>

#include "ir/kernel_conventions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// reqd_work_group_size, or zeros.
LaunchSizes::Size requiredSize(const Function &kernel) {
  LaunchSizes::Size size = {};
  const MDNode *node = kernel.getMetadata("reqd_work_group_size");
  for (unsigned dimension = 0; node && dimension < std::min(node->getNumOperands(), 3u);
       ++dimension) {
    if (auto *value = mdconst::dyn_extract<ConstantInt>(node->getOperand(dimension))) {
      size[dimension] = value->getZExtValue();
    }
  }
  return size;
}

// The weaker promise wins: "kiln-merge-single-groups" allows less than "kiln-merge-groups".
GroupMerging mergingOf(const Function &kernel) {
  if (kernel.hasFnAttribute(mergeSingleGroupsAttribute)) {
    return GroupMerging::singleItems;
  }
  return kernel.hasFnAttribute(mergeGroupsAttribute) ? GroupMerging::always : GroupMerging::never;
}

}  // namespace

LaunchSizes::LaunchSizes(const Function &kernel, uint64_t maxWorkGroupSize, const Size &specialized)
    : enqueued_(specialized[0] ? specialized : requiredSize(kernel)),
      maxWorkGroupSize_(maxWorkGroupSize),
      areUniform_(kernel.getFnAttribute("uniform-work-group-size").getValueAsBool()),
      merging_(mergingOf(kernel)) {}

KnownSizes LaunchSizes::ofGroups() const {
  KnownSizes sizes = {.enqueued = enqueued_};
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    if (dimension == 0 && merging_ != GroupMerging::never) {
      continue;
    }
    sizes.group[dimension] = areUniform_ ? enqueued_[dimension] : 0;
    sizes.atMost[dimension] = maxWorkGroupSize_;
  }
  return sizes;
}

}  // namespace compiler::passes
