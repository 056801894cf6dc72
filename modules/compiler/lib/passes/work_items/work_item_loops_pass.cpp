#include "passes/work_items/work_item_loops_pass.h"

#include <numeric>

#include "ir/active_ranges.h"
#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/shared_functions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "passes/work_items/work_item_loop_builder.h"
#include "vecz/model/simd_group.h"
#include "vecz/unroll_and_jam/unroll_and_jam.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Instructions. Time in code generation (register allocation above all) grows faster than a
/// function does. Parts of a kernel that have more than this together stay functions: one call for
/// each, for all work-items of a group, is little beside what such parts do.
constexpr unsigned maxInlinedParts = 2000;

void inlineFromHere(Function &function) {
  function.removeFnAttr(Attribute::NoInline);
  function.addFnAttr(Attribute::AlwaysInline);
}

/// A function without a body that is the same for work-items that differ along y or z.
bool isSameInRows(const CallBase &call, const Function &callee) {
  if (callee.isIntrinsic() || callee.getName().starts_with(memoryRangePrefix)) {
    return true;
  }
  return StringSwitch<bool>(callee.getName())
      .Cases({"__mux_get_local_id", "__mux_get_global_id"},
             call.arg_size() == 1 && match(call.getArgOperand(0), PatternMatch::m_Zero()))
      .Cases({"__mux_get_global_size", "__mux_get_global_offset", "__mux_get_local_size"}, true)
      .Cases({"__mux_get_enqueued_local_size", "__mux_get_num_groups", "__mux_get_group_id"}, true)
      .Cases({"__mux_get_work_dim", "__mux_get_local_linear_id"}, true)
      .Cases({itemFrameName, fixedFrameName, localMemoryName}, true)
      .Default(false);
}

/// Whether work-items ask for none of their ids along y and z. (Linear ids count rows.)
bool areRowsAlike(Function &body) {
  SmallSetVector<Function *, 8> functions;
  functions.insert(&body);
  for (unsigned next = 0; next < functions.size(); ++next) {
    for (Instruction &instruction : instructions(*functions[next])) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call) {
        continue;
      }
      Function *callee = call->getCalledFunction();
      if (!callee || (callee->isDeclaration() && !isSameInRows(*call, *callee))) {
        return false;
      }
      if (!callee->isDeclaration()) {
        functions.insert(callee);
      }
    }
  }
  return true;
}

class LoopsOfItems {
 public:
  LoopsOfItems(Function &items, bool mayVectorize)
      : items_(items),
        body_(*workItemFunctionCall(items).getCalledFunction()),
        mayVectorize_(mayVectorize) {
    vector_ = named(body_, vectorVariantAttribute);
    unrolled_ = vector_ ? named(*vector_, unrolledVariantAttribute) : nullptr;
    isAlone_ = vector_ && vecz::simdGroupOf(*vector_).masked;
    masked_ = isAlone_ ? vector_ : vector_ ? named(*vector_, maskedVariantAttribute) : nullptr;
  }

