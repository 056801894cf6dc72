// A sub-group is a run of `size` neighbours by linear local id; the last one of a group may have
// fewer work-items. Sub-groups are a matter of semantics here, not of code generation: collective
// functions cut the kernel (split_barriers_pass.cpp), and the code between them is vectorised, or
// not, as in any kernel. Ids are arithmetic on the linear id:
//
//   get_sub_group_id()       = linear_id / size      sub_group_local_id() = linear_id % size
//   get_num_sub_groups()     = (items + size - 1) / size
//   get_sub_group_size()     = min(items - id * size, size)
//
// The two first are calls of kiln.* functions up to WorkItemContextPass. The vectoriser knows their
// shape in groups with rows that start at multiples of its width (WorkItemLoops::rowsAligned).

#include "passes/barriers/sub_groups_pass.h"

#include "ir/diagnostics.h"
#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/mux_builtins.h"
#include "ir/uniform_values.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "mux/abi.h"
#include "mux/target_support/sub_groups.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Emits ids and sizes in i32 in front of a query. Groups never have 2^32 work-items.
class SubGroupIds {
 public:
  SubGroupIds(CallInst &call, unsigned size) : builder_(&call), size_(builder_.getInt32(size)) {}

  Value *maxSize() { return size_; }
  Value *id() { return ask(subGroupIdName); }
  Value *localId() { return ask(subGroupLocalIdName); }
  Value *count() { return countOf("__mux_get_local_size"); }
  Value *enqueuedCount() { return countOf("__mux_get_enqueued_local_size"); }
  Value *size() {
    Value *first = builder_.CreateMul(id(), size_);
    Value *rest = builder_.CreateSub(items("__mux_get_local_size"), first);
    return builder_.CreateBinaryIntrinsic(Intrinsic::umin, rest, size_);
  }

 private:
  Module &module() { return *builder_.GetInsertBlock()->getModule(); }
  Type *sizeType() { return module().getDataLayout().getIntPtrType(builder_.getContext()); }

  // Calls a function of ids, with the size as argument.
  Value *ask(StringRef name) {
    return builder_.CreateCall(declareSubGroupIdFunction(module(), name), {size_});
  }

  // The work-items of the group by the sizes of a builtin: local size or enqueued local size.
  Value *items(StringRef name) {
    Function *function = declareWorkItemBuiltin(module(), name, sizeType(), true);
    Value *items = builder_.getInt32(1);
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      Value *length = builder_.CreateCall(function, {builder_.getInt32(dimension)});
      items = builder_.CreateMul(items, builder_.CreateTrunc(length, builder_.getInt32Ty()));
    }
    return items;
  }

  // The number of sub-groups, rounded up.
  Value *countOf(StringRef name) {
    Value *last = builder_.CreateSub(size_, builder_.getInt32(1));
    return builder_.CreateUDiv(builder_.CreateAdd(items(name), last), size_);
  }

  IRBuilder<> builder_;
  Value *size_;
};

// A query and the member that emits its value.
struct IdFunction {
  StringLiteral name;
  Value *(SubGroupIds::*emit)();
};
constexpr IdFunction idFunctions[] = {
    {"__mux_get_sub_group_size", &SubGroupIds::size},
    {"__mux_get_max_sub_group_size", &SubGroupIds::maxSize},
    {"__mux_get_num_sub_groups", &SubGroupIds::count},
    {"__mux_get_enqueued_num_sub_groups", &SubGroupIds::enqueuedCount},
    {"__mux_get_sub_group_id", &SubGroupIds::id},
    {"__mux_get_sub_group_local_id", &SubGroupIds::localId},
};

// The query that the instruction calls; null if it calls none.
const IdFunction *idFunction(const Instruction &instruction) {
  StringRef name = calledName(instruction);
  const auto *found =
      find_if(idFunctions, [&](const IdFunction &function) { return function.name == name; });
  return found == std::end(idFunctions) ? nullptr : found;
}

// The sub-group size of a kernel. Reports an unsupported required size, and returns the default
// then, for the passes behind still work on the kernel.
unsigned sizeFor(Function &kernel, const TargetTransformInfo &target) {
  if (const MDNode *node = kernel.getMetadata("intel_reqd_sub_group_size")) {
    auto *number = node->getNumOperands() == 1
                       ? mdconst::dyn_extract_or_null<ConstantInt>(node->getOperand(0))
                       : nullptr;
    uint64_t required = number ? number->getLimitedValue() : 0;
    if (is_contained(mux::requiredSubGroupSizes, required)) {
      return required;
    }
    reportError(kernel, "a sub-group size of " + Twine(required) + " is not supported");
  }
  TypeSize bits = target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector);
  return mux::subGroupSize(bits.getFixedValue());
}

// A latch of the loop outside of all inner loops; made by splitting the back edges if there is
// none.
BasicBlock *ownLatch(Loop &loop, DominatorTree &dominators, LoopInfo &loops) {
  BasicBlock *latch = loop.getLoopLatch();
  if (latch && loops.getLoopFor(latch) == &loop) {
    return latch;
  }
  SmallVector<BasicBlock *> ends;
  loop.getLoopLatches(ends);
  return SplitBlockPredecessors(loop.getHeader(), ends, ".latch", &dominators, &loops);
}

// Ends each iteration of loops around functions of sub-groups with a sub-group barrier, if the loop
// has a divergent branch. Otherwise work-items could run ahead of others of their sub-group, held
// by an inner loop or another branch, and would miss them at the next function.
void meetInLoops(Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  UniformValues uniformity(kernel);
  SmallSetVector<Loop *, 8> meeting;
  for (Instruction &instruction : instructions(kernel)) {
    if (!isSubGroupSynchronisation(instruction)) {
      continue;
    }
    for (Loop *loop = loops.getLoopFor(instruction.getParent()); loop;
         loop = loop->getParentLoop()) {
      meeting.insert(loop);
    }
  }
  meeting.remove_if([&](const Loop *loop) {
    return none_of(loop->blocks(),
                   [&](const BasicBlock *block) { return uniformity.branchDiverges(*block); });
  });
  for (Loop *loop : meeting) {
    IRBuilder<> builder(ownLatch(*loop, dominators, loops)->getTerminator());
    builder.CreateCall(declareSubGroupBarrier(*kernel.getParent()),
                       {builder.getInt32(0), builder.getInt32(scopeSubGroup), builder.getInt32(0)});
  }
}

}  // namespace

bool usesSubGroups(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    return isSubGroupSynchronisation(instruction) || idFunction(instruction);
  });
}

PreservedAnalyses SubGroupsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (Function *kernel : kernelsOf(module)) {
    if (!usesSubGroups(*kernel)) {
      continue;
    }
    const unsigned size = sizeFor(*kernel, functions.getResult<TargetIRAnalysis>(*kernel));
    forEachCall(*kernel, [&](CallInst &call) {
      if (const IdFunction *function = idFunction(call)) {
        SubGroupIds ids(call, size);
        call.replaceAllUsesWith((ids.*function->emit)());
        call.eraseFromParent();
      }
    });
    meetInLoops(*kernel);
    setProperties(*kernel, subGroupProperties, {size});
    addFlags(*kernel, mux_kernel_uses_sub_groups);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
