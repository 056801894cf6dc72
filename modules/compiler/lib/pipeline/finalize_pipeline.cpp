#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LowerExpectIntrinsic.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "passes/finalize/check_calls_pass.h"
#include "passes/finalize/check_symbols_pass.h"
#include "passes/finalize/drop_debug_address_spaces_pass.h"
#include "passes/finalize/guard_divisions_pass.h"
#include "passes/finalize/lower_builtins_pass.h"
#include "passes/finalize/lower_printf_pass.h"
#include "passes/finalize/prepare_kernels_pass.h"
#include "passes/finalize/verify_pass.h"
#include "passes/finalize/widen_size_arguments_pass.h"
#include "passes/finalize/zero_memory_pass.h"
#include "pipeline/pipeline.h"

namespace compiler::passes {
namespace {

/// Every option that asks what something costs, or that moves code between blocks and so
/// past a barrier, is off.
llvm::SimplifyCFGOptions cautiousBranches() {
  return llvm::SimplifyCFGOptions()
      .bonusInstThreshold(0)
      .convertSwitchRangeToICmp(false)
      .convertSwitchToLookupTable(false)
      .hoistCommonInsts(false)
      .sinkCommonInsts(false)
      .speculateBlocks(false)
      .needCanonicalLoops(true);
}

/// What makes a front end's module small, in one go each.
void addSimplification(llvm::ModulePassManager &passes) {
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::LowerExpectIntrinsicPass());
  functions.addPass(llvm::EarlyCSEPass());
  functions.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setMaxIterations(1)));
  functions.addPass(llvm::SimplifyCFGPass(cautiousBranches()));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
}

}  // namespace

void buildFinalizePipeline(llvm::ModulePassManager &passes, const FinalizeOptions &options) {
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(DropDebugAddressSpacesPass()));
  // What a program means: before any optimisation.
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(GuardDivisionsPass()));
  passes.addPass(CheckCallsPass());
  passes.addPass(PrepareKernelsPass(options.denormsAreZero));
  passes.addPass(ZeroMemoryPass(options.zeroMemory));
  passes.addPass(llvm::GlobalDCEPass());

  // Out of memory and into values: formats of printf have to be seen as constants.
  passes.addPass(
      llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
  passes.addPass(LowerBuiltinsPass());
  passes.addPass(WidenSizeArgumentsPass());
  if (options.optimize) {
    addSimplification(passes);
  }
  passes.addPass(LowerPrintfPass());
  if (options.optimize) {
    passes.addPass(llvm::DeadArgumentEliminationPass());
  }
  passes.addPass(llvm::GlobalDCEPass());

  passes.addPass(CheckSymbolsPass(options.targetUnits));
  passes.addPass(VerifyPass());
}

}  // namespace compiler::passes
