// Lane-private contiguous runs
// ----------------------------
//
// A work-item that walks along a row of a matrix, or reads a point of many dimensions, accesses
// neighbouring elements. The elements of the next work-item are a row or a point away. One by one
// each access is a gather: a load per lane, and one element of each lane's cache line. Together, a
// few of them are one short vector load per lane, and a transposition in registers
// (run_accesses.cpp).
//
// Runs are found within a block by their affine addresses (linear_address.h): the addresses of a
// group differ by constants. Loops along such runs are unrolled beforehand, to make such blocks
// (strided_walks.h).
//
// Loads move up to the first of a group, stores down to the last. So no access between them may
// touch the same memory. Only accesses of one lane count: between work-items nothing orders plain
// accesses.
//
// Runs have no gaps, and are cut into powers of 2 of at most 16 bytes. Stores are grouped in blocks
// without a mask only.

#include "vecz/memory/contiguous_runs.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "registry/step_gate.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::contiguousRuns;

namespace {

// Accesses whose addresses differ by constants, in program order.
struct Neighbours {
  struct Member {
    Instruction *instruction;
    int64_t offset;
  };

  LinearAddress address;
  Type *element;
  bool isLoad;
  size_t writesBefore;  ///< the block's stores in front of the first member
  SmallVector<Member> members;
};

// Finds the runs of one block. It keeps the neighbours to which accesses may still be added
// ("open") and gives them to `take` once something forbids to move further accesses to them.
class Search {
 public:
  using Take = function_ref<void(Neighbours)>;

  Search(BasicBlock &block, ShapeOf shapeOf, function_ref<bool(const Instruction &)> isWanted,
         Take take)
      : block_(block),
        layout_(block.getDataLayout()),
        shapeOf_(shapeOf),
        isWanted_(isWanted),
        take_(take) {}

  // Visits the block's accesses in order. Anything but a simple access is a barrier: for stores
  // always, for loads if it writes.
  void run() {
    isMasked_ = maskOf(block_);
    auto isAny = [&](const Instruction &instruction) {
      return isSimpleAccess(instruction) && isCandidate(instruction);
    };
    if (count_if(block_, isAny) < 2) {
      return;
    }
    for (Instruction &instruction : block_) {
      auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      if (!instruction.mayReadOrWriteMemory() ||
          (intrinsic && intrinsic->isAssumeLikeIntrinsic())) {
        continue;
      }
      if (isSimpleAccess(instruction)) {
        visit(instruction);
      } else {
        closeIf(
            [&](const Neighbours &open) { return instruction.mayWriteToMemory() || !open.isLoad; });
      }
    }
    closeIf([](const Neighbours &) { return true; });
  }

 private:
  // Adds a simple access to its neighbours or begins new ones, and closes stores that it may touch.
  void visit(Instruction &access) {
    const LinearAddress &address = addresses_[&access] =
        linearAddress(getLoadStorePointerOperand(&access), layout_);
    Neighbours *joined = isCandidate(access) ? findFor(access, address) : nullptr;
    closeIf([&](const Neighbours &open) {
      return &open != joined && !open.isLoad && any_of(open.members, [&](const auto &member) {
        return mayAlias(*member.instruction, access);
      });
    });
    if (isa<StoreInst>(access)) {
      writes_.push_back(&access);
    }
    if (writes_.size() > maxWrites) {
      closeIf([](const Neighbours &) { return true; });
    } else if (joined) {
      joined->members.push_back({&access, address.offset});
    } else if (isCandidate(access)) {
      begin(access, address);
    }
  }

  // Opens new neighbours. The oldest ones are closed if there are too many.
  void begin(Instruction &access, const LinearAddress &address) {
    if (open_.size() == maxOpen) {
      take_(std::move(open_.front()));
      open_.erase(open_.begin());
    }
    open_.push_back({address,
                     getLoadStoreType(&access),
                     isa<LoadInst>(access),
                     writes_.size(),
                     {{&access, address.offset}}});
  }

