//   define internal void @k.items(…)         =>    define internal void @k.items(…)
//     call void @k.item(…)                            for z, y:
//     ret void                                          for x by 8:  call @k.item.v8(…)
//                                                       remainder:   call @k.item(…)
//
// A region's function returns its continuation. If all calls return one constant, the work-group
// function returns it. Otherwise the last call's result is returned: the region dispatcher uses it
// only if all work-items return the same.
//
// Work-item functions without ids along y and z need no loop per row: all rows of the group form
// one long row loop, with fewer loop exits (Rows::alike). Without any ids but linear ones, those in
// sub-groups for instance, SIMD groups fill up from several rows (Rows::none).

#include "passes/work_items/work_item_loops_pass.h"

#include <numeric>
#include <optional>

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/ranges/inner_ranges.h"
#include "ir/shared_functions.h"
#include "ir/thresholds.h"
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
using namespace thresholds::workItemLoops;

namespace {

// Lets AlwaysInliner inline the function: the vectoriser has seen it by now.
void inlineFromHere(Function &function) {
  function.removeFnAttr(Attribute::NoInline);
  function.addFnAttr(Attribute::AlwaysInline);
}

// Tells what rows mean to a call of a function without a body.
Rows rowsOf(const CallBase &call, const Function &callee) {
  if (callee.isIntrinsic() || callee.getName().starts_with(memoryRangePrefix)) {
    return Rows::none;
  }
  const bool isAlongX =
      call.arg_size() == 1 && match(call.getArgOperand(0), PatternMatch::m_Zero());
  return StringSwitch<Rows>(callee.getName())
      .Cases({"__mux_get_local_id", "__mux_get_global_id"}, isAlongX ? Rows::alike : Rows::distinct)
      .Cases({"__mux_get_global_size", "__mux_get_global_offset", "__mux_get_local_size"},
             Rows::none)
      .Cases({"__mux_get_enqueued_local_size", "__mux_get_num_groups", "__mux_get_group_id"},
             Rows::none)
      .Cases({"__mux_get_work_dim", "__mux_get_local_linear_id"}, Rows::none)
      .Cases({subGroupIdName, subGroupLocalIdName}, Rows::none)
      .Cases({itemFrameName, fixedFrameName, localMemoryName}, Rows::none)
      .Default(Rows::distinct);
}

// The ids that a function and its callees ask for.
struct AskedIds {
  Rows rows = Rows::none;
  bool areGlobal = false;
};

AskedIds askedIds(Function &function) {
  AskedIds asked;
  SmallSetVector<Function *, 8> functions;
  functions.insert(&function);
  for (unsigned next = 0; next < functions.size(); ++next) {
    for (Instruction &instruction : instructions(*functions[next])) {
      auto *call = dyn_cast<CallBase>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration()) {
        functions.insert(callee);
      } else if (call) {
        const Rows rows = callee ? rowsOf(*call, *callee) : Rows::distinct;
        asked.rows = std::min(asked.rows, rows);
        asked.areGlobal |= rows != Rows::none && calledName(*call) != "__mux_get_local_id";
      }
    }
  }
  return asked;
}

// Builds the loops of one work-group function.
class WorkGroupFunctionBuilder {
 public:
  WorkGroupFunctionBuilder(Function &workGroupFunction, bool marksLoops)
      : workGroupFunction_(workGroupFunction),
        workItemFunction_(*workItemFunctionCall(workGroupFunction).getCalledFunction()),
        marksLoops_(marksLoops) {
    vector_ = named(workItemFunction_, vectorVariantAttribute);
    inner_ = vector_ ? named(*vector_, innerVariantAttribute) : nullptr;
    unrolled_ = vector_ ? named(inner_ ? *inner_ : *vector_, unrolledVariantAttribute) : nullptr;
    masksAll_ = vector_ && vecz::simdGroupOf(*vector_).masked;
    masked_ = masksAll_ ? vector_ : vector_ ? named(*vector_, maskedVariantAttribute) : nullptr;
  }

  // Describes the units of work for emitForAllWorkItems(), one per variant.
  void build() {
    while (!workGroupFunction_.empty()) {
      workGroupFunction_.begin()->eraseFromParent();
    }
    IRBuilder<> builder(
        BasicBlock::Create(workGroupFunction_.getContext(), "items", &workGroupFunction_));
    ConstantInt *constant = constantResult(workItemFunction_);
    if (!workGroupFunction_.getReturnType()->isVoidTy() && !constant) {
      result_ = builder.CreateAlloca(workGroupFunction_.getReturnType(), nullptr, "result");
    }
    WorkItemLoops loops;
    loops.areMarked = marksLoops_;
    loops.item = [&](IRBuilder<> &inLoop) { call(inLoop, workItemFunction_); };
    if (vector_) {
      vecz::SimdGroup simdGroup = vecz::simdGroupOf(*vector_);
      loops.width = simdGroup.width;
      loops.dimension = simdGroup.dimension;
      loops.rowsAligned = simdGroup.dimension == 0 && sizeOfSubGroupIds(workItemFunction_) != 0;
      if (!masksAll_) {
        loops.simdGroup = [&](IRBuilder<> &inLoop) { call(inLoop, *vector_); };
      }
      inlineFromHere(*vector_);
      workGroupFunction_.addFnAttr(inSimdGroupsAttribute);
    }
    if (inner_) {
      loops.innerGroup = [&](IRBuilder<> &inLoop) { call(inLoop, *inner_); };
      inlineFromHere(*inner_);
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
      loops.maskedGroup = [&](IRBuilder<> &inLoop, Value *lanes) {
        call(inLoop, *masked_, firstLanes(inLoop, lanes, loops.width));
      };
      inlineFromHere(*masked_);
    }
    const AskedIds asked = askedIds(workItemFunction_);
    loops.rows = asked.rows;
    loops.asksGlobalIds = asked.areGlobal;
    ActiveRanges ranges(workItemFunction_);
    std::optional<InnerRanges> inner;
    if (inner_) {
      loops.inner = &inner.emplace(workItemFunction_, ranges);
    }
    chooseWithinSpan(loops, ranges);
    ranges.prepare(builder, workGroupFunction_);
    if (loops.innerGroup) {
      inner->prepare(builder, workGroupFunction_);
    }
    loops.ranges = &ranges;
    emitForAllWorkItems(builder, loops);
    if (constant) {
      builder.CreateRet(constant);
    } else if (result_) {
      builder.CreateRet(builder.CreateLoad(workGroupFunction_.getReturnType(), result_));
    } else {
      builder.CreateRetVoid();
    }
    // A debugger finds variables of functions that stay functions.
    if (!describesVariables(workItemFunction_)) {
      inlineFromHere(workItemFunction_);
    }
  }

