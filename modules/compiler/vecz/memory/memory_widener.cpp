// Loads, stores and private variables of a SIMD group
// ---------------------------------------------------
//
// The shape of an access's address decides. In the order in which load() and store() ask:
//
//   * atomic, volatile, or a type with unused bits in its bytes (i1): once per active lane;
//   * a store to an address that all lanes share: the last active lane's value. The work-items are
//     not ordered, but one of them has to win;
//   * a stride of several elements: wide accesses and shuffles (interleave.h), if they pay;
//   * a permuted order: a window and permutations (window_accesses.h), if they pay;
//   * neighbours in each lane: a short vector access per lane (contiguous_runs.h), if they pay;
//   * a stride of one element, forwards or backwards: one vector access;
//   * an element of a small private array: selects among all elements (private_arrays.h);
//   * probably a stride of one element (stride_estimate.h): a vector access behind a test of the
//     actual addresses, else as the last case;
//   * all else: gather and scatter.
//
// Masks. A target with masked accesses gets them. Other targets get an unmasked vector access if
// all lanes are active, and a gather or scatter otherwise. So no byte is accessed for an inactive
// lane (doc/vectoriser-memory.md has a row for each step).
//
// Private variables are different. The vector of a private variable belongs to the SIMD group
// alone, inactive lanes included. Under a mask it is read as a whole, and written back with the old
// elements of the other lanes. SROA makes values of these accesses, but not of masked ones.

#include "vecz/memory/memory_widener.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "registry/step_gate.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/analysis/private_layout.h"
#include "vecz/analysis/stride_estimate.h"
#include "vecz/memory/contiguous_runs.h"
#include "vecz/memory/interleave.h"
#include "vecz/memory/memory_emitter.h"
#include "vecz/memory/private_arrays.h"
#include "vecz/memory/window_accesses.h"

namespace compiler::vecz {

using namespace llvm;

// The implementation, so that the header does not need the headers of all variants.
struct MemoryWidener::State {
  State(LaneValues &values, Function &function, const TargetTransformInfo &target)
      : values_(values),
        layout_(function.getDataLayout()),
        emitter_(values, target),
        checksContiguity_(runsStep("check-contiguity", values.function())),
        loadsTwoRuns_(runsStep("two-runs-at-boundaries", values.function())),
        groups_(function, values, emitter_, target),
        windows_(function, values, emitter_, groups_, target),
        runs_(function, values, emitter_, target,
              [this](const Instruction &access) {
                return groups_.find(&access) || windows_.find(&access);
              }),
        privateArrays_(values, emitter_, target) {}

  void variable(AllocaInst &variable) {
    Instruction *copy = values_.builder().Insert(variable.clone(), variable.getName());
    values_.setScalar(&variable, copy);
  }

  void load(LoadInst &load) {
    if (!load.isSimple() || !isVectorElement(load.getType(), layout_)) {
      loadEach(load);
      return;
    }
    if (const AccessGroup *group = groups_.find(&load)) {
      if (group->place().instruction == &load) {
        groups_.widen(*group);
      }
      return;
    }
    if (const WindowGroup *window = windows_.find(&load)) {
      if (window->place() == &load) {
        windows_.widen(*window);
      }
      return;
    }
    if (const ContiguousRun *run = runs_.find(&load)) {
      if (run->place == &load) {
        runs_.widen(*run);
      }
      return;
    }
    Access access(load);
    Value *result = isConsecutive(load) ? loadConsecutive(load, access) : gather(load, access);
    result->setName(load.getName());
    values_.setVector(&load, result);
  }

  void store(StoreInst &store) {
    Value *value = store.getValueOperand();
    if (!store.isSimple()) {
      storeEach(store);
      return;
    }
    if (values_.shape(store.getPointerOperand()).isUniform()) {
      storeLast(store);
      return;
    }
    if (!isVectorElement(value->getType(), layout_)) {
      storeEach(store);
      return;
    }
    if (const AccessGroup *group = groups_.find(&store)) {
      if (group->place().instruction == &store) {
        groups_.widen(*group);
      }
      return;
    }
    if (const WindowGroup *window = windows_.find(&store)) {
      if (window->place() == &store) {
        windows_.widen(*window);
      }
      return;
    }
    if (const ContiguousRun *run = runs_.find(&store)) {
      if (run->place == &store) {
        runs_.widen(*run);
      }
      return;
    }
    Access access(store);
    if (isConsecutive(store)) {
      storeConsecutive(store, access);
    } else {
      scatter(store, access);
    }
  }

