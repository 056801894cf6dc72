// From a finalized module to one that is ready for code generation.

#include "ir/loop_marks.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/DivRemPairs.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"
#include "llvm/Transforms/Vectorize/VectorCombine.h"
#include "passes/abi/emit_kernel_table_pass.h"
#include "passes/abi/entry_points_pass.h"
#include "passes/abi/kernel_parameters_pass.h"
#include "passes/abi/line_tables_pass.h"
#include "passes/abi/local_memory_pass.h"
#include "passes/abi/preserve_debug_variables_pass.h"
#include "passes/abi/private_memory_pass.h"
#include "passes/abi/specialize_parameters_pass.h"
#include "passes/abi/strip_locations_pass.h"
#include "passes/barriers/inline_barrier_functions_pass.h"
#include "passes/barriers/split_barriers_pass.h"
#include "passes/barriers/sub_group_progress_pass.h"
#include "passes/barriers/sub_groups_pass.h"
#include "passes/finalize/lower_builtins_pass.h"
#include "passes/finalize/zero_memory_pass.h"
#include "passes/linking/link_builtins_pass.h"
#include "passes/linking/normalize_attributes_pass.h"
#include "passes/linking/share_functions_pass.h"
#include "passes/lowering/lower_fences_pass.h"
#include "passes/lowering/lower_half_pass.h"
#include "passes/lowering/lower_local_atomics_pass.h"
#include "passes/lowering/lower_target_types_pass.h"
#include "passes/lowering/resolve_generic_pointers_pass.h"
#include "passes/lowering/split_switches_pass.h"
#include "passes/work_items/inline_callees_pass.h"
#include "passes/work_items/mark_group_invariant_pass.h"
#include "passes/work_items/mark_parallel_accesses_pass.h"
#include "passes/work_items/outline_work_items_pass.h"
#include "passes/work_items/specialize_single_item_groups_pass.h"
#include "passes/work_items/split_uniform_branches_pass.h"
#include "passes/work_items/widen_index_arithmetic_pass.h"
#include "passes/work_items/work_item_context_pass.h"
#include "passes/work_items/work_item_loops_pass.h"
#include "pipeline/pipeline.h"
#include "vecz/lanes/permutation.h"
#include "vecz/late/all_active_versioning_pass.h"
#include "vecz/late/fold_any_active_branches_pass.h"
#include "vecz/late/share_boundaries_pass.h"
#include "vecz/variants/vectorize_kernels_pass.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// What inlining left: variables that are values, and branches that are none.
void addSimplification(ModulePassManager &passes) {
  FunctionPassManager functions;
  functions.addPass(SROAPass(SROAOptions::ModifyCFG));
  functions.addPass(ResolveGenericPointersPass());
  functions.addPass(EarlyCSEPass());
  functions.addPass(SimplifyCFGPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
}

/// Of optimised code, let alone of SIMD groups, a debugger is told lines alone.
bool preservesDebugVariables(const KernelOptions &options) {
  return options.lineTables && options.level == OptimizationLevel::O0;
}

NormalizeAttributesPass::Keep debugInfoToKeep(const KernelOptions &options) {
  return preservesDebugVariables(options) ? NormalizeAttributesPass::Keep::variables
         : options.lineTables || options.vectorize.remarks
             ? NormalizeAttributesPass::Keep::locations
             : NormalizeAttributesPass::Keep::nothing;
}

/// All of the program is in the module, and so is all that it may call.
void addProgramPreparation(ModulePassManager &passes, const KernelOptions &options) {
  if (!options.values.empty()) {
    passes.addPass(SpecializeParametersPass(options.values));
  }
  passes.addPass(LinkBuiltinsPass(options.hooks.builtins));
  passes.addPass(LowerBuiltinsPass());
  passes.addPass(NormalizeAttributesPass(debugInfoToKeep(options)));
  if (preservesDebugVariables(options)) {
    passes.addPass(PreserveDebugVariablesPass());
  }
  passes.addPass(KernelParametersPass());
  passes.addPass(LowerTargetTypesPass());
  passes.addPass(InlineBarrierFunctionsPass());
  passes.addPass(SubGroupsPass());
  passes.addPass(GlobalDCEPass());
  if (options.level != OptimizationLevel::O0) {
    addSimplification(passes);
  }
  passes.addPass(SubGroupProgressPass());
  passes.addPass(LocalMemoryPass());
}

/// A kernel becomes a region dispatcher that runs work-item functions for all work-items of a
/// group.
void addBodyForming(ModulePassManager &passes) {
  passes.addPass(SplitBarriersPass());
  passes.addPass(OutlineWorkItemsPass());
  passes.addPass(createModuleToFunctionPassAdaptor(LowerFencesPass()));
  passes.addPass(LowerHalfPass());
}

/// Work-item functions in the form in which they are vectorised, and code is generated.
void addBodyOptimization(ModulePassManager &passes, PassBuilder &builder, OptimizationLevel level) {
  passes.addPass(SplitVariantsPass());
  passes.addPass(ShareFunctionsPass());
  passes.addPass(InlineCalleesPass());
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(createModuleToFunctionPassAdaptor(ResolveGenericPointersPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(WidenIndexArithmeticPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(
      builder.buildFunctionSimplificationPipeline(level, ThinOrFullLTOPhase::None)));
  passes.addPass(SplitUniformBranchesPass());
}

/// Without it kernels run work-item by work-item: no step of the vectoriser takes part, and LLVM's
/// loop vectoriser leaves the loops over work-items alone.
bool vectorizesWorkItems(const KernelOptions &options) {
  return options.vectorize.mode != vecz::VectorizeOptions::Mode::never;
}

/// Kernels for one work-item become kernels for one work-group.
void addWorkGroupForming(ModulePassManager &passes, const KernelOptions &options) {
  const bool vectorizes = vectorizesWorkItems(options);
  if (vectorizes) {
    passes.addPass(vecz::ShareBoundariesPass());
  }
  passes.addPass(MarkGroupInvariantPass());
  passes.addPass(WorkItemLoopsPass(vectorizes));
  passes.addPass(ZeroLocalMemoryPass());
  passes.addPass(PrivateMemoryPass());
  if (vectorizes) {
    passes.addPass(MarkParallelAccessesPass());
  }
  passes.addPass(WorkItemContextPass());
}

/// A pass that functions with an attribute (work_item_loops_pass.h) are spared.
template <typename Pass>
class Unless : public PassInfoMixin<Unless<Pass>> {
 public:
  Unless(StringRef attribute, Pass pass) : attribute_(attribute), pass_(std::move(pass)) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    if (function.hasFnAttribute(attribute_)) {
      return PreservedAnalyses::all();
    }
    return pass_.run(function, analyses);
  }

 private:
  StringRef attribute_;
  Pass pass_;
};

/// A pass over loops that some loops are spared (loop_marks.h).
template <typename Pass, bool (*isSpared)(const Loop &)>
class ForLoops : public PassInfoMixin<ForLoops<Pass, isSpared>> {
 public:
  explicit ForLoops(Pass pass = Pass()) : pass_(std::move(pass)) {}

  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses,
                        LoopStandardAnalysisResults &results, LPMUpdater &updater) {
    return isSpared(loop) ? PreservedAnalyses::all() : pass_.run(loop, analyses, results, updater);
  }

 private:
  Pass pass_;
};

/// Unrolls if there is something to unroll.
struct UnrollLoops : PassInfoMixin<UnrollLoops> {
  explicit UnrollLoops(OptimizationLevel level)
      : pass(LoopUnrollOptions(level.getSpeedupLevel())) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    return hasLoopsToUnroll(analyses.getResult<LoopAnalysis>(function))
               ? pass.run(function, analyses)
               : PreservedAnalyses::all();
  }

  LoopUnrollPass pass;
};