  // Returns true for a wanted access whose lanes are not known to be near each other. Private
  // variables have a layout of their own.
  bool isCandidate(const Instruction &access) const {
    Type *type = getLoadStoreType(&access);
    const Value *pointer = getLoadStorePointerOperand(&access);
    Shape shape = shapeOf_(pointer);
    if (!isVectorElement(type, layout_) || shape.isUniform() || !isWanted_(access) ||
        (isa<StoreInst>(access) && isMasked_)) {
      return false;
    }
    if (isa<AllocaInst>(getUnderlyingObject(pointer))) {
      return false;
    }
    auto size = static_cast<int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
    return shape.isVarying() ||
           std::abs(shape.stride()) > thresholds::interleave::maxExpectedStride * size;
  }

  // The open neighbours for an access, or null. Two accesses of one element cannot be in one run.
  Neighbours *findFor(const Instruction &access, const LinearAddress &address) {
    bool isLoad = isa<LoadInst>(access);
    for (Neighbours &open : open_) {
      if (open.isLoad != isLoad || open.element != getLoadStoreType(&access) ||
          !open.address.differsByConstant(address)) {
        continue;
      }
      bool isThere = any_of(open.members, [&](const Neighbours::Member &member) {
        return member.offset == address.offset;
      });
      if (!isThere && (!isLoad || canMoveUp(access, open))) {
        return &open;
      }
    }
    return nullptr;
  }

  // Returns true if the load may move up to the first member, across the stores since then. An
  // earlier store counts as well if its address differs by a constant: its own group may have moved
  // it down.
  bool canMoveUp(const Instruction &load, const Neighbours &open) const {
    const LinearAddress &address = addresses_.find(&load)->second;
    for (auto [number, write] : enumerate(writes_)) {
      bool isBetween = number >= open.writesBefore;
      if ((isBetween || addresses_.find(write)->second.differsByConstant(address)) &&
          mayAlias(*write, load)) {
        return false;
      }
    }
    return true;
  }

  // Returns true if two accesses of one lane may touch the same bytes.
  bool mayAlias(const Instruction &left, const Instruction &right) const {
    return mayTouchSameBytes(left, addresses_.find(&left)->second, right,
                             addresses_.find(&right)->second);
  }

  // Gives the neighbours that fulfil the condition to `take`.
  void closeIf(function_ref<bool(const Neighbours &)> condition) {
    for (Neighbours &open : open_) {
      if (condition(open)) {
        take_(std::move(open));
      }
    }
    llvm::erase_if(open_, [](const Neighbours &open) { return open.members.empty(); });
  }

  BasicBlock &block_;
  const DataLayout &layout_;
  ShapeOf shapeOf_;
  function_ref<bool(const Instruction &)> isWanted_;
  Take take_;
  bool isMasked_ = false;
  DenseMap<const Instruction *, LinearAddress> addresses_;
  SmallVector<const Instruction *> writes_;
  SmallVector<Neighbours> open_;
};

// The group of a run of members, sorted by their addresses.
std::unique_ptr<ContiguousRun> groupOf(ArrayRef<Neighbours::Member> members) {
  SmallVector<Instruction *> instructions;
  for (const Neighbours::Member &member : members) {
    instructions.push_back(member.instruction);
  }
  auto before = [](const Instruction *left, const Instruction *right) {
    return left->comesBefore(right);
  };
  Access access = accessOf(*instructions.front());
  for (Instruction *instruction : drop_begin(instructions)) {
    access.origins.push_back(instruction);
  }
  Instruction *place =
      access.isLoad ? *min_element(instructions, before) : *max_element(instructions, before);
  return std::make_unique<ContiguousRun>(
      ContiguousRun{std::move(access), std::move(instructions), place});
}

}  // namespace

// Both limits apply to one lane's access.
unsigned longestContiguousRun(Type *element, const DataLayout &layout) {
  return static_cast<unsigned>(runBytes / layout.getTypeStoreSize(element).getFixedValue());
}

