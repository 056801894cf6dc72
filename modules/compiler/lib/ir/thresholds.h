// Tuning constants of the kernel passes and their analyses, one namespace for each file.
//
// A threshold decides if a transformation pays or where a search ends. Code is right with any other
// value, so a change needs measurements (test/bench/kernels.py, test/bench/latency.py) and no
// proof. Constants with a part in the correctness of code stay beside it. Sizes are in IR
// instructions. The vectoriser has a header of its own (vecz/model/thresholds.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace compiler::passes::thresholds {

/// Private arrays of kernels with barriers that become values (promote-private-arrays).
namespace promotePrivateArrays {
/// Bytes of an array: 8 by 8 doubles. More values than that would be spilled.
inline constexpr uint64_t maxBytes = 512;
/// Rounds of an unrolled loop.
inline constexpr unsigned maxRounds = 64;
/// The size of all functions inlined into a kernel for it.
inline constexpr unsigned maxInlined = 2000;
/// The size of a kernel's loops after unrolling. LLVM unrolls work-item functions likewise, later.
inline constexpr uint64_t maxUnrolled = 4000;
}  // namespace promotePrivateArrays

/// Barriers where work-items may separate (split-barriers).
namespace splitBarriers {
/// The size of a kernel with all callees up to which a region has two forms: for all work-items,
/// and for separated ones.
inline constexpr uint64_t maxTogether = 1500;
}  // namespace splitBarriers

/// Masked stores (ir/masked_stores.h).
namespace maskedStores {
/// The cost of a masked store in that of a plain one, up to which it is cheap.
inline constexpr int maxCost = 2;
}  // namespace maskedStores

/// Loops over the levels of trees among work-items (unroll-trees).
namespace unrollTrees {
/// Rounds of an unrolled loop: halving 4,096 work-items takes twelve.
inline constexpr unsigned maxRounds = 12;
/// The rounds of a loop that the local size decides: it is 256 mostly.
inline constexpr unsigned usualRounds = 8;
/// The size of all unrolled loops of a kernel. Each shuffle or barrier begins a region of its own.
inline constexpr uint64_t maxUnrolled = 800;
/// The same in code for one local size: a sorting network of 1,024 elements has 55 steps. It takes
/// half a second to build.
inline constexpr uint64_t maxSpecialized = 2500;
/// Values looked at between a shuffle's index and the counter.
inline constexpr unsigned maxParts = 16;
}  // namespace unrollTrees

/// Versions of loops for short distances (version-distances).
namespace versionDistances {
/// The size of all copies of a kernel. Each copy has regions of its own.
inline constexpr uint64_t maxCopied = 600;
/// Bits of the elements that common SIMD groups are for.
inline constexpr unsigned commonElementBits = 32;
/// Values looked at between an operation and an id.
inline constexpr unsigned maxParts = 16;
}  // namespace versionDistances

/// Large functions that stay calls (share-functions).
namespace shareFunctions {
/// The size of a kernel with all callees, before simplification, from which on functions are
/// shared. Smaller kernels are built in a fraction of a second.
inline constexpr uint64_t largeKernel = 2500;
/// From this size on, functions that read memory are shared as well. Inlined, several reads of one
/// image compute its properties once: eight reads run up to twice as fast, but take a second to
/// build.
inline constexpr uint64_t veryLargeKernel = 4000;
/// The size of a function worth a call; below, a call costs as much as the function.
inline constexpr unsigned leastSize = 20;
/// Copies from which on a function is shared.
inline constexpr uint64_t leastCopies = 4;
}  // namespace shareFunctions

/// Inlining into work-item functions (inline-callees).
namespace inlineCallees {
/// The size up to which work-item functions inline their callees. One of this size still takes well
/// under a second to build.
inline constexpr unsigned maxWorkItemFunctionSize = 20000;
/// The size up to which other functions inline their own callees.
inline constexpr unsigned maxCalleeSize = 4000;
/// The size of callees inlined in any case: passing their arguments takes as many instructions.
inline constexpr unsigned tinySize = 16;
}  // namespace inlineCallees