/// Bodies were simplified when they were formed. What is new since then: they are inlined into the
/// loops around them, work-item builtins and arguments are loads from memory that only this module
/// knows, and vectors' addresses and masks are as they were written.
void addLateSimplification(ModulePassManager &passes, PassBuilder &builder,
                           const KernelOptions &options) {
  LoopPassManager loops;
  loops.addPass(LoopRotatePass());
  loops.addPass(LICMPass(LICMOptions()));
  LoopPassManager counters;
  counters.addPass(ForLoops<IndVarSimplifyPass, isSeldomRun>());
  counters.addPass(ForLoops<LoopDeletionPass, isSureToStay>());
  FunctionPassManager functions;
  functions.addPass(SROAPass(SROAOptions::ModifyCFG));
  functions.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  functions.addPass(InstCombinePass());
  functions.addPass(SimplifyCFGPass());
  functions.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  functions.addPass(Unless(largePartAttribute, InstCombinePass()));
  // Loops of kernels themselves were seen to when bodies were simplified; the ones around
  // bodies are not worth what it takes where there are dozens.
  functions.addPass(
      Unless(largePartAttribute, createFunctionToLoopPassAdaptor(std::move(counters))));
  functions.addPass(GVNPass());
  functions.addPass(DSEPass());
  functions.addPass(ADCEPass());
  if (vectorizesWorkItems(options)) {
    functions.addPass(vecz::FoldAnyActiveBranchesPass());
  }
  builder.invokeScalarOptimizerLateEPCallbacks(functions, options.level);
  functions.addPass(InstCombinePass());
  builder.invokePeepholeEPCallbacks(functions, options.level);
  functions.addPass(SimplifyCFGPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
}

void addVectorization(FunctionPassManager &functions, PassBuilder &builder,
                      OptimizationLevel level) {
  LoopPassManager rotation;
  rotation.addPass(LoopRotatePass());
  rotation.addPass(ForLoops<LoopDeletionPass, isSureToStay>());
  functions.addPass(createFunctionToLoopPassAdaptor(std::move(rotation)));
  builder.invokeVectorizerStartEPCallbacks(functions, level);
  functions.addPass(LoopVectorizePass());
  functions.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                        .forwardSwitchCondToPhi(true)
                                        .convertSwitchRangeToICmp(true)
                                        .convertSwitchToLookupTable(true)
                                        .needCanonicalLoops(false)
                                        .hoistCommonInsts(true)
                                        .sinkCommonInsts(true)));
  // What is in vectors already has no neighbouring scalars to combine.
  functions.addPass(Unless(inSimdGroupsAttribute, SLPVectorizerPass()));
  functions.addPass(VectorCombinePass());
  functions.addPass(Unless(largePartAttribute, InstCombinePass()));
  builder.invokeVectorizerEndEPCallbacks(functions, level);
}

