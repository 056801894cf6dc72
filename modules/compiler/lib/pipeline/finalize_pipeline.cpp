// The finalize pipeline: from a front end's module to the target-neutral form of a stored program.
//
// Semantics comes first: LLVM exploits undefined behaviour, for example a division by zero, so
// guards have to be in place before it. SROA comes before the lowering of printf and builtins, for
// formats and flags have to be constants. To LLVM, barriers are calls like any other.
// Simplification is limited to passes which do not move code across them.

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
#include "passes/finalize/expose_variables_pass.h"
#include "passes/finalize/guard_divisions_pass.h"
#include "passes/finalize/lower_builtins_pass.h"
#include "passes/finalize/lower_function_pointers_pass.h"
#include "passes/finalize/lower_printf_pass.h"
#include "passes/finalize/prepare_kernels_pass.h"
#include "passes/finalize/verify_pass.h"
#include "passes/finalize/widen_size_arguments_pass.h"
#include "passes/finalize/zero_memory_pass.h"
#include "pipeline/pipeline.h"
#include "pipeline/required_pass.h"

namespace compiler::passes {
namespace {

// SimplifyCFG without options that depend on a target's costs or move code between blocks, and
// thereby past a barrier. needCanonicalLoops keeps loops in the form expected by later passes.
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

// Runs passes on a module whose data layout says that int is native, as on all devices. Front ends'
// layouts say nothing. InstCombine takes all integers for illegal then, and tries to slice each web
// of phis, in time that grows with the square of its size. Narrower ones are better sliced: a bool
// in memory is an i8.
class WithNativeInt : public llvm::PassInfoMixin<WithNativeInt> {
 public:
  explicit WithNativeInt(llvm::ModulePassManager passes) : passes_(std::move(passes)) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses) {
    const llvm::DataLayout layout = module.getDataLayout();
    if (layout.isDefault() || layout.getLargestLegalIntTypeSizeInBits() != 0) {
      return passes_.run(module, analyses);
    }
    module.setDataLayout(layout.getStringRepresentation() + "-n32");
    llvm::PreservedAnalyses preserved = passes_.run(module, analyses);
    module.setDataLayout(layout);
    return preserved;
  }
  /// The passes inside answer for themselves.
  static bool isRequired() { return true; }

 private:
  llvm::ModulePassManager passes_;
};

// Makes a front end's module small with one run of each pass. The result is stored and read again
// for each device, so size pays.
void addSimplification(llvm::ModulePassManager &passes) {
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::LowerExpectIntrinsicPass());
  functions.addPass(llvm::EarlyCSEPass());
  functions.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setMaxIterations(1)));
  functions.addPass(llvm::SimplifyCFGPass(cautiousBranches()));
  llvm::ModulePassManager all;
  all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  passes.addPass(WithNativeInt(std::move(all)));
}

}  // namespace

void buildFinalizePipeline(llvm::ModulePassManager &passes, const FinalizeOptions &options) {
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(DropDebugAddressSpacesPass()));
  // Semantics first: these passes have to run before any optimisation.
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(GuardDivisionsPass()));
  passes.addPass(LowerFunctionPointersPass());
  passes.addPass(CheckCallsPass());
  passes.addPass(ExposeVariablesPass());
  passes.addPass(PrepareKernelsPass(options.denormsAreZero));
  passes.addPass(ZeroMemoryPass(options.zeroMemory));
  passes.addPass(Required<llvm::GlobalDCEPass>());

  // Formats of printf and flags of barriers become constants.
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(
      Required(llvm::SROAPass(llvm::SROAOptions::PreserveCFG))));
  passes.addPass(LowerBuiltinsPass());
  passes.addPass(WidenSizeArgumentsPass());
  if (options.optimize) {
    addSimplification(passes);
  }
  passes.addPass(LowerPrintfPass());
  if (options.optimize) {
    passes.addPass(llvm::DeadArgumentEliminationPass());
  }
  passes.addPass(Required<llvm::GlobalDCEPass>());

  passes.addPass(CheckSymbolsPass(options.targetUnits));
  passes.addPass(VerifyPass());
}

}  // namespace compiler::passes
