// Strided walks
// -------------
//
//   for (int k = 0; k < columns; ++k)
//     sum += matrix[row * columns + k] * vector[k];
//
// In each iteration the lanes of a SIMD group gather from as many rows of the matrix. Unrolled by
// 4, each lane reads 4 neighbours at once, and a transposition makes 4 vectors of them
// (contiguous_runs.h):
//
//   for (int k = 0; k + 3 < columns; k += 4)
//     sum += row[k] * vector[k]; … sum += row[k + 3] * vector[k + 3];
//   for (the remaining k) …
//
// The order in which a work-item computes is unchanged. No element is read that the work-item would
// not read, since the unrolled iteration runs only where all of its parts do. So the number of
// iterations must be known in front of the loop, and be the same for all lanes.
//
// Loops are unrolled in front of linearisation, while they look as in the source. Only loops of one
// block are taken: the unrolled iterations are one block again, and runs are found within a block.
// Stores (and calls) between the iterations' accesses must not touch the run's elements, or the
// accesses could not be done together (mayKeepApart).

#include "vecz/prepare/strided_walks.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"
#include "registry/step_gate.h"
#include "vecz/analysis/lane_uniformity.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/memory/contiguous_runs.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::stridedWalks;

namespace {

constexpr char atOnceMetadata[] = "kiln.iterations_at_once";
constexpr char leftMetadata[] = "kiln.iterations_left";

// Notes a number at the branch that leaves a loop; noted() reads it. Metadata of branches survives
// widening, since terminators are cloned.
void note(Instruction &branch, StringRef kind, unsigned number) {
  LLVMContext &context = branch.getContext();
  auto *constant = ConstantInt::get(Type::getInt32Ty(context), number);
  branch.setMetadata(kind, MDNode::get(context, ConstantAsMetadata::get(constant)));
}

unsigned noted(const Instruction &branch, StringRef kind, unsigned otherwise) {
  const MDNode *node = branch.getMetadata(kind);
  auto *number = node && node->getNumOperands() == 1
                     ? mdconst::dyn_extract<ConstantInt>(node->getOperand(0))
                     : nullptr;
  return number ? static_cast<unsigned>(number->getLimitedValue(mostAtOnce)) : otherwise;
}

// The accesses of a function's loops, by scalar evolution.
class Walks {
 public:
  Walks(Function &function, const ShapeAnalysis &shapes)
      : layout_(function.getDataLayout()),
        shapes_(shapes),
        libraryInfo_(function.getParent()->getTargetTriple()),
        library_(libraryInfo_, &function),
        assumptions_(function),
        dominators_(function),
        loops_(dominators_),
        evolution_(function, library_, assumptions_, dominators_, loops_) {}

  AssumptionCache &assumptions() { return assumptions_; }
  DominatorTree &dominators() { return dominators_; }
  LoopInfo &loops() { return loops_; }
  ScalarEvolution &evolution() { return evolution_; }

  // Returns true if the access goes on by one element per original iteration, and lanes are far
  // apart. An unrolled iteration has one such access per original iteration.
  bool goesAlongRun(Instruction &access, const Loop &loop) {
    Type *type = getLoadStoreType(&access);
    Value *pointer = getLoadStorePointerOperand(&access);
    if (!isVectorElement(type, layout_) || isa<AllocaInst>(getUnderlyingObject(pointer))) {
      return false;
    }
    const int64_t size = sizeOf(access);
    auto *line = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(pointer));
    auto *step = line && line->getLoop() == &loop && line->isAffine()
                     ? dyn_cast<SCEVConstant>(line->getStepRecurrence(evolution_))
                     : nullptr;
    const BasicBlock *exiting = loop.getExitingBlock();
    const unsigned atOnce = exiting ? iterationsAtOnce(*exiting->getTerminator()) : 1;
    return step && step->getAPInt().abs() == size * atOnce && isApart(*pointer, size);
  }

  // Returns true if the lanes' distance is known and a multiple of setDistance.
  bool isInFewSets(const Instruction &access) const {
    const auto distance = distanceOf(*getLoadStorePointerOperand(&access));
    return distance && *distance % setDistance == 0;
  }