void addCleanup(FunctionPassManager &functions, const KernelOptions &options) {
  functions.addPass(Unless(largePartAttribute, UnrollLoops(options.level)));
  functions.addPass(SROAPass(SROAOptions::PreserveCFG));
  functions.addPass(
      createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  if (vectorizesWorkItems(options)) {
    functions.addPass(vecz::LowerPermutationsPass());
  }
  functions.addPass(InstSimplifyPass());
  functions.addPass(DivRemPairsPass());
  functions.addPass(SimplifyCFGPass(SimplifyCFGOptions().speculateUnpredictables(true)));
}

/// LLVM's pipeline for -O2 without what finds nothing in such modules: a kernel has no
/// linkage to preserve and its functions are few, so of the interprocedural passes only the
/// inliner for what must be inlined is left, and bodies were simplified before. Measured in
/// doc/decisions/006-lean-late-pipeline.md.
void addLateOptimization(ModulePassManager &passes, PassBuilder &builder,
                         const KernelOptions &options) {
  const OptimizationLevel level = options.level;
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(GlobalDCEPass());
  if (level == OptimizationLevel::O0) {
    passes.addPass(builder.buildO0DefaultPipeline(level));
    return;
  }
  builder.invokePipelineStartEPCallbacks(passes, level);
  passes.addPass(GlobalOptPass());
  addLateSimplification(passes, builder, options);
  FunctionPassManager functions;
  addVectorization(functions, builder, level);
  functions.addPass(LowerLocalAtomicsPass());
  addCleanup(functions, options);
  functions.addPass(SplitSwitchesPass());
  if (vectorizesWorkItems(options)) {
    functions.addPass(Unless(largePartAttribute, vecz::AllActiveVersioningPass()));
  }
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
  builder.invokeOptimizerLastEPCallbacks(passes, level, ThinOrFullLTOPhase::None);
  passes.addPass(GlobalDCEPass());
}

void extend(ModulePassManager &passes, const KernelOptions &options, PipelinePoint point) {
  if (options.hooks.extendPipeline) {
    options.hooks.extendPipeline(point, passes);
  }
}

}  // namespace

void buildVectorizerPipeline(ModulePassManager &passes, PassBuilder &builder,
                             const KernelOptions &options) {
  addProgramPreparation(passes, options);
  extend(passes, options, PipelinePoint::workItems);
  if (options.level != OptimizationLevel::O0) {
    passes.addPass(SpecializeSingleItemGroupsPass(options.localSize[0]));
  }
  addBodyForming(passes);
  if (options.level != OptimizationLevel::O0) {
    addBodyOptimization(passes, builder, options.level);
  }
  passes.addPass(vecz::VectorizeKernelsPass(options.vectorize));
}

void buildWorkGroupPipeline(ModulePassManager &passes, PassBuilder &builder,
                            const KernelOptions &options) {
  buildVectorizerPipeline(passes, builder, options);
  addWorkGroupForming(passes, options);
  if (options.vectorize.remarks && !options.lineTables) {
    passes.addPass(StripLocationsPass());
  }
  extend(passes, options, PipelinePoint::workGroups);
  passes.addPass(
      EntryPointsPass(options.maxWorkGroupSize,
                      {options.localSize[0], options.localSize[1], options.localSize[2]}));
}

void buildLatePipeline(ModulePassManager &passes, PassBuilder &builder,
                       const KernelOptions &options) {
  addLateOptimization(passes, builder, options);
  extend(passes, options, PipelinePoint::optimized);
}

void buildTablePipeline(ModulePassManager &passes, const KernelOptions &options) {
  passes.addPass(EmitKernelTablePass(options.targetName, options.compilerFacts));
  if (options.lineTables) {
    passes.addPass(LineTablesPass(preservesDebugVariables(options)));
  }
}

void buildKernelPipeline(ModulePassManager &passes, PassBuilder &builder,
                         const KernelOptions &options) {
  buildWorkGroupPipeline(passes, builder, options);
  buildLatePipeline(passes, builder, options);
  buildTablePipeline(passes, options);
}

}  // namespace compiler::passes
