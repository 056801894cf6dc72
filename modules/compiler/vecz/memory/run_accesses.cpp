// Accesses of lane-private contiguous runs
// ----------------------------------------
//
// The members of a run (contiguous_runs.h) are one short vector load per lane, and a transposition
// in registers:
//
//      load p[0], p[1] with p = rows + i * 1000         4 lanes a, b, c, d;
//      <2 x T> loads:  a0 a1   b0 b1   c0 c1   d0 d1;
//      lanes 0 and 2:  a0 a1 c0 c1                      vector 0;
//      lanes 1 and 3:  b0 b1 d0 d1                      vector 1;
//      interleaved:    a0 b0 c0 d0  and  a1 b1 c1 d1    the lanes' p[0] and p[1]
//
// The transposition of runs of `length` elements: vector j consists of the runs of lanes j, j +
// length, j + 2 * length and so on. A step interleaves vector j with vector j + length / 2, run by
// run. After log2(length) steps each vector is a column, in the order of lanes. The transposition
// is its own inverse, so stores use it, too.
//
// Where the target gathers integers as long as a run in less time, one gather loads all runs. The
// columns are every `length`-th element of its result.
//
// Nothing is read but the elements of the lane itself. Inactive lanes read the first active lane's
// run. Stores are in blocks without a mask.

#include "vecz/memory/run_accesses.h"

#include <numeric>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "registry/step_gate.h"
#include "vecz/lanes/lane_access.h"
#include "vecz/memory/contiguous_runs.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// The emission of one group under the LaneValues' mask.
class RunEmission {
 public:
  RunEmission(const ContiguousRun &group, MemoryEmitter &emitter)
      : group_(group),
        values_(emitter.values()),
        emitter_(emitter),
        layout_(values_.function().getDataLayout()) {}

  // Loads by a gather of `gathered`, unless null.
  void run(Type *gathered) {
    if (gathered) {
      gather(gathered);
    } else if (group_.access.isLoad) {
      load();
    } else {
      store();
    }
  }

 private:
  using Values = SmallVector<Value *>;

  // The address of each lane's first element, as the sum of both parts.
  struct Parts {
    Value *common;  // a scalar: a pointer, an index, or null
    Value *own;     // a vector: indices if `common` is a pointer, pointers otherwise
  };
  Parts parts();
  // The address of each lane's run, as scalars.
  Values addressesOf();
  // The same as a vector.
  Value *addressVector();
  // The bytes from the place's common and own terms to a run's first element.
  Constant *offsetOfFirst() const;
  void load();
  void gather(Type *integer);
  void store();
  // Gives a member of the group its column.
  void set(Instruction *member, Value *column);
  // Turns vectors of runs into vectors of columns, and back.
  Values transposed(Values vectors);

  const ContiguousRun &group_;
  LaneValues &values_;
  MemoryEmitter &emitter_;
  const DataLayout &layout_;
};

// The addresses of the place, split. The common part is added last to each lane's own one: the own
// terms are often the same in all iterations of a loop, and move out of it.
//
// A term is common if it is uniform, or strided without an extension (which may wrap differently in
// each lane). Its stride goes into the own terms, as a constant vector.
RunEmission::Parts RunEmission::parts() {
  IRBuilder<> &builder = values_.builder();
  const unsigned width = values_.width();
  const Value *pointer = getLoadStorePointerOperand(group_.place);
  LinearAddress linear = linearAddress(pointer, layout_);
  auto *type = builder.getIntNTy(layout_.getIndexTypeSizeInBits(pointer->getType()));
  auto *lanesType = FixedVectorType::get(type, width);
  auto plus = [&](Value *sum, Value *index, const LinearAddress::Term &term, Type *to) {
    index = term.extension == LinearAddress::Extension::zero ? builder.CreateZExtOrTrunc(index, to)
                                                             : builder.CreateSExtOrTrunc(index, to);
    index = builder.CreateMul(index, ConstantInt::getSigned(to, term.scale));
    return sum ? builder.CreateAdd(sum, index) : index;
  };
  Value *common = nullptr;
  Value *apart = nullptr;
  const Shape root = values_.shape(linear.root);
  int64_t step = root.isVarying() ? 0 : root.stride();
  for (const LinearAddress::Term &term : linear.terms) {
    Shape shape = values_.shape(term.value);
    const bool isKept = shape.isUniform() ||
                        (shape.isStrided() && term.extension == LinearAddress::Extension::none);
    if (isKept) {
      common = plus(common, values_.scalar(term.value), term, type);
      step += times(term.scale, shape.stride());
    } else {
      apart = plus(apart, values_.vector(term.value), term, lanesType);
    }
  }
  if (!apart || step != 0) {
    auto *steps = cast<Constant>(
        builder.CreateMul(laneNumbers(type, width), ConstantInt::getSigned(lanesType, step)));
    apart = apart ? builder.CreateAdd(apart, steps) : steps;
  }
  if (root.isVarying()) {
    apart = builder.CreatePtrAdd(values_.vector(linear.root), apart);
  }
  if (Value *mask = values_.mask()) {
    Value *safe = builder.CreateExtractElement(apart, values_.firstActiveLane());
    apart = builder.CreateSelect(mask, apart, builder.CreateVectorSplat(width, safe));
  }
  if (!root.isVarying()) {
    Value *start = values_.scalar(linear.root);
    common = common ? builder.CreatePtrAdd(start, common) : start;
  }
  return {common, apart};
}

Constant *RunEmission::offsetOfFirst() const {
  const Value *pointer = getLoadStorePointerOperand(group_.members.front());
  return ConstantInt::getSigned(layout_.getIndexType(pointer->getType()),
                                linearAddress(pointer, layout_).offset);
}