// Sorts neighbours by their offsets and cuts their contiguous runs into the greatest powers of 2.
SmallVector<std::unique_ptr<ContiguousRun>> findContiguousRuns(
    Function &function, unsigned width, ShapeOf shapeOf,
    function_ref<bool(const Instruction &)> isWanted) {
  const DataLayout &layout = function.getDataLayout();
  SmallVector<std::unique_ptr<ContiguousRun>> groups;
  auto take = [&](Neighbours found) {
    sort(found.members, [](const Neighbours::Member &left, const Neighbours::Member &right) {
      return left.offset < right.offset;
    });
    auto size = static_cast<int64_t>(layout.getTypeStoreSize(found.element).getFixedValue());
    const unsigned longest = std::min(width, longestContiguousRun(found.element, layout));
    ArrayRef<Neighbours::Member> rest = found.members;
    while (rest.size() > 1) {
      size_t run = 1;
      while (run < rest.size() && rest[run].offset == rest[run - 1].offset + size) {
        run++;
      }
      size_t length = std::min<size_t>(bit_floor(run), longest);
      if (length > 1) {
        groups.push_back(groupOf(rest.take_front(length)));
      }
      rest = rest.drop_front(std::max<size_t>(length, 1));
    }
  };
  for (BasicBlock &block : function) {
    Search(block, shapeOf, isWanted, take).run();
  }
  return groups;
}

// A gather of integers as long as the runs, then a shuffle for each column. Its cost is invalid if
// the target has no such gather.
static RunPlan planOfGather(const Access &access, unsigned length, unsigned width,
                            InstructionCost shuffle, const TargetTransformInfo &target) {
  const unsigned bits = length * access.element->getScalarSizeInBits();
  if (!access.isLoad || bits == 0) {  // pointers have none
    return {nullptr, InstructionCost::getInvalid()};
  }
  Access runs = access;
  runs.element = IntegerType::get(access.element->getContext(), bits);
  const bool isWhole = bits == 32 || bits == 64;
  const InstructionCost cost =
      isWhole ? costOfGatherInstruction(runs, /*isMasked=*/false, width, target)
              : costOfWordGather(runs, width, target);
  return {runs.element, cost + length * shuffle};
}

RunPlan planOfRuns(const Access &access, unsigned length, unsigned width,
                   const TargetTransformInfo &target) {
  constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
  auto *run = FixedVectorType::get(access.element, length);
  auto *vector = FixedVectorType::get(access.element, width);
  unsigned opcode = access.isLoad ? Instruction::Load : Instruction::Store;
  const InstructionCost shuffle =
      target.getShuffleCost(TargetTransformInfo::SK_PermuteTwoSrc, vector, vector, {}, kind);
  // One unit per lane for joining the runs and for addresses. Loads can join them, and rarely does
  // each run need an address of its own.
  const InstructionCost each =
      width +
      width * target.getMemoryOpCost(opcode, run, access.alignment, access.addressSpace, kind) +
      length * Log2_32(length) * shuffle;
  const RunPlan gather = planOfGather(access, length, width, shuffle, target);
  const bool isGathered = gather.cost.isValid() && (!each.isValid() || gather.cost < each);
  return isGathered ? gather : RunPlan{nullptr, each};
}

// The cost model has no LaneValues yet, so it passes shapes and a width. All accesses are
// considered.
DenseMap<const Instruction *, double> costsInContiguousRuns(Function &function, unsigned width,
                                                            ShapeOf shapeOf,
                                                            const TargetTransformInfo &target) {
  DenseMap<const Instruction *, double> prices;
  if (!runsStep("contiguous-runs", function)) {
    return prices;
  }
  auto all = [](const Instruction &) { return true; };
  for (const auto &group : findContiguousRuns(function, width, shapeOf, all)) {
    const InstructionCost cost = planOfRuns(group->access, group->length(), width, target).cost;
    if (!cost.isValid()) {
      continue;
    }
    for (const Instruction *member : group->members) {
      prices[member] = static_cast<double>(cost.getValue()) / group->length();
    }
  }
  return prices;
}

}  // namespace compiler::vecz