  // Adds the accesses of a block whose next or previous element is accessed in the same way.
  void findNeighbours(BasicBlock &block, SmallPtrSetImpl<const Instruction *> &found) const {
    SmallVector<std::pair<const Instruction *, LinearAddress>> apart;
    for (Instruction &instruction : block) {
      if (!isSimpleAccess(instruction) || apart.size() == maxCompared) {
        continue;
      }
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (isApart(*pointer, sizeOf(instruction))) {
        apart.emplace_back(&instruction, linearAddress(pointer, layout_));
      }
    }
    for (const auto &[access, address] : apart) {
      const bool hasNeighbour = any_of(apart, [&](const auto &other) {
        return other.first->getOpcode() == access->getOpcode() &&
               std::abs(other.second.offset - address.offset) == sizeOf(*access) &&
               other.second.differsByConstant(address);
      });
      if (hasNeighbour) {
        found.insert(access);
      }
    }
  }

 private:
  int64_t sizeOf(const Instruction &access) const {
    return static_cast<int64_t>(
        layout_.getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
  }

  // Bytes from lane to lane, if known. Extensions are assumed not to wrap: this is an estimate.
  std::optional<int64_t> distanceOf(const Value &pointer) const {
    LinearAddress address = linearAddress(&pointer, layout_);
    Shape root = shapes_[address.root];
    if (root.isVarying()) {
      return std::nullopt;
    }
    int64_t distance = root.stride();
    for (const LinearAddress::Term &term : address.terms) {
      Shape shape = shapes_[term.value];
      if (shape.isVarying()) {
        return std::nullopt;
      }
      distance += times(term.scale, shape.stride());
    }
    return std::abs(distance);
  }

  // Returns true if lanes are far from each other, or vary.
  bool isApart(const Value &pointer, int64_t size) const {
    return distanceOf(pointer).value_or(INT64_MAX) >
           thresholds::interleave::maxExpectedStride * size;
  }

  const DataLayout &layout_;
  const ShapeAnalysis &shapes_;
  TargetLibraryInfoImpl libraryInfo_;
  TargetLibraryInfo library_;
  AssumptionCache assumptions_;
  DominatorTree dominators_;
  LoopInfo loops_;
  ScalarEvolution evolution_;
};

// Chooses and unrolls the loops of a function.
class Unroller {
 public:
  Unroller(Function &function, const SimdGroup &simdGroup, const TargetTransformInfo &target)
      : target_(target),
        layout_(function.getDataLayout()),
        uniformity_(uniformityInSimdGroup(function, simdGroup)),
        shapes_(function, simdGroup),
        walks_(function, shapes_),
        assumptions_(walks_.assumptions()),
        dominators_(walks_.dominators()),
        loops_(walks_.loops()),
        evolution_(walks_.evolution()),
        remarks_(&function) {}

  void run() {
    SmallVector<std::pair<Loop *, unsigned>> found;
    for (Loop *loop : loops_.getLoopsInPreorder()) {
      if (unsigned count = iterationsFor(*loop)) {
        found.emplace_back(loop, count);
      }
    }
    for (auto [loop, count] : found) {
      unroll(*loop, count);
    }
  }

 private:
  // The unroll factor of a loop; 0 if it is no candidate.
  unsigned iterationsFor(Loop &loop) {
    BasicBlock *block = loop.getHeader();
    if (loop.getNumBlocks() != 1 || !loop.getUniqueExitBlock() ||
        uniformity_.branchDiverges(*block) ||
        !evolution_.hasLoopInvariantBackedgeTakenCount(&loop)) {
      return 0;
    }
    unsigned count = 0;
    for (Instruction &instruction : *block) {
      if (auto *call = dyn_cast<CallBase>(&instruction);
          call && (call->isConvergent() || call->cannotDuplicate())) {
        return 0;
      }
      if (isSimpleAccess(instruction) && walks(instruction, loop)) {
        count = std::max(count, longestContiguousRun(getLoadStoreType(&instruction), layout_));
      }
    }
    if (count == 0) {
      return 0;
    }
    count = std::clamp(count, leastAtOnce, mostAtOnce);
    unsigned known = evolution_.getSmallConstantTripCount(&loop);
    bool isShort = known != 0 && known < count;
    return isShort || block->size() * count > maxUnrolledSize ? 0 : count;
  }