/// Branches on values common to a work-group (split-uniform-branches).
namespace splitUniformBranches {
/// Work-item functions that one may become.
inline constexpr unsigned maxFunctions = 4;
/// The size of a work-item function worth looking at, for the time of cloning.
inline constexpr unsigned maxFunctionSize = 2000;
/// The size of the code that may be in both variants.
inline constexpr unsigned maxAdded = 24;
}  // namespace splitUniformBranches

/// Values computed again behind a barrier (split-barriers): six operations per work-item, or 24
/// uniform ones. Storing and reloading a value takes two accesses to the frame, and hides the
/// value's stride from the vectoriser.
namespace rematerialization {
/// The most cost of a value.
inline constexpr unsigned maxCost = 32;
/// The cost of an operation per work-item.
inline constexpr unsigned costOfItems = 4;
/// The cost of an operation that keeps a stride: one result serves a SIMD group.
inline constexpr unsigned costOfStrided = 2;
/// The cost of an operation with one result for the group.
inline constexpr unsigned costOfUniform = 1;
}  // namespace rematerialization

/// Values that a caller computes for the whole work-group (group_values.h).
namespace groupValues {
/// Operations of a value. Bounds in real kernels have a handful.
inline constexpr unsigned maxCost = 16;
}  // namespace groupValues

/// Ranges of active work-items (active_ranges.h).
namespace activeRanges {
/// Blocks with effects, above which the analysis gives up: each one costs a comparison per loop.
inline constexpr unsigned maxEffects = 8;
/// The depth to which conjunctions and negations of a condition are followed.
inline constexpr unsigned maxDepth = 6;
}  // namespace activeRanges

/// Variants for work-groups of one work-item (specialize-single-item-groups).
namespace specializeSingleItemGroups {
/// The size of a kernel worth doubling.
inline constexpr unsigned maxSize = 400;
}  // namespace specializeSingleItemGroups

/// Conditional stores that run always (speculate-stores).
namespace speculateStores {
/// Stores of a block. An exchange of pairs of keys and values has four.
inline constexpr unsigned maxStores = 4;
/// Other operations of a block.
inline constexpr unsigned maxOthers = 4;
/// Operations followed from an address to ids.
inline constexpr unsigned maxDepth = 8;
}  // namespace speculateStores

/// Widening of index arithmetic (widen-index-arithmetic).
namespace widenIndexArithmetic {
/// Operations of one computation. A tree with shared operands is widened once per use, so its size
/// has to be bounded.
inline constexpr unsigned maxOperations = 16;
}  // namespace widenIndexArithmetic

/// Loops along memory (keep-runs).
namespace keepRuns {
/// Rounds: fewer are no vector, with tests for overlaps in front of it; LLVM unrolls no more.
inline constexpr unsigned leastRounds = 16;
inline constexpr unsigned mostRounds = 64;
}  // namespace keepRuns

/// Loops over work-items (work-item-loops).
namespace workItemLoops {
/// The size of a kernel's work-item functions up to which its work-group functions are inlined. The
/// time of code generation, above all of register allocation, grows faster than a function's size.
/// One call per group costs little beside the work of such functions.
inline constexpr unsigned maxInlinedSize = 2000;
}  // namespace workItemLoops

/// Large private variables (private-memory).
namespace privateMemory {
/// Bytes of a variable. Smaller ones stay on the stack, where SROA may still turn them into values.
inline constexpr uint64_t minBytesToMove = 256;
}  // namespace privateMemory

/// Large switches (split-switches).
namespace splitSwitches {
/// Cases of one switch; larger ones are split.
inline constexpr size_t mostCases = 256;
}  // namespace splitSwitches

/// Permutations of vectors.
namespace permutation {
/// Cost of a permutation that is an instruction or a few, at most.
inline constexpr int few = 4;
/// Lanes of a register from which long vectors are permuted in parts. On AVX2 and SSE, parts of
/// fewer lanes were up to three times slower than single elements.
inline constexpr uint64_t leastLanesOfPart = 8;
}  // namespace permutation

}  // namespace compiler::passes::thresholds
