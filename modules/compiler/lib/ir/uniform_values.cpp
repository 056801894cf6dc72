// LLVM's UniformityAnalysis asks a target which instructions are sources of divergence. Here the
// "target" is a TargetTransformInfo that answers for OpenCL's work-items (WorkItems).
//
// One defect of LLVM 22 is worked around: phis behind a loop with several exits may be called
// uniform although work-items reach them by different exits (addJoinsOfExits). The analysis is
// repeated with such phis as sources until no more are found.

#include "ir/uniform_values.h"

#include "ir/early_loads.h"
#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

using namespace llvm;

bool isUniformCall(const CallBase &call) {
  if (isa<IntrinsicInst>(call)) {
    return call.doesNotAccessMemory();
  }
  if (calledName(call).starts_with(memoryRangePrefix)) {
    return true;
  }
  return StringSwitch<bool>(calledName(call))
      .Cases({"__mux_get_global_size", "__mux_get_local_size", "__mux_get_enqueued_local_size",
              "__mux_get_num_groups"},
             true)
      .Cases({"__mux_get_group_id", "__mux_get_global_offset", "__mux_get_work_dim",
              printfBufferName, localMemoryName},
             true)
      .Default(false);
}

bool readsConstantMemory(const LoadInst &load) {
  if (load.getPointerAddressSpace() == 2 || load.hasMetadata(LLVMContext::MD_invariant_load)) {
    return load.isSimple();
  }
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(load.getPointerOperand()));
  return load.isSimple() && argument && argument->hasNoAliasAttr() && argument->onlyReadsMemory();
}

namespace {

/// Returns true for values that differ between work-items by themselves. Differing operands are the
/// analysis's own business.
bool isSourceOfDivergence(const Value &value) {
  if (auto *load = dyn_cast<LoadInst>(&value)) {
    return !readsConstantMemory(*load);
  }
  if (auto *call = dyn_cast<CallBase>(&value)) {
    return !isUniformCall(*call);
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && (isa<AllocaInst>(instruction) || instruction->mayReadOrWriteMemory());
}

/// Phis passed to LLVM's analysis as further sources.
using Phis = SmallPtrSet<const Value *, 8>;

/// The target of LLVM's uniformity analysis: it names the sources of divergence.
class WorkItems final : public TargetTransformInfoImplBase {
 public:
  /// `joins` must outlive this object.
  WorkItems(const DataLayout &layout, std::function<bool(const Value &)> diverges,
            const Phis &joins)
      : TargetTransformInfoImplBase(layout), diverges_(std::move(diverges)), joins_(joins) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    auto *instruction = dyn_cast<Instruction>(value);
    if (auto function = instruction ? groupFunction(*instruction) : std::nullopt) {
      return function->isUniform() ? InstructionUniformity::AlwaysUniform
                                   : InstructionUniformity::NeverUniform;
    }
    const bool isSource = diverges_(*value) || joins_.contains(value);
    return isSource ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
  }

 private:
  std::function<bool(const Value &)> diverges_;
  const Phis &joins_;
};

/// Returns true if the phi gets different values from blocks of the cycle.
bool mergesExits(const PHINode &phi, const Cycle &cycle) {
  const Value *only = nullptr;
  for (auto [from, value] : zip(phi.blocks(), phi.incoming_values())) {
    if (!cycle.contains(from) || isa<UndefValue>(value) || only == value) {
      continue;
    }
    if (only) {
      return true;
    }
    only = value;
  }
  return false;
}

/// Adds the phis of blocks to which a divergent branch leads from inside of a loop, if another exit
/// of the loop brings another value. Some work-items come by the branch and others by that exit.
/// LLVM 22 finds only those that merge values of the loop itself
/// (test/fuzz/differential/upstream/loop_exits.md).
void addJoinsOfExits(Function &function, const CycleInfo &cycles, UniformityInfo &uniformity,
                     Phis &joins) {
  for (BasicBlock &block : function) {
    const Cycle *inner = cycles.getCycle(&block);
    if (!inner || !uniformity.hasDivergentTerminator(block)) {
      continue;
    }
    for (BasicBlock *exit : successors(&block)) {
      if (inner->contains(exit)) {
        continue;
      }
      const Cycle *outer = inner;
      while (outer->getParentCycle() && !outer->getParentCycle()->contains(exit)) {
        outer = outer->getParentCycle();
      }
      for (const PHINode &phi : exit->phis()) {
        if (uniformity.isUniform(&phi) && mergesExits(phi, *outer)) {
          joins.insert(&phi);
        }
      }
    }
  }
}

}  // namespace

/// The analysis, its inputs, and the manager that owns them.
struct UniformValues::Analyses {
  Analyses(Function &function, std::function<bool(const Value &)> diverges) {
    manager.registerPass([] { return PassInstrumentationAnalysis(); });
    manager.registerPass([] { return DominatorTreeAnalysis(); });
    manager.registerPass([] { return CycleAnalysis(); });
    manager.registerPass([this, diverges = std::move(diverges)] {
      return TargetIRAnalysis([this, diverges](const Function &of) {
        return TargetTransformInfo(
            std::make_unique<WorkItems>(of.getDataLayout(), diverges, joins));
      });
    });
    manager.registerPass([] { return UniformityInfoAnalysis(); });
    // A phi that diverges may make another loop's exit diverge, so this is a fixed point.
    for (bool isComplete = false; !isComplete;) {
      const size_t known = joins.size();
      uniformity = &manager.getResult<UniformityInfoAnalysis>(function);
      addJoinsOfExits(function, manager.getResult<CycleAnalysis>(function), *uniformity, joins);
      isComplete = joins.size() == known;
      if (!isComplete) {
        manager.clear();
      }
    }
  }

  Phis joins;
  FunctionAnalysisManager manager;
  UniformityInfo *uniformity;
};

UniformValues::UniformValues(Function &function)
    : UniformValues(function, [early = earlyLoads(function)](const Value &value) {
        auto *load = dyn_cast<LoadInst>(&value);
        return !(load && early.contains(load)) && isSourceOfDivergence(value);
      }) {}

UniformValues::UniformValues(Function &function, std::function<bool(const Value &)> diverges)
    : analyses_(std::make_unique<Analyses>(function, std::move(diverges))) {}

UniformValues::~UniformValues() = default;

bool UniformValues::isUniform(const Instruction &value) const {
  const UniformityInfo &uniformity = *analyses_->uniformity;
  return uniformity.isUniform(&value) &&
         none_of(value.uses(), [&](const Use &use) { return uniformity.isDivergentUse(use); });
}

bool UniformValues::isUniformAtDefinition(const Instruction &value) const {
  return analyses_->uniformity->isUniform(&value);
}

bool UniformValues::branchDiverges(const BasicBlock &block) const {
  // LLVM's analysis also calls a return of a divergent value a divergent terminator.
  return block.getTerminator()->getNumSuccessors() > 1 &&
         analyses_->uniformity->hasDivergentTerminator(block);
}

}  // namespace compiler::passes
