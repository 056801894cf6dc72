// From a finalized module to one that is ready for code generation.

#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "passes/emit_kernel_table_pass.h"
#include "passes/entry_points_pass.h"
#include "passes/harmonize_module_pass.h"
#include "passes/inline_barrier_functions_pass.h"
#include "passes/kernel_parameters_pass.h"
#include "passes/link_builtins_pass.h"
#include "passes/local_memory_pass.h"
#include "passes/lower_builtins_pass.h"
#include "passes/lower_fences_pass.h"
#include "passes/lower_target_types_pass.h"
#include "passes/mark_parallel_accesses_pass.h"
#include "passes/pipeline.h"
#include "passes/private_memory_pass.h"
#include "passes/split_barriers_pass.h"
#include "passes/work_item_context_pass.h"
#include "passes/work_item_loops_pass.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// What inlining left: variables that are values, and branches that are none.
void addSimplification(ModulePassManager &passes) {
  FunctionPassManager functions;
  functions.addPass(SROAPass(SROAOptions::ModifyCFG));
  functions.addPass(EarlyCSEPass());
  functions.addPass(SimplifyCFGPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
}

/// All of the program is in the module, and so is all that it may call.
void addProgramPreparation(ModulePassManager &passes, bool optimize) {
  passes.addPass(LinkBuiltinsPass());
  passes.addPass(LowerBuiltinsPass());
  passes.addPass(HarmonizeModulePass());
  passes.addPass(KernelParametersPass());
  passes.addPass(LowerTargetTypesPass());
  passes.addPass(InlineBarrierFunctionsPass());
  passes.addPass(GlobalDCEPass());
  if (optimize)
    addSimplification(passes);
  passes.addPass(LocalMemoryPass());
}

/// Kernels for one work-item become kernels for one work-group.
void addWorkGroupForming(ModulePassManager &passes) {
  passes.addPass(SplitBarriersPass());
  passes.addPass(createModuleToFunctionPassAdaptor(LowerFencesPass()));
  passes.addPass(WorkItemLoopsPass());
  passes.addPass(PrivateMemoryPass());
  passes.addPass(MarkParallelAccessesPass());
  passes.addPass(WorkItemContextPass());
}

void addLateOptimization(ModulePassManager &passes, PassBuilder &builder, OptimizationLevel level) {
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(GlobalDCEPass());
  if (level == OptimizationLevel::O0)
    passes.addPass(builder.buildO0DefaultPipeline(level));
  else
    passes.addPass(builder.buildPerModuleDefaultPipeline(level));
}

}  // namespace

void buildKernelPipeline(ModulePassManager &passes, PassBuilder &builder,
                         const KernelOptions &options) {
  addProgramPreparation(passes, options.level != OptimizationLevel::O0);
  // The place of the whole-function vectoriser: kernels still speak for one work-item, and
  // barriers are still there, in kernels only.
  addWorkGroupForming(passes);
  passes.addPass(
      EntryPointsPass(options.maxWorkGroupSize,
                      {options.localSize[0], options.localSize[1], options.localSize[2]}));
  addLateOptimization(passes, builder, options.level);
  passes.addPass(EmitKernelTablePass(options.targetName, options.compilerFacts));
}

}  // namespace compiler::passes