  void build() {
    while (!items_.empty()) {
      items_.begin()->eraseFromParent();
    }
    IRBuilder<> builder(BasicBlock::Create(items_.getContext(), "items", &items_));
    ConstantInt *constant = constantResult(body_);
    if (!items_.getReturnType()->isVoidTy() && !constant) {
      result_ = builder.CreateAlloca(items_.getReturnType(), nullptr, "result");
    }
    WorkItemLoops loops;
    loops.bodySize = body_.getInstructionCount();
    loops.mayVectorize = mayVectorize_;
    loops.item = [&](IRBuilder<> &inLoop) { call(inLoop, body_); };
    if (vector_) {
      vecz::SimdGroup simdGroup = vecz::simdGroupOf(*vector_);
      loops.width = simdGroup.width;
      loops.dimension = simdGroup.dimension;
      loops.rowsAligned = simdGroup.dimension == 0 && sizeOfSubGroupIds(body_) != 0;
      if (!isAlone_) {
        loops.simdGroup = [&](IRBuilder<> &inLoop) { call(inLoop, *vector_); };
      }
      inlineFromHere(*vector_);
      items_.addFnAttr(inSimdGroupsAttribute);
    }
    if (unrolled_) {
      vecz::UnrollAndJam unroll = vecz::unrollAndJamOf(*unrolled_);
      loops.unrollDimension = unroll.dimension;
      loops.unrollCount = unroll.count;
      loops.unrolled = [&](IRBuilder<> &inLoop) { call(inLoop, *unrolled_); };
      inlineFromHere(*unrolled_);
    }
    if (masked_) {
      loops.leastRemainder =
          static_cast<unsigned>(masked_->getFnAttributeAsParsedInteger(leastLanesAttribute, 1));
      loops.part = [&](IRBuilder<> &inLoop, Value *lanes) {
        call(inLoop, *masked_, firstLanes(inLoop, lanes, loops.width));
      };
      inlineFromHere(*masked_);
    }
    loops.rowsAreAlike = areRowsAlike(body_);
    ActiveRanges ranges(body_);
    ranges.prepare(builder, items_);
    loops.ranges = &ranges;
    emitForAllWorkItems(builder, "item", loops);
    if (constant) {
      builder.CreateRet(constant);
    } else if (result_) {
      builder.CreateRet(builder.CreateLoad(items_.getReturnType(), result_));
    } else {
      builder.CreateRetVoid();
    }
    // A debugger finds the variables of what is a function of its own.
    if (!describesVariables(body_)) {
      inlineFromHere(body_);
    }
  }

 private:
  static Function *named(Function &function, StringRef attribute) {
    StringRef name = function.getFnAttribute(attribute).getValueAsString();
    return name.empty() ? nullptr : function.getParent()->getFunction(name);
  }

  /// A mask of the first `number` of `width` lanes.
  static Value *firstLanes(IRBuilder<> &builder, Value *number, unsigned width) {
    SmallVector<uint32_t> lanes(width);
    std::iota(lanes.begin(), lanes.end(), 0);
    Value *numbers = ConstantDataVector::get(builder.getContext(), lanes);
    Value *limit = builder.CreateTrunc(number, builder.getInt32Ty());
    return builder.CreateICmpULT(numbers, builder.CreateVectorSplat(width, limit), "active");
  }

  /// What lanes return is the same where it matters: a barrier's continuation.
  void call(IRBuilder<> &builder, Function &form, Value *mask = nullptr) {
    SmallVector<Value *> arguments(make_pointer_range(items_.args()));
    if (mask) {
      arguments.push_back(mask);
    }
    Value *result = builder.CreateCall(&form, arguments);
    if (!result_) {
      return;
    }
    if (result->getType()->isVectorTy()) {
      result = builder.CreateExtractElement(result, uint64_t{0});
    }
    builder.CreateStore(result, result_);
  }

  Function &items_;
  Function &body_;
  bool mayVectorize_;
  Function *vector_ = nullptr;
  Function *unrolled_ = nullptr;
  Function *masked_ = nullptr;
  bool isAlone_ = false;  // the masked variant runs whole SIMD groups too
  AllocaInst *result_ = nullptr;
};

void inlineParts(Function &kernel) {
  SmallVector<Function *> parts = calledWorkGroupFunctions(kernel);
  unsigned size = 0;
  for (Function *items : parts) {
    forEachCall(*items, [&](CallInst &call) {
      Function *form = call.getCalledFunction();
      if (form->hasFnAttribute(workItemFunctionAttribute)) {
        size += expandedSize(*form);
      }
    });
  }
  const bool isLarge = parts.size() > 1 && size > maxInlinedParts;
  for (Function *items : parts) {
    if (isLarge) {
      items->addFnAttr(largePartAttribute);
    } else {
      inlineFromHere(*items);
    }
  }
}

}  // namespace

PreservedAnalyses WorkItemLoopsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *> functions = workGroupFunctionsOf(module);
  for (Function *items : functions) {
    LoopsOfItems(*items, mayVectorize_).build();
  }
  for (Function *kernel : kernelsOf(module)) {
    inlineParts(*kernel);
  }
  return functions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace compiler::passes