 private:
  // Keeps a plain variant for SIMD groups inside of spans to these. If the spans' comparisons are
  // not found any more, the masked variant runs all SIMD groups, or none run. Likewise for inner
  // work-items: other variants run them.
  void chooseWithinSpan(WorkItemLoops &loops, const ActiveRanges &ranges) const {
    const InsideSpans granted = vector_ ? insideSpansOf(*vector_) : InsideSpans();
    const size_t found = comparisonsOf(ranges, granted);
    if (inner_) {
      const InsideSpans ofInner = insideSpansOf(*inner_);
      if (ofInner.inner != loops.inner->decided().size() ||
          ofInner.comparisons != comparisonsOf(ranges, ofInner)) {
        loops.innerGroup = nullptr;
        loops.unrolled = nullptr;
      }
    }
    if (granted.comparisons != found) {
      loops.simdGroup = nullptr;
      loops.innerGroup = nullptr;
      loops.unrolled = nullptr;
    } else if (found != 0 && granted.dimensions[loops.dimension]) {
      loops.staysInSpan = !ranges.decided(loops.dimension).empty();
    }
  }

  // The number of comparisons decided inside of the spans.
  static size_t comparisonsOf(const ActiveRanges &ranges, const InsideSpans &spans) {
    size_t found = 0;
    for (unsigned dimension : {0u, 1u, 2u}) {
      found += spans.dimensions[dimension] ? ranges.decided(dimension).size() : 0;
    }
    return found;
  }

  // The function named by an attribute of another one; null without.
  static Function *named(Function &function, StringRef attribute) {
    StringRef name = function.getFnAttribute(attribute).getValueAsString();
    return name.empty() ? nullptr : function.getParent()->getFunction(name);
  }

  // A mask of the first `number` of `width` lanes.
  static Value *firstLanes(IRBuilder<> &builder, Value *number, unsigned width) {
    SmallVector<uint32_t> lanes(width);
    std::iota(lanes.begin(), lanes.end(), 0);
    Value *numbers = ConstantDataVector::get(builder.getContext(), lanes);
    Value *limit = builder.CreateTrunc(number, builder.getInt32Ty());
    return builder.CreateICmpULT(numbers, builder.CreateVectorSplat(width, limit), "active");
  }

  // Emits the call of a variant. The result of the first lane stands for all, for they agree where
  // it matters: a continuation of the whole group.
  void call(IRBuilder<> &builder, Function &variant, Value *mask = nullptr) {
    SmallVector<Value *> arguments(make_pointer_range(workGroupFunction_.args()));
    if (mask) {
      arguments.push_back(mask);
    }
    Value *result = builder.CreateCall(&variant, arguments);
    if (!result_) {
      return;
    }
    if (result->getType()->isVectorTy()) {
      result = builder.CreateExtractElement(result, uint64_t{0});
    }
    builder.CreateStore(result, result_);
  }

  Function &workGroupFunction_;
  Function &workItemFunction_;
  bool marksLoops_;
  Function *vector_ = nullptr;
  Function *inner_ = nullptr;
  Function *unrolled_ = nullptr;
  Function *masked_ = nullptr;
  bool masksAll_ = false;  ///< the masked variant runs whole SIMD groups, too
  AllocaInst *result_ = nullptr;
};

// Decides for one kernel whether its work-group functions are inlined.
void inlineWorkGroupFunctions(Function &kernel) {
  SmallVector<Function *> functions = calledWorkGroupFunctions(kernel);
  unsigned size = 0;
  for (Function *workGroupFunction : functions) {
    forEachCall(*workGroupFunction, [&](CallInst &call) {
      Function *variant = call.getCalledFunction();
      if (variant->hasFnAttribute(workItemFunctionAttribute)) {
        size += expandedSize(*variant);
      }
    });
  }
  const bool isLarge = functions.size() > 1 && size > maxInlinedSize;
  for (Function *workGroupFunction : functions) {
    if (isLarge) {
      workGroupFunction->addFnAttr(outlinedRegionAttribute);
    } else {
      inlineFromHere(*workGroupFunction);
    }
  }
}

}  // namespace

// Builds all loops before it decides about inlining, for the decision counts the variants called.
PreservedAnalyses WorkItemLoopsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *> functions = workGroupFunctionsOf(module);
  for (Function *workGroupFunction : functions) {
    WorkGroupFunctionBuilder(*workGroupFunction, marksLoops_).build();
  }
  for (Function *kernel : kernelsOf(module)) {
    inlineWorkGroupFunctions(*kernel);
  }
  return functions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace compiler::passes
