#include "vecz/analysis/scalar_runs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::scalarRuns;

namespace {

// Accesses of one kind whose addresses differ by constants.
struct Neighbours {
  bool isLoad;
  Type *element;
  LinearAddress address;
  SmallSet<int64_t, 16> offsets;
};

// The length of the longest run of offsets that differ by `size`.
size_t longestRun(const Neighbours &neighbours, int64_t size) {
  SmallVector<int64_t> offsets(neighbours.offsets.begin(), neighbours.offsets.end());
  sort(offsets);
  size_t longest = 1, length = 1;
  for (size_t next = 1; next < offsets.size(); next++) {
    length = offsets[next] - offsets[next - 1] == size ? length + 1 : 1;
    longest = std::max(longest, length);
  }
  return longest;
}

bool hasRuns(const BasicBlock &block) {
  const DataLayout &layout = block.getDataLayout();
  SmallVector<Neighbours, 4> groups;
  for (const Instruction &instruction : block) {
    if (!isSimpleAccess(instruction) || !isVectorElement(getLoadStoreType(&instruction), layout)) {
      continue;
    }
    LinearAddress address = linearAddress(getLoadStorePointerOperand(&instruction), layout);
    Type *element = getLoadStoreType(&instruction);
    if (isa<AllocaInst>(address.root) || element->isVectorTy()) {
      continue;
    }
    const bool isLoad = isa<LoadInst>(instruction);
    auto group = find_if(groups, [&](const Neighbours &each) {
      return each.isLoad == isLoad && each.element == element &&
             each.address.differsByConstant(address);
    });
    if (group != groups.end()) {
      group->offsets.insert(address.offset);
    } else if (groups.size() < mostAddresses) {
      const int64_t offset = address.offset;
      groups.push_back({isLoad, element, std::move(address), {}});
      groups.back().offsets.insert(offset);
    }
  }
  return any_of(groups, [&](const Neighbours &group) {
    const auto size = static_cast<int64_t>(layout.getTypeStoreSize(group.element));
    return group.offsets.size() >= leastLength && longestRun(group, size) >= leastLength;
  });
}

}  // namespace

bool hasScalarRuns(const Function &body) {
  return any_of(body, hasRuns);
}

}  // namespace compiler::vecz