  // Returns true if the access walks contiguously, and nothing in the loop keeps the iterations'
  // accesses apart.
  bool walks(Instruction &access, const Loop &loop) {
    return walks_.goesAlongRun(access, loop) && none_of(*loop.getHeader(), [&](Instruction &other) {
             return &other != &access && mayKeepApart(access, other);
           });
  }

  // Returns true if `other` may prevent that accesses of several iterations are done together.
  bool mayKeepApart(Instruction &access, Instruction &other) const {
    if (!other.mayReadOrWriteMemory() || other.isLifetimeStartOrEnd() ||
        (isa<LoadInst>(access) && !other.mayWriteToMemory())) {
      return false;
    }
    if (!isSimpleAccess(other)) {
      return true;
    }
    LinearAddress address = linearAddress(getLoadStorePointerOperand(&access), layout_);
    LinearAddress otherAddress = linearAddress(getLoadStorePointerOperand(&other), layout_);
    // Another element of the same run is accessed by another iteration.
    if (address.differsByConstant(otherAddress)) {
      return address.offset != otherAddress.offset;
    }
    return mayTouchSameBytes(access, address, other, otherAddress);
  }

  // Unrolls with a loop for the left-over iterations, and notes the factor at both loops.
  void unroll(Loop &loop, unsigned count) {
    simplifyLoop(&loop, &dominators_, &loops_, &evolution_, &assumptions_, nullptr,
                 /*PreserveLCSSA=*/false);
    formLCSSARecursively(loop, dominators_, &loops_, &evolution_);
    UnrollLoopOptions options = {};
    options.Count = count;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    options.SCEVExpansionBudget = SCEVCheapExpansionBudget;
    Loop *rest = nullptr;
    if (UnrollLoop(&loop, options, &loops_, &evolution_, &dominators_, &assumptions_, &target_,
                   &remarks_, /*PreserveLCSSA=*/true,
                   &rest) != LoopUnrollResult::PartiallyUnrolled) {
      return;
    }
    if (loop.getExitingBlock()) {
      note(*loop.getExitingBlock()->getTerminator(), atOnceMetadata, count);
    }
    if (rest && rest->getExitingBlock()) {
      note(*rest->getExitingBlock()->getTerminator(), leftMetadata, count);
    }
  }

  const TargetTransformInfo &target_;
  const DataLayout &layout_;
  passes::UniformValues uniformity_;
  ShapeAnalysis shapes_;
  Walks walks_;
  AssumptionCache &assumptions_;
  DominatorTree &dominators_;
  LoopInfo &loops_;
  ScalarEvolution &evolution_;
  OptimizationRemarkEmitter remarks_;
};

}  // namespace

// Returns true if there is a loop of one block with an access. Computing the analyses takes time.
static bool hasCandidate(const Function &function) {
  return any_of(function, [](const BasicBlock &block) {
    return is_contained(successors(&block), &block) &&
           any_of(block, [](const Instruction &i) { return isSimpleAccess(i); });
  });
}

void unrollStridedWalks(Function &function, const SimdGroup &simdGroup,
                        const TargetTransformInfo &target) {
  if (!hasCandidate(function) || !runsStep("unroll-strided-walks", function)) {
    return;
  }
  Unroller(function, simdGroup, target).run();
}

WalkingAccesses findWalkingAccesses(Function &linearized, const ShapeAnalysis &shapes) {
  WalkingAccesses found;
  if (none_of(instructions(linearized), isSimpleAccess)) {
    return found;
  }
  Walks walks(linearized, shapes);
  for (BasicBlock &block : linearized) {
    walks.findNeighbours(block, found.inBlocks);
    const Loop *loop = walks.loops().getLoopFor(&block);
    if (!loop || !loop->isInnermost()) {
      continue;
    }
    for (Instruction &instruction : block) {
      if (!isSimpleAccess(instruction) || !walks.goesAlongRun(instruction, *loop)) {
        continue;
      }
      found.inLoops.insert(&instruction);
      if (walks.isInFewSets(instruction)) {
        found.inFewSets.insert(&instruction);
      }
    }
  }
  return found;
}

unsigned iterationsAtOnce(const Instruction &branch) {
  return noted(branch, atOnceMetadata, 1);
}

unsigned iterationsLeftOf(const Instruction &branch) {
  return noted(branch, leftMetadata, 0);
}

}  // namespace compiler::vecz
