// Tuning constants of the vectoriser, one namespace for each step or file.
//
// A threshold decides if a transformation pays or where a search ends. Code is right with any other
// value, so a change needs measurements (test/bench/kernels.py) and no proof. Constants with a part
// in the correctness of code stay beside it. Costs are in units of TargetTransformInfo's reciprocal
// throughput, about one simple instruction each; sizes are in IR instructions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vecz/model/options.h"

namespace compiler::vecz::thresholds {

/// The ratio of a branch's weights from which on its rare successor counts as unlikely.
inline constexpr uint64_t unlikelyRatio = 64;

/// Choice of the dimension, the width and the variants of a kernel (vectorize-kernels).
namespace variants {
/// Another dimension than 0 must cost less than this, relatively: work-groups are rarely as long in
/// it.
inline constexpr double profitOfOtherDimension = 0.75;
/// The share of work and waits that counts as time where vectors are compared with scalar code: two
/// work-items run at once, as a rule. A recursive filter of a thousand samples takes an eighth of
/// the time in vectors (AVX-512), but sparse products with rows of 24 take 1.25 times as long
/// (AVX2).
inline constexpr double shareOfWaits = 0.5;
/// A vector variant must cost less than this, relative to the scalar one.
inline constexpr double profitOfVectors = 0.95;
/// A kernel with less gain, as estimated, is marked as uncertain: its launches decide between
/// vectors and scalar code (doc/decisions/028-launches-choose.md). Of 355 kernels, estimates are
/// too high by 1.5 in the mean, and by more than 3 for 17 percent.
inline constexpr double certainGain = 3;
/// Instructions of all bodies of a kernel. Larger kernels have no variants for remainders or for
/// several SIMD groups, and only gathers at boundaries, to keep the time to build low.
inline constexpr unsigned maxRefinedKernel = 2000;
/// Instructions of a body for work-items that have separated (apartAttribute). A larger one stays
/// scalar: vectors would double the time to build a kernel that returns early.
inline constexpr unsigned maxApart = 100;
/// Comparisons of inner work-items are left out if SIMD groups cost at most this without them.
inline constexpr double costOfInner = 0.8;
/// The factor by which masks may slow down full SIMD groups, beside one operation, for one variant
/// in place of two.
inline constexpr double costOfOneVariant = 1.02;
/// Doubling the width must lower the cost to this: rows of a work-group may be shorter than a wide
/// SIMD group.
inline constexpr double profitOfWidth = 0.92;
/// The same where an int takes several registers in a large body, which has more of them in use
/// than the target has.
inline constexpr double profitOfManyRegisters = 0.75;
/// Instructions from which on a body counts as large for the constant above.
inline constexpr unsigned largeBody = 200;
/// Instructions from which on saving a variant is worth a few operations for each SIMD group.
inline constexpr unsigned bodyOfOneVariant = 100;
/// The widest SIMD group of kernels with several dimensions and barriers. Their work-groups are
/// rarely longer in one dimension; without barriers, work-groups can be merged to longer rows.
inline constexpr unsigned maxWidthBetweenBarriers = 16;
}  // namespace variants

/// Several SIMD groups at once (unroll-and-jam).
namespace unrollAndJam {
/// The unrolled cost, relative to single groups, must be below this: its code comes on top of the
/// single group's.
inline constexpr double profitOfUnrolling = 0.8;
/// The least saving per SIMD group, in units of cost: a smaller one is lost in the loops around.
inline constexpr double leastSaving = 8;
/// Twice the groups must cost less than this, relative to the best so far.
inline constexpr double profitOfLargerUnroll = 0.95;
/// The most SIMD groups to run together.
inline constexpr unsigned maxUnroll = 8;
/// The limit along the SIMD groups' own dimension: a work-group of common size still fills them.
inline constexpr unsigned maxUnrollAlongOwnDimension = 4;
/// Instructions of an unrolled variant. Larger ones are limited by other things than by shared
/// work, and cost time to build.
inline constexpr unsigned maxUnrolledSize = 2000;
}  // namespace unrollAndJam

/// Cost of functions (cost_model.h).
namespace costModel {
/// The weight of a loop's body relative to the code around: its guessed number of iterations.
inline constexpr double loopWeight = 8;
/// The rounds of a loop that lanes leave by their data until the last one has left, beside the
/// rounds of a lane on average.
inline constexpr double lanesApart = 1.5;
/// Iterations that run together with those of other work-items: a window of 512 instructions holds
/// 64 of eight.
inline constexpr uint64_t shortLoop = 64;
/// Deeper loops weigh no more, so weights stay comparable.
inline constexpr unsigned maxLoopDepth = 4;
/// Work-items from one boundary of indices to the next. A SIMD group of n lanes meets one with
/// probability n in this number.
inline constexpr double boundaryDistance = 1024;
/// Pieces of a SIMD group there.
inline constexpr double piecesAtBoundary = 2;
/// A divergent branch of a single work-item: a quarter of a misprediction. Branches with more
/// successors cost more.
inline constexpr double divergenceCost = 4;
/// The least share of a function's work-items assumed to reach any of its blocks. Branches tend to
/// depend on each other, so the product of their shares would be too low.
inline constexpr double leastShare = 1.0 / 4;
/// Extra cost of an access per lane where each lane goes along contiguous memory of its own. Each
/// lane then holds a cache line, mostly in few sets, and returns to it for the next element. A
/// single work-item goes along one line at a time: the processor prefetches it, and LLVM vectorises
/// the loop.
inline constexpr double walkingStoreCost = 6;
inline constexpr double walkingLoadCost = 2;
/// A vector stored to the stack or loaded again, for lack of registers.
inline constexpr double spillCost = 2;
/// A page of a column of a matrix, for all lanes of a SIMD group: its address is translated, and no
/// prefetcher has brought the line. With 32 lanes in place of 16, 256 rows of smallest_four take
/// 0.7 of the time, and Parboil's block2D_reg_tiling 0.57 (Zen 4).
inline constexpr double pageCost = 40;
/// A line in a loop over the grid, for a work-item or for all lanes of a SIMD group. Work-items one
/// by one come back to it when it is gone: the lines of such a loop share few sets of a cache.
inline constexpr double gridCost = 40;
/// Instructions looked at between an access and the counter of its loop, at most.
inline constexpr size_t farthestCounter = 32;
/// Bits of the vectors assumed for a target without any.
inline constexpr unsigned commonVectorBits = 128;
/// Bits of the elements that the common width of a target is for.
inline constexpr unsigned commonElementBits = 32;
/// Elements of the vector by which a target is asked for its interleave factor.
inline constexpr unsigned interleavedVector = 4;
}  // namespace costModel

/// Cost of single instructions (instruction_cost.h).
namespace instructionCost {
/// An operation unknown to the target: no variant with it wins.
inline constexpr double unknownCost = 1000;
/// A call, beside the body of its callee.
inline constexpr double callCost = 20;
/// Dividing scalar integers by a variable, up to 32 bits and above. Tables of x86 say 1. Zen 4
/// starts one every 6 and 7 cycles, and would do two other operations in each.
inline constexpr double divisionCost = 12;
inline constexpr double wideDivisionCost = 14;
/// A register of addresses. A gather's cost in targets' tables is for data in the first cache;
/// addresses come on top.
inline constexpr double addressCost = 0.5;
/// For each register of addresses, the test of whether they are neighbours (checked_contiguity.h).
inline constexpr double checkCost = 4;
/// A lane of a gather or scatter where lanes have no instructions of their own for strides. Tables
/// of x86 say 1, but Zen 4 takes 21 cycles to gather 16 elements, and 8 to load them as scalars.
inline constexpr double gatherCost = 2;
/// Extracting operands and inserting results, for each lane that does something by itself.
inline constexpr double laneCost = 2;
/// Testing if one lane of a partly active SIMD group stores, with its mispredictions.
inline constexpr double testCost = 2;
/// Atomic operation of one lane, with the wait for its turn.
inline constexpr double turnCost = 20;
/// Likewise in a row without tests, where all lanes are active. As fast as work-items by
/// themselves.
inline constexpr double rowCost = 5;
/// Counting the lanes for which a comparison holds, as scalars, and their number in all lanes.
inline constexpr double countCost = 2;
/// Step of a reduction in registers.
inline constexpr double stepCost = 4;
/// Instructions between a store and another one of its group, at most.
inline constexpr unsigned farthestMember = 256;
/// Operations under a mask that are looked at for loads, at most.
inline constexpr unsigned mostOperations = 32;
}  // namespace instructionCost

/// Loads from small tables (permute-small-tables).
namespace smallTables {
/// Vectors of a table, at most: each takes a permutation.
inline constexpr unsigned maxParts = 4;
/// Elements of a table, at most: as many as bytes have values.
inline constexpr unsigned maxElements = 256;
}  // namespace smallTables

/// Linearisation of a function (linearize).
namespace linearize {
/// More divergent branches than this make a function stay scalar. LLVM's analyses of divergence and
/// of dominance frontiers need time in proportion to the number of blocks behind each of them. SIMD
/// groups would have to pass the tests of all of these branches, too.
inline constexpr unsigned maxDivergentPaths = 500;
}  // namespace linearize

/// Any-active branches (speculate-cheap-code).
namespace linearPlan {
/// The cost, in simple instructions, up to which code runs without a test for active lanes.
inline constexpr unsigned cheapLimit = 8;
/// The number of any-active branches to one node that are never thinned out. Each of them is an
/// operand of all phis of the node. Without a limit, a switch with many cases that fall through to
/// one block would cost quadratic space: tests times phi operands.
inline constexpr unsigned maxUnthinnedBranches = 8;
}  // namespace linearPlan

/// Sinking into cold paths (sink-cold-values).
namespace coldValues {
/// A value with uses in more blocks than this stays: each block gets a copy of it.
inline constexpr unsigned maxCopies = 4;
}  // namespace coldValues

/// Joined versions of neighbouring accesses (join-versions).
namespace joinVersions {
/// Instructions between two versions, at most: their code stands twice.
inline constexpr unsigned maxBetween = 48;
/// Joins in a function, at most: each takes time in proportion to the blocks behind it.
inline constexpr unsigned maxJoins = 64;
}  // namespace joinVersions

/// Versions without masks (all-active-versioning).
namespace allActiveVersioning {
/// Narrower accesses are not versioned.
inline constexpr uint64_t leastBytes = 32;
/// Instructions of a range, at most: their code stands twice.
inline constexpr unsigned maxInstructions = 48;
/// Ranges of a function, at most.
inline constexpr size_t maxBranches = 8;
/// Values under a mask that are looked at.
inline constexpr unsigned maxValues = 256;
}  // namespace allActiveVersioning

/// Loops over the grid (analysis/grid_strides.h), and prefetches for them.
namespace gridStrides {
/// Narrower loads have no prefetch.
inline constexpr uint64_t leastBytes = 16;
/// Lines of common processors.
inline constexpr int64_t lineBytes = 64;
/// Iterations from a prefetch to its load.
inline constexpr int64_t iterationsAhead = 16;
/// Operations of an iteration for each load, at least. The iterations of shorter loops overlap.
inline constexpr uint64_t leastOperations = 32;
/// Operations between a loop's step and the size of the grid.
inline constexpr unsigned maxDepth = 4;
}  // namespace gridStrides

/// Runs that scalar code combines (analysis/scalar_runs.h).
namespace scalarRuns {
/// Elements of a run.
inline constexpr size_t leastLength = 8;
/// Different addresses of a block that are looked at.
inline constexpr size_t mostAddresses = 16;
}  // namespace scalarRuns

/// Structures as they lie in memory (keep-structures).
namespace memoryOrder {
/// Values of one store that are compared with each other.
inline constexpr unsigned maxValues = 64;
}  // namespace memoryOrder

/// Outlined code at boundaries (share-boundaries).
namespace shareBoundaries {
/// The instructions of a region, at least: a call is as much code as a smaller one.
inline constexpr unsigned leastSize = 12;
/// More values would not be passed in registers.
inline constexpr unsigned maxParameters = 12;
inline constexpr unsigned maxResults = 4;
}  // namespace shareBoundaries

/// Any-active branches around short code (fold-any-active-branches).
namespace foldAnyActiveBranches {
/// The depth to which selects and masks are followed.
inline constexpr unsigned maxDepth = 6;
}  // namespace foldAnyActiveBranches

/// Accesses with a small stride (interleave-accesses). Strides are in elements.
///
/// There are two bounds, since the cost model does not ask the target. x86 interleaves nearly all
/// strides that are tried, RISC-V those of 2 alone. So the cost model overestimates SIMD groups
/// with strides of 9 to 16 on x86, and underestimates those with strides of 3 to 8 on RISC-V.
namespace interleave {
/// The cost model assumes wide accesses and shuffles up to this stride (instruction_cost.cpp).
/// Lanes farther apart may have contiguous runs (contiguous_runs.cpp), and loops along such runs
/// are unrolled (strided_walks.cpp).
inline constexpr int64_t maxExpectedStride = 8;
/// interleaved_groups.cpp finds groups up to this stride, and the target's costs decide whether
/// they are emitted. Greater strides are never interleaved, so checks (checked_strides.cpp) would
/// win nothing there.
inline constexpr int64_t maxTriedStride = 16;
/// Bounds for the open groups of a block, and for the stores behind a group's first load. They keep
/// the search linear.
inline constexpr size_t maxOpenGroups = 32;
inline constexpr size_t maxCrossed = 64;
}  // namespace interleave

/// Contiguous windows (contiguous-windows).
namespace windows {
/// The least width of a SIMD group.
inline constexpr unsigned minWidth = 4;
/// The most vectors of a window.
inline constexpr unsigned maxVectors = 4;
/// The groups of a function. Each has three versions, so their number is bounded.
inline constexpr unsigned maxGroups = 16;
/// The greatest bytes per unit of an index for which reachOf() has an answer.
inline constexpr int64_t maxScale = 1 << 16;
/// Cost of a window's conditions and of the branches on them.
inline constexpr int overhead = 4;
}  // namespace windows

/// Groups of accesses that share a window (contiguous-windows).
namespace windowGroups {
/// The members of a group. The code of a store grows with members times vectors.
inline constexpr size_t maxMembers = 4;
/// Depth of an expression that moves up to the first access.
inline constexpr unsigned maxDepth = 6;
}  // namespace windowGroups

/// Contiguous runs of each lane (contiguous-runs).
namespace contiguousRuns {
/// Bytes of a run that are accessed at once. Shuffles are cheap within so many.
inline constexpr unsigned runBytes = 16;
/// Bounds for one block: they keep the search linear.
inline constexpr size_t maxOpen = 32;
inline constexpr size_t maxWrites = 64;
}  // namespace contiguousRuns

/// Selection among elements (select-private-elements).
namespace privateArrays {
/// Arrays with more elements would not stay in registers.
inline constexpr int64_t maxElements = 8;
}  // namespace privateArrays

/// Quotients that follow from lane 0 (strided-division).
namespace stridedDivision {
/// The bound of the search for users outside of boundary blocks.
inline constexpr unsigned maxUsers = 32;
}  // namespace stridedDivision

/// Patterns of lanes: the search in index expressions.
namespace lanePatterns {
/// Bounds the walk over one expression: expressions of indices are shallow.
inline constexpr unsigned maxDepth = 10;
/// Elements farther apart cannot be in one window.
inline constexpr uint64_t maxReach = uint64_t{1} << 16;
}  // namespace lanePatterns

/// Ids that begin at multiples of the width (use-aligned-ids).
namespace alignedIds {
/// The search for the sources of an aligned value visits at most this many values.
inline constexpr unsigned maxValues = 16;
}  // namespace alignedIds

/// Hidden extensions of integers (recognize-extensions).
namespace extensionRecognition {
/// Levels of additions in a shifted sum.
inline constexpr unsigned maxDepth = 3;
}  // namespace extensionRecognition

/// Widening of index arithmetic (widen-indices).
namespace indexWidening {
/// The values that one extension may have behind it.
inline constexpr unsigned maxValues = 64;
}  // namespace indexWidening

/// Expansion of small copies (expand-small-copies).
namespace copyExpansion {
/// The pieces of a copy, at most: a limit of code size.
inline constexpr uint64_t maxPieces = 32;
/// The bytes of a piece, at most.
inline constexpr uint64_t maxPieceSize = 8;
}  // namespace copyExpansion

/// Unrolling of strided walks (unroll-strided-walks).
namespace stridedWalks {
/// The unroll factor is the longest run's length, within these bounds.
inline constexpr unsigned leastAtOnce = 4;
inline constexpr unsigned mostAtOnce = 8;
/// The instructions of an unrolled iteration, at most.
inline constexpr unsigned maxUnrolledSize = 400;
/// Bytes. A first-level cache of 32 KiB with 8 ways has sets for 4 KiB. Lanes at multiples of half
/// of it share two sets.
inline constexpr int64_t setDistance = 2048;
/// The accesses of a block that are compared with each other.
inline constexpr unsigned maxCompared = 128;
}  // namespace stridedWalks

/// Versioned accesses at boundaries (check-strides).
namespace checkedStrides {
/// Instructions of a versioned range, at most: its code is copied.
inline constexpr unsigned maxRange = 512;
/// Conditions of its check, at most.
inline constexpr size_t maxConditions = 24;
}  // namespace checkedStrides

/// Loops over the pieces of SIMD groups at a boundary.
namespace piecewiseLanes {
/// Indices compared in each round, at most.
inline constexpr size_t maxIndices = 16;
/// SIMD groups of a period, at least.
inline constexpr int64_t longPeriod = 8;
/// Lanes beyond a bound, at most: each is a piece of its own.
inline constexpr int64_t mostBeyond = 8;
}  // namespace piecewiseLanes

/// Affine expressions of lanes: the search in index expressions.
namespace affineLanes {
/// Bounds on one question, for the time to build: expressions of indices are small.
inline constexpr unsigned maxDepth = 12;
inline constexpr unsigned maxValues = 64;
inline constexpr size_t maxTerms = 6;
/// In work-items. Too many SIMD groups would meet the end of a shorter constant period.
inline constexpr uint64_t shortestPeriod = 2 * maximumWidth;
}  // namespace affineLanes

/// Likely steps of addresses: the search in index expressions.
namespace strideEstimate {
/// Bounds the recursion, and so the time to build: expressions of indices are small.
inline constexpr unsigned maxDepth = 12;
}  // namespace strideEstimate

/// Decomposition of addresses.
namespace linearAddress {
/// Bounds the expansion of one index; deeper operations stay a term.
inline constexpr unsigned maxDepth = 8;
}  // namespace linearAddress

/// Layout of private variables (interleave-private-variables).
namespace privateLayout {
/// Elements of a memcpy or memset to be accessed one by one at most. A longer one rules
/// interleaving out.
inline constexpr uint64_t maxCopied = 128;
}  // namespace privateLayout

/// Code once per active lane.
namespace lanes {
/// Wider masked SIMD groups loop over the lanes, instead of a branch for each lane.
inline constexpr unsigned maxUnrolledWidth = 8;
/// Most operations that one lane's address repeats as scalars (lane_addresses.h).
inline constexpr unsigned maxSumOperations = 6;
/// Wider masked SIMD groups store lane by lane in a loop alone, also if all lanes are active.
inline constexpr unsigned maxStoresInRow = 16;
}  // namespace lanes

}  // namespace compiler::vecz::thresholds
