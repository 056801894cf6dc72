// Blended stores
// --------------
//
// AVX2 has masked stores of 4 and 8 bytes. On AMD's processors before AVX-512 one takes 20 cycles,
// and no later load gets its elements before they have reached the cache. Elements of 1 and 2
// bytes, and SSE, have none: code generation branches for each lane. A blend takes two cycles:
//
//      masked.store(%v, %p, %m)    →    %q = select (or-reduce %m), %p, %scratch
//                                       store (select %m, %v, (load %q)), %q
//
// To global memory that would be wrong: another thread may write an inactive element between the
// load and the store. Local memory belongs to one work-group, and so to one thread.
//
// A masked store of AVX-512 takes a cycle or two, and stays. The load of a blend may even wait
// there: if it overlaps a store just before in part, until that store has reached the cache.
//
// If no lane is active, the address may be any value. The blend goes to a variable then. If one is
// active, all elements are less than a vector from it, and so in local memory or the bytes around
// it.
//
// LLVM 22 folds the load, the select and the store to a masked store again
// (DAGCombiner::foldToMaskedStore, llvm/llvm-project#213195: later releases do not for these
// processors). It leaves volatile loads alone.

#include "passes/lowering/blend_stores_pass.h"

#include "ir/masked_stores.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned localAddressSpace = 3;

/// Where a masked store writes, as far as a blend may.
enum class Place : uint8_t {
  foreign,   ///< others may see it
  around,    ///< all elements may be accessed if one lane is active
  variable,  ///< they may always
};

Place placeOf(const IntrinsicInst &store, uint64_t localSlack) {
  const DataLayout &layout = store.getDataLayout();
  const Value *const pointer = store.getArgOperand(1);
  Type *const type = store.getArgOperand(0)->getType();
  const TypeSize size = layout.getTypeStoreSize(type);
  if (size.isScalable()) {
    return Place::foreign;
  }
  if (isa<AllocaInst>(getUnderlyingObject(pointer)) &&
      isDereferenceablePointer(pointer, type, layout, &store)) {
    return Place::variable;
  }
  const bool isLocal = pointer->getType()->getPointerAddressSpace() == localAddressSpace &&
                       size.getFixedValue() <= localSlack;
  return isLocal ? Place::around : Place::foreign;
}

/// The blends of a function.
class Blending {
 public:
  Blending(Function &function, uint64_t localSlack)
      : function_(function), localSlack_(localSlack) {}

  /// Replaces a masked store. Metadata about aliases goes: the elements of other lanes may be those
  /// of another object.
  void replace(IntrinsicInst &store, Place place) {
    Value *const vector = store.getArgOperand(0), *const mask = store.getArgOperand(2);
    const Align alignment = store.getParamAlign(1).valueOrOne();
    IRBuilder<> builder(&store);
    Value *pointer = store.getArgOperand(1);
    if (place == Place::around) {
      Value *const some = builder.CreateOrReduce(mask);
      Value *const none = builder.CreateAddrSpaceCast(scratch(), pointer->getType());
      pointer = builder.CreateSelect(some, pointer, none);
    }
    LoadInst *const old =
        builder.CreateAlignedLoad(vector->getType(), pointer, alignment, /*isVolatile=*/true);
    builder.CreateAlignedStore(builder.CreateSelect(mask, vector, old), pointer, alignment);
    store.eraseFromParent();
  }

 private:
  /// The variable for stores without an active lane, as large and as aligned as any of them needs.
  AllocaInst *scratch() {
    if (!scratch_) {
      IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      scratch_ = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), localSlack_));
      scratch_->setAlignment(Align(PowerOf2Ceil(localSlack_)));
    }
    return scratch_;
  }

  Function &function_;
  uint64_t localSlack_;
  AllocaInst *scratch_ = nullptr;
};

/// Returns the load of a blend that the program stores to its own place, or null.
LoadInst *blendedLoad(const StoreInst &store) {
  Value *pointer = const_cast<Value *>(store.getPointerOperand());
  Value *loaded = nullptr, *mask = nullptr;
  auto isOld = m_Load(m_Specific(pointer));
  if (!store.isSimple() || !store.getValueOperand()->getType()->isVectorTy() ||
      (!match(store.getValueOperand(),
              m_Select(m_Value(mask), m_Value(), m_CombineAnd(isOld, m_Value(loaded)))) &&
       !match(store.getValueOperand(),
              m_Select(m_Value(mask), m_CombineAnd(isOld, m_Value(loaded)), m_Value()))) ||
      !mask->getType()->isVectorTy()) {
    return nullptr;
  }
  auto *load = cast<LoadInst>(loaded);
  return load->isSimple() && load->getParent() == store.getParent() ? load : nullptr;
}

/// Returns true if a masked store of the vector takes hardly longer than a plain one.
bool isCheap(const TargetTransformInfo &target, const Value &vector, const Value &pointer,
             Align alignment) {
  auto *type = dyn_cast<FixedVectorType>(vector.getType());
  return type &&
         areMaskedStoresCheap(target, type, alignment, pointer.getType()->getPointerAddressSpace());
}

}  // namespace

PreservedAnalyses BlendStoresPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const auto &target = analyses.getResult<TargetIRAnalysis>(function);
  SmallVector<std::pair<IntrinsicInst *, Place>> masked;
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      LoadInst *load = blendedLoad(*store);
      if (load && !isCheap(target, *load, *load->getPointerOperand(), load->getAlign())) {
        load->setVolatile(true);
        changed = true;
      }
    } else if (call && call->getIntrinsicID() == Intrinsic::masked_store) {
      const Place place = placeOf(*call, localSlack_);
      if (place != Place::foreign &&
          !isCheap(target, *call->getArgOperand(0), *call->getArgOperand(1),
                   call->getParamAlign(1).valueOrOne())) {
        masked.push_back({call, place});
      }
    }
  }
  Blending blending(function, localSlack_);
  for (auto [store, place] : masked) {
    blending.replace(*store, place);
  }
  return changed || !masked.empty() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