 private:
  // The probable distance of neighbouring lanes' addresses, in bytes, if a faster variant exists
  // for it: a vector (the element's size) or, for loads, a broadcast (0).
  std::optional<int64_t> usefulStep(const Value *pointer, const Access &access) const {
    if (!checksContiguity_ ||
        (values_.mask() && !emitter_.hasMaskedAccess(access, values_.width()))) {
      return std::nullopt;
    }
    auto step = likelyStride(pointer, [&](const Value *value) { return values_.shape(value); });
    auto size = static_cast<int64_t>(layout_.getTypeStoreSize(access.element));
    if (step && *step != size && (*step != 0 || !access.isLoad)) {
      return std::nullopt;
    }
    return step;
  }

  // The load of a varying address.
  Value *gather(LoadInst &load, const Access &access) {
    const Value *pointer = load.getPointerOperand();
    if (Value *elements = privateArrays_.load(access, pointer)) {
      return elements;
    }
    std::optional<int64_t> step = usefulStep(pointer, access);
    if (!step) {
      return emitter_.gather(access, pointer);
    }
    Value *addresses = values_.vector(pointer);
    if (loadsTwoRuns_ && *step != 0 && isAtBoundary(load) &&
        emitter_.hasMaskedAccess(access, values_.width())) {
      return gatherRuns(access, pointer, addresses, *step);
    }
    auto together = [&]() -> Value * {
      Value *address = emitter_.addressOfLane0(addresses, *step);
      if (*step != 0) {
        return emitter_.loadWide(access, address, values_.width(), values_.mask());
      }
      Value *element = emitter_.loadWide(access, address, 1, nullptr);
      return values_.builder().CreateVectorSplat(
          values_.width(), values_.builder().CreateExtractElement(element, uint64_t{0}));
    };
    return emitter_.either(emitter_.isSteppedBy(addresses, *step), together,
                           [&] { return emitter_.gather(access, pointer); });
  }

  // A SIMD group at a boundary mostly consists of two runs: up to the boundary, and from its other
  // side on. Two masked loads serve both.
  Value *gatherRuns(const Access &access, const Value *pointer, Value *addresses, int64_t step) {
    MemoryEmitter::TwoRuns runs = emitter_.findTwoRuns(addresses, step);
    auto together = [&] { return emitter_.loadTwoRuns(access, runs); };
    return emitter_.either(runs.areAll, together, [&] { return emitter_.gather(access, pointer); });
  }

  // The store to a varying address.
  void scatter(StoreInst &store, const Access &access) {
    const Value *pointer = store.getPointerOperand();
    Value *value = values_.vector(store.getValueOperand());
    if (privateArrays_.store(access, pointer, value)) {
      return;
    }
    std::optional<int64_t> step = usefulStep(pointer, access);
    if (!step) {
      emitter_.scatter(access, value, pointer);
      return;
    }
    Value *addresses = values_.vector(pointer);
    auto together = [&]() -> Value * {
      emitter_.storeWide(access, value, emitter_.addressOfLane0(addresses, *step), values_.mask());
      return nullptr;
    };
    emitter_.either(emitter_.isSteppedBy(addresses, *step), together, [&]() -> Value * {
      emitter_.scatter(access, value, pointer);
      return nullptr;
    });
  }

  // Returns true if lanes are one element apart, in either direction.
  bool isConsecutive(const Instruction &access) const {
    Shape shape = values_.shape(getLoadStorePointerOperand(&access));
    auto size = static_cast<int64_t>(layout_.getTypeStoreSize(getLoadStoreType(&access)));
    return shape.isStrided() && (shape.stride() == size || shape.stride() == -size);
  }

  bool isReversed(const Value *pointer) const { return values_.shape(pointer).stride() < 0; }

  // The vector with its lanes in reverse order: memory order for a negative stride, and back.
  Value *reverse(Value *vector) {
    SmallVector<int> order;
    for (unsigned lane = values_.width(); lane-- > 0;) {
      order.push_back(static_cast<int>(lane));
    }
    return values_.builder().CreateShuffleVector(vector, order);
  }

  // The address of the vector's first byte: lane 0's, or the last lane's for a negative stride.
  Value *lowestAddress(const Value *pointer) {
    return isReversed(pointer) ? values_.lane(pointer, values_.width() - 1)
                               : values_.scalar(pointer);
  }

  // Returns true if a consecutive access is an access of a variable's vector. Some lane is active,
  // and all lanes' elements lie beside its element, so inactive lanes may be accessed, too.
  bool isOwnVector(const Value *pointer) const {
    auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(pointer));
    return variable && values_.shape(pointer).stride() == laneStride(*variable);
  }

