// Accesses in a contiguous window
// -------------------------------
//
// In a bitonic network or a butterfly, lanes read a[i ^ 2] or a[2 * i - (i & 3)]: not neighbours in
// order, but all within a few vectors of elements, a *window*. Loading the window and permuting its
// elements is much cheaper than a gather. So is a store that puts the lanes' values in order,
// beside a scatter.
//
//      a[i ^ j], j = 2, 8 lanes, i = 16 … 23;
//      the lanes' indices    18 19 16 17 22 23 20 21;
//      base offset 16, elements 2 3 0 1 6 7 4 5 of the window;
//      passes::permute(load a[16 … 23], <2 3 0 1 6 7 4 5>)
//
// The order is the pattern of the SIMD group (lane_patterns.h), which depends on uniform values
// alone. So all of its consequences (window_offsets.h) are computed once in front of a loop over
// SIMD groups: the base offset, the test for one window, the accessed elements, and for stores the
// source lane of each element. A SIMD group checks its pattern's conditions, a few scalar
// comparisons.
//
// A group has three versions, one behind the other:
//
//    the lanes step evenly   vectors side by side or interleaved accesses (interleave.h), as if the
//                            stride had been known. Omitted if checked_strides.h has tested it.
//    they are in a window    masked vector accesses and permutations.
//    otherwise               gathers and scatters.
//
// A window is never accessed beyond the lanes' elements: its masks name exactly the elements of
// active lanes. So nothing is read from unmapped memory, or from bytes that others write meanwhile.
// No two lanes may store to one element. Then the order of the stores has no meaning, and the
// stores of a group (window_groups.h) fill a window together.

#include "vecz/memory/window_accesses.h"

#include "ir/permutation.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "registry/step_gate.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/analysis/stride_estimate.h"
#include "vecz/lanes/lane_patterns.h"
#include "vecz/memory/window_emission.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::windows;

namespace {

// The elements of a window are bits of an integer (WindowOffsets::touched).
constexpr unsigned maxElements = 64;

// The greatest distance between the addresses of two elements of the group, in bytes; nothing if it
// is unknown at compile time: the reach of one address, and the members' offsets.
std::optional<uint64_t> reachOf(const WindowGroup &group, const LaneShapes &shapes) {
  const LinearAddress &first = group.members.front().address;
  int64_t least = first.offset, greatest = first.offset;
  for (const WindowGroup::Member &member : group.members) {
    if (!member.address.differsByConstant(first)) {
      return std::nullopt;
    }
    least = std::min(least, member.address.offset);
    greatest = std::max(greatest, member.address.offset);
  }
  auto bytes = reachOf(first, shapes);
  return bytes ? std::optional(*bytes + static_cast<uint64_t>(greatest - least)) : std::nullopt;
}

// The vectors that hold this many bytes behind the first element, a power of 2.
uint64_t vectorsFor(uint64_t bytes, uint64_t size, unsigned width) {
  return PowerOf2Ceil(divideCeil(bytes + size, size * width));
}

// Guesses the group's step and sets the vectors of its window; returns false if it has none. The
// window has twice the vectors of the accesses side by side, since it may begin anywhere in them,
// and fewer if the reach is known to need fewer.
bool findWindow(WindowGroup &group, const LaneValues &values) {
  const Value *pointer = getLoadStorePointerOperand(group.members.front().instruction);
  auto shapeOf = [&](const Value *value) { return values.shape(value); };
  group.step = likelyStride(pointer, shapeOf);
  int64_t apart = group.step.value_or(0) / group.size;
  auto sideBySide =
      static_cast<int64_t>(count_if(group.members, [&](const WindowGroup::Member &member) {
        return member.address.differsByConstant(group.members.front().address);
      }));
  auto vectors = 2 * static_cast<uint64_t>(std::max({apart, sideBySide, int64_t{1}}));
  if (auto bytes = reachOf(group, {shapeOf, values.width()})) {
    vectors =
        std::min(vectors, vectorsFor(*bytes, static_cast<uint64_t>(group.size), values.width()));
  }
  if (vectors > maxVectors) {
    return false;
  }
  group.vectors = static_cast<unsigned>(vectors);
  return group.vectors * values.width() <= maxElements;
}

// The masked accesses and permutations of a window, with the conditions around them.
InstructionCost costOf(const WindowGroup &group, const MemoryEmitter &emitter) {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  auto *vector = FixedVectorType::get(group.access.element, emitter.values().width());
  auto id = group.access.isLoad ? Intrinsic::masked_load : Intrinsic::masked_store;
  InstructionCost access = emitter.target().getMemIntrinsicInstrCost(
      MemIntrinsicCostAttributes(id, vector, group.access.alignment, group.access.addressSpace),
      kind);
  InstructionCost permutation = emitter.target().getShuffleCost(
      TargetTransformInfo::SK_PermuteSingleSrc, vector, vector, {}, kind);
  auto members = static_cast<unsigned>(group.members.size());
  return overhead + group.vectors * (access + 2 * members * permutation);
}

}  // namespace

std::optional<unsigned> vectorsOfWindow(const Instruction &access, const LaneShapes &shapes,
                                        const TargetTransformInfo &target) {
  Type *type = getLoadStoreType(&access);
  if (!isSimpleAccess(access) || !VectorType::isValidElementType(type) || shapes.width < minWidth) {
    return std::nullopt;
  }
  auto *vector = FixedVectorType::get(type, shapes.width);
  if (!passes::hasPermutation(vector, target) || !hasMaskedAccess(access, vector, target)) {
    return std::nullopt;
  }
  const DataLayout &layout = access.getDataLayout();
  const LinearAddress address = linearAddress(getLoadStorePointerOperand(&access), layout);
  auto bytes = hasPatterns(access, address, shapes) ? reachOf(address, shapes) : std::nullopt;
  const uint64_t vectors =
      bytes ? vectorsFor(*bytes, layout.getTypeStoreSize(type), shapes.width) : 0;
  const bool isSmall = vectors <= maxVectors && vectors * shapes.width <= maxElements;
  return vectors != 0 && isSmall ? std::optional(static_cast<unsigned>(vectors)) : std::nullopt;
}

void planWindows(Function &function, MemoryEmitter &emitter, PlannedGroups &groups) {
  const LaneValues &values = emitter.values();
  if (values.width() < minWidth || !runsStep("contiguous-windows", function)) {
    return;
  }
  const bool plainBoundaries = function.hasFnAttribute(plainBoundariesAttribute);
  unsigned accepted = 0;
  for (auto &group : findWindowGroups(function, values)) {
    const bool isPlain = plainBoundaries && isBehindFailedCheck(*group->place()->getParent());
    if (isPlain || group->place()->hasMetadata(passes::farPartnersName)) {
      continue;
    }
    auto *vector = FixedVectorType::get(group->access.element, values.width());
    if (accepted == maxGroups || !passes::hasPermutation(vector, emitter.target()) ||
        !emitter.hasMaskedAccess(group->access, values.width()) || !findWindow(*group, values)) {
      continue;
    }
    GroupPlan plan = {group->access, group->place(), true, costOf(*group, emitter), {}};
    plan.emit = [&emitter, group = std::move(group)] { emitWindowGroup(*group, emitter); };
    accepted += groups.offer(std::move(plan)) ? 1 : 0;
  }
}

}  // namespace compiler::vecz