// The scalar terms are one base, so that the instruction has the vector as its index.
Value *RunEmission::addressVector() {
  IRBuilder<> &builder = values_.builder();
  const Parts sum = parts();
  Constant *first = offsetOfFirst();
  if (!sum.common) {
    return builder.CreatePtrAdd(sum.own, first);
  }
  if (sum.common->getType()->isPointerTy()) {
    return builder.CreatePtrAdd(builder.CreatePtrAdd(sum.common, first), sum.own);
  }
  return builder.CreatePtrAdd(sum.own, builder.CreateAdd(sum.common, first));
}

RunEmission::Values RunEmission::addressesOf() {
  IRBuilder<> &builder = values_.builder();
  Constant *first = offsetOfFirst();
  const Parts sum = parts();
  const bool isCommonPointer = sum.common && sum.common->getType()->isPointerTy();
  Values addresses;
  for (unsigned lane = 0; lane < values_.width(); lane++) {
    Value *address = builder.CreateExtractElement(sum.own, lane);
    if (isCommonPointer) {
      address = builder.CreatePtrAdd(sum.common, address);
    } else if (sum.common) {
      address = builder.CreatePtrAdd(address, sum.common);
    }
    addresses.push_back(builder.CreatePtrAdd(address, first));
  }
  return addresses;
}

// The transposition as described at the top of the file.
RunEmission::Values RunEmission::transposed(Values vectors) {
  IRBuilder<> &builder = values_.builder();
  const auto length = static_cast<unsigned>(vectors.size());
  const unsigned width = values_.width();
  SmallVector<int> low, high;
  for (unsigned start = 0; start < width; start += length) {
    for (unsigned element = 0; element < length; element++) {
      unsigned from = start + element / 2 + (element % 2) * width;
      low.push_back(static_cast<int>(from));
      high.push_back(static_cast<int>(from + length / 2));
    }
  }
  for (unsigned step = 1; step < length; step *= 2) {
    Values next;
    for (unsigned number = 0; number < length / 2; number++) {
      Value *left = vectors[number], *right = vectors[number + length / 2];
      next.push_back(builder.CreateShuffleVector(left, right, low));
      next.push_back(builder.CreateShuffleVector(left, right, high));
    }
    vectors = std::move(next);
  }
  return vectors;
}

void RunEmission::load() {
  IRBuilder<> &builder = values_.builder();
  const unsigned length = group_.length();
  Values runs;
  for (Value *address : addressesOf()) {
    runs.push_back(emitter_.loadWide(group_.access, address, length, nullptr));
  }
  Values vectors;
  for (unsigned number = 0; number < length; number++) {
    Values joined;
    for (unsigned lane = number; lane < values_.width(); lane += length) {
      joined.push_back(runs[lane]);
    }
    vectors.push_back(concatenateVectors(builder, joined));
  }
  for (auto [member, column] : zip(group_.members, transposed(std::move(vectors)))) {
    set(member, column);
  }
}

void RunEmission::set(Instruction *member, Value *column) {
  column->setName(member->getName());
  values_.setVector(member, column);
}

// Inactive lanes have the address of an active one, so the gather needs no mask.
void RunEmission::gather(Type *integer) {
  IRBuilder<> &builder = values_.builder();
  const unsigned length = group_.length(), width = values_.width();
  Value *addresses = addressVector();
  Access access = group_.access;
  access.element = integer;
  Value *mask = values_.mask();
  values_.setMask(nullptr);
  Value *runs = emitter_.gatherAt(access, addresses);
  values_.setMask(mask);
  runs = builder.CreateBitCast(runs, FixedVectorType::get(group_.access.element, width * length));
  for (auto [number, member] : enumerate(group_.members)) {
    set(member, builder.CreateShuffleVector(
                    runs, createStrideMask(static_cast<unsigned>(number), length, width)));
  }
}

void RunEmission::store() {
  IRBuilder<> &builder = values_.builder();
  const unsigned length = group_.length();
  Values columns;
  for (Instruction *member : group_.members) {
    columns.push_back(values_.vector(cast<StoreInst>(member)->getValueOperand()));
  }
  Values vectors = transposed(std::move(columns));
  for (auto [lane, address] : enumerate(addressesOf())) {
    SmallVector<int> elements(length);
    std::iota(elements.begin(), elements.end(), static_cast<int>(lane / length * length));
    Value *run = builder.CreateShuffleVector(vectors[lane % length], elements);
    emitter_.storeWide(group_.access, run, address, nullptr);
  }
}

}  // namespace

void planContiguousRuns(Function &function, MemoryEmitter &emitter, PlannedGroups &groups) {
  if (!runsStep("contiguous-runs", function)) {
    return;
  }
  const LaneValues &values = emitter.values();
  auto shapeOf = [&](const Value *value) { return values.shape(value); };
  auto isFree = [&](const Instruction &access) { return !groups.contains(access); };
  for (auto &group : findContiguousRuns(function, values.width(), shapeOf, isFree)) {
    const RunPlan runs =
        planOfRuns(group->access, group->length(), values.width(), emitter.target());
    const bool isMasked = maskOf(*group->place->getParent());
    GroupPlan plan = {group->access, group->place, isMasked, runs.cost, {}};
    plan.emit = [&emitter, gathered = runs.gathered, group = std::move(group)] {
      RunEmission(*group, emitter).run(gathered);
    };
    groups.offer(std::move(plan));
  }
}

}  // namespace compiler::vecz
