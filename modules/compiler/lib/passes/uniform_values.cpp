#include "passes/uniform_values.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "passes/group_functions.h"
#include "passes/kernel_conventions.h"

namespace compiler::passes {

using namespace llvm;

bool isUniformCall(const CallBase &call) {
  if (isa<IntrinsicInst>(call))
    return call.doesNotAccessMemory();
  if (calledName(call).starts_with(memoryRangePrefix))
    return true;
  return StringSwitch<bool>(calledName(call))
      .Cases({"__mux_get_global_size", "__mux_get_local_size", "__mux_get_enqueued_local_size",
              "__mux_get_num_groups"},
             true)
      .Cases({"__mux_get_group_id", "__mux_get_global_offset", "__mux_get_work_dim",
              printfBufferName, localMemoryName},
             true)
      .Default(false);
}

namespace {

/// Nobody writes what it reads while the kernel runs.
bool readsConstantMemory(const LoadInst &load) {
  if (load.getPointerAddressSpace() == 2 || load.hasMetadata(LLVMContext::MD_invariant_load))
    return load.isSimple();
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(load.getPointerOperand()));
  return load.isSimple() && argument && argument->hasNoAliasAttr() && argument->onlyReadsMemory();
}

/// What makes values differ between work-items; operands that differ are the analysis's
/// own business.
bool isSourceOfDivergence(const Value &value) {
  if (auto *load = dyn_cast<LoadInst>(&value))
    return !readsConstantMemory(*load);
  if (auto *call = dyn_cast<CallBase>(&value))
    return !isUniformCall(*call);
  auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && (isa<AllocaInst>(instruction) || instruction->mayReadOrWriteMemory());
}

/// LLVM's uniformity analysis asks a target for the sources of divergence.
class WorkItems final : public TargetTransformInfoImplBase {
 public:
  WorkItems(const DataLayout &layout, std::function<bool(const Value &)> diverges)
      : TargetTransformInfoImplBase(layout), diverges_(std::move(diverges)) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    auto *instruction = dyn_cast<Instruction>(value);
    if (auto function = instruction ? groupFunction(*instruction) : std::nullopt)
      return function->isUniform() ? InstructionUniformity::AlwaysUniform
                                   : InstructionUniformity::NeverUniform;
    return diverges_(*value) ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
  }

 private:
  std::function<bool(const Value &)> diverges_;
};

}  // namespace

/// The analysis and what it stands on.
struct UniformValues::Analyses {
  Analyses(Function &function, std::function<bool(const Value &)> diverges) {
    manager.registerPass([] { return PassInstrumentationAnalysis(); });
    manager.registerPass([] { return DominatorTreeAnalysis(); });
    manager.registerPass([] { return CycleAnalysis(); });
    manager.registerPass([diverges = std::move(diverges)] {
      return TargetIRAnalysis([diverges](const Function &of) {
        return TargetTransformInfo(std::make_unique<WorkItems>(of.getDataLayout(), diverges));
      });
    });
    manager.registerPass([] { return UniformityInfoAnalysis(); });
    uniformity = &manager.getResult<UniformityInfoAnalysis>(function);
  }

  FunctionAnalysisManager manager;
  UniformityInfo *uniformity;
};

UniformValues::UniformValues(Function &function) : UniformValues(function, isSourceOfDivergence) {}

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
  // LLVM's analysis says it of a return of a value that differs, too.
  return block.getTerminator()->getNumSuccessors() > 1 &&
         analyses_->uniformity->hasDivergentTerminator(block);
}

}  // namespace compiler::passes