  // Lane i's bit at the place of its element.
  Value *maskInMemoryOrder(const Value *pointer) {
    Value *mask = values_.mask();
    return mask && isReversed(pointer) ? reverse(mask) : mask;
  }

  // One vector load of consecutive lanes: unmasked, masked, or behind a test for all lanes.
  Value *loadConsecutive(LoadInst &load, const Access &access) {
    const Value *pointer = load.getPointerOperand();
    auto whole = [&](bool isMasked) {
      Value *address = lowestAddress(pointer);
      Value *mask = isMasked ? maskInMemoryOrder(pointer) : nullptr;
      Value *result = emitter_.loadWide(access, address, values_.width(), mask);
      return isReversed(pointer) ? reverse(result) : result;
    };
    if (!values_.mask() || isOwnVector(pointer)) {
      return whole(false);
    }
    if (emitter_.hasMaskedAccess(access, values_.width())) {
      return whole(true);
    }
    return emitter_.whereAllActive([&] { return whole(false); },
                                   [&] { return emitter_.gather(access, pointer); });
  }

  // One vector store of consecutive lanes. A private variable's vector is merged with its old
  // value.
  void storeConsecutive(StoreInst &store, const Access &access) {
    const Value *pointer = store.getPointerOperand();
    Value *value = values_.vector(store.getValueOperand());
    if (isReversed(pointer)) {
      value = reverse(value);
    }
    auto whole = [&](Value *vector, Value *mask) -> Value * {
      emitter_.storeWide(access, vector, lowestAddress(pointer), mask);
      return nullptr;
    };
    Value *mask = values_.mask();
    if (!mask) {
      whole(value, nullptr);
    } else if (isOwnVector(pointer)) {
      Value *old = emitter_.loadWide(access, lowestAddress(pointer), values_.width(), nullptr);
      Value *merged = values_.builder().CreateSelect(maskInMemoryOrder(pointer), value, old);
      whole(merged, nullptr);
    } else if (emitter_.hasMaskedAccess(access, values_.width())) {
      whole(value, maskInMemoryOrder(pointer));
    } else {
      emitter_.whereAllActive([&] { return whole(value, nullptr); },
                              [&]() -> Value * {
                                emitter_.scatter(access, values_.vector(store.getValueOperand()),
                                                 pointer);
                                return nullptr;
                              });
    }
  }

  // Stores the last active lane's value to an address that all lanes share.
  void storeLast(StoreInst &store) {
    IRBuilder<> &builder = values_.builder();
    Value *last = values_.lane(store.getValueOperand(), values_.lastActiveLane());
    auto *copy = cast<StoreInst>(builder.Insert(store.clone()));
    copy->setOperand(0, last);
    copy->setOperand(1, values_.scalar(store.getPointerOperand()));
  }

  /// The load itself, once per active lane.
  void loadEach(LoadInst &load) {
    Value *result = values_.forEachActiveLane(load.getName(), [&](unsigned lane) -> Value * {
      Value *address = values_.lane(load.getPointerOperand(), lane);
      Instruction *copy = values_.builder().Insert(load.clone());
      copy->setOperand(0, address);
      return copy;
    });
    values_.setVector(&load, result);
  }

  // The store itself, once per active lane.
  void storeEach(StoreInst &store) {
    values_.forEachActiveLane("store", [&](unsigned lane) -> Value * {
      Value *value = values_.lane(store.getValueOperand(), lane);
      Value *address = values_.lane(store.getPointerOperand(), lane);
      Instruction *copy = values_.builder().Insert(store.clone());
      copy->setOperand(0, value);
      copy->setOperand(1, address);
      return nullptr;
    });
  }

  LaneValues &values_;
  const DataLayout &layout_;
  MemoryEmitter emitter_;
  const bool checksContiguity_;  ///< the step "check-contiguity"
  const bool loadsTwoRuns_;      ///< the step "two-runs-at-boundaries"
  AccessGroups groups_;
  WindowAccesses windows_;
  ContiguousRuns runs_;
  PrivateArrays privateArrays_;
};

MemoryWidener::MemoryWidener(LaneValues &values, Function &scalarFunction,
                             const TargetTransformInfo &target)
    : state_(std::make_unique<State>(values, scalarFunction, target)) {}

MemoryWidener::~MemoryWidener() = default;

void MemoryWidener::widen(AllocaInst &variable) {
  state_->variable(variable);
}

void MemoryWidener::widen(LoadInst &load) {
  state_->load(load);
}

void MemoryWidener::widen(StoreInst &store) {
  state_->store(store);
}

}  // namespace compiler::vecz
