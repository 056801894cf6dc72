// The kernel pipeline: from a finalized module to one ready for code generation.
//
// 1. Program preparation: builtins linked, equal attributes, argument blocks, barriers inlined into
//    kernels, local memory laid out. Kernels still describe one work-item.
// 2. Work-item functions: kernels split at barriers and outlined, callees inlined or shared,
//    simplified by LLVM, branches of the group hoisted.
// 3. Vectoriser: vector variants of work-item functions (vecz).
// 4. Work-groups: loops over work-items, private memory, ids from the context.
// 5. Entry points: loops over work-groups (mux_entry_point_t).
// 6. Late optimisation: LLVM's -O2 without passes of no effect here (decision 006).
// 7. Tables: kernel table, program metadata, line tables.
//
// The order is fixed by the contracts in the headers of the passes: "Expects" names the passes to
// come before. Stages 1 to 5, 6 and 7 are pipelines of their own, since a large program goes
// through late optimisation in several modules and on several threads (decision 011).

#include "ir/kernel_conventions.h"
#include "ir/loop_marks.h"
#include "ir/permutation.h"
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
#include "passes/abi/apart_buffers_pass.h"
#include "passes/abi/emit_kernel_table_pass.h"
#include "passes/abi/entry_points_pass.h"
#include "passes/abi/kernel_parameters_pass.h"
#include "passes/abi/line_tables_pass.h"
#include "passes/abi/local_id_ranges_pass.h"
#include "passes/abi/local_memory_pass.h"
#include "passes/abi/preserve_debug_variables_pass.h"
#include "passes/abi/private_memory_pass.h"
#include "passes/abi/specialize_parameters_pass.h"
#include "passes/abi/strip_locations_pass.h"
#include "passes/barriers/inline_barrier_functions_pass.h"
#include "passes/barriers/split_barriers_pass.h"
#include "passes/barriers/sub_group_progress_pass.h"
#include "passes/barriers/sub_groups_pass.h"
#include "passes/before_barriers/drop_private_volatile_pass.h"
#include "passes/before_barriers/fold_exchange_loops_pass.h"
#include "passes/before_barriers/promote_private_arrays_pass.h"
#include "passes/before_barriers/split_inductions_pass.h"
#include "passes/before_barriers/unroll_trees_pass.h"
#include "passes/before_barriers/version_distances_pass.h"
#include "passes/finalize/lower_builtins_pass.h"
#include "passes/finalize/zero_memory_pass.h"
#include "passes/linking/link_builtins_pass.h"
#include "passes/linking/normalize_attributes_pass.h"
#include "passes/linking/share_functions_pass.h"
#include "passes/lowering/blend_stores_pass.h"
#include "passes/lowering/carry_masks_pass.h"
#include "passes/lowering/estimate_reciprocals_pass.h"
#include "passes/lowering/lower_fences_pass.h"
#include "passes/lowering/lower_half_pass.h"
#include "passes/lowering/lower_local_atomics_pass.h"
#include "passes/lowering/lower_target_types_pass.h"
#include "passes/lowering/narrow_products_pass.h"
#include "passes/lowering/resolve_generic_pointers_pass.h"
#include "passes/lowering/round_half_pass.h"
#include "passes/lowering/sink_odd_shuffles_pass.h"
#include "passes/lowering/split_switches_pass.h"
#include "passes/work_items/fuse_multiply_adds_pass.h"
#include "passes/work_items/hoist_divisions_pass.h"
#include "passes/work_items/inline_callees_pass.h"
#include "passes/work_items/keep_runs_pass.h"
#include "passes/work_items/mark_group_invariant_pass.h"
#include "passes/work_items/outline_work_items_pass.h"
#include "passes/work_items/recombine_quotients_pass.h"
#include "passes/work_items/specialize_single_item_groups_pass.h"
#include "passes/work_items/speculate_stores_pass.h"
#include "passes/work_items/split_uniform_branches_pass.h"
#include "passes/work_items/widen_index_arithmetic_pass.h"
#include "passes/work_items/work_item_context_pass.h"
#include "passes/work_items/work_item_loops_pass.h"
#include "pipeline/pipeline.h"
#include "pipeline/required_pass.h"
#include "vecz/late/all_active_versioning_pass.h"
#include "vecz/late/fold_any_active_branches_pass.h"
#include "vecz/late/share_boundaries_pass.h"
#include "vecz/late/shorten_masked_accesses_pass.h"
#include "vecz/prepare/split_votes_pass.h"
#include "vecz/variants/vectorize_kernels_pass.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Cleans up after inlining into kernels: variables become values, dead branches go. Later passes
// recognise patterns in values only.
void addSimplification(ModulePassManager &passes) {
  FunctionPassManager functions;
  functions.addPass(DropPrivateVolatilePass());
  functions.addPass(SROAPass(SROAOptions::ModifyCFG));
  functions.addPass(ResolveGenericPointersPass());
  functions.addPass(EarlyCSEPass());
  functions.addPass(SimplifyCFGPass());
  functions.addPass(FoldExchangeLoopsPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
}

// Returns true if a debugger sees variables: at -O0 with debug information. In optimised code,
// and in SIMD groups above all, it gets line tables alone.
bool preservesDebugVariables(const KernelOptions &options) {
  return options.lineTables && options.level == OptimizationLevel::O0;
}

// The debug information needed by line tables, remarks or a debugger; nothing otherwise, since it
// costs time in each pass.
NormalizeAttributesPass::Keep debugInfoToKeep(const KernelOptions &options) {
  return preservesDebugVariables(options) ? NormalizeAttributesPass::Keep::variables
         : options.lineTables || options.vectorize.remarks
             ? NormalizeAttributesPass::Keep::locations
             : NormalizeAttributesPass::Keep::nothing;
}

// Gives kernels the attribute of -cl-uniform-work-group-size.
struct MarkUniformGroups : PassInfoMixin<MarkUniformGroups> {
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    for (Function *kernel : kernelsOf(module)) {
      kernel->addFnAttr("uniform-work-group-size", "true");
    }
    return PreservedAnalyses::all();
  }
};

// Completes the program and brings kernels to their canonical form for one work-item: all functions
// defined, all barriers in kernels, and, with optimisation, generic pointers resolved.
// LowerBuiltinsPass runs a second time, for units of a target may call OpenCL builtins. The
// target's extension point `workItems` comes behind it.
void addProgramPreparation(ModulePassManager &passes, const KernelOptions &options) {
  if (!options.values.empty()) {
    passes.addPass(SpecializeParametersPass(options.values));
  }
  if (options.uniformGroups) {
    passes.addPass(MarkUniformGroups());
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
  passes.addPass(Required<GlobalDCEPass>());
  if (options.level != OptimizationLevel::O0) {
    addSimplification(passes);
    passes.addPass(ApartBuffersPass(options.apartBuffers));
  }
  passes.addPass(SubGroupProgressPass());
  passes.addPass(LocalMemoryPass());
}

// The only local size of all launches, or zeros.
std::array<uint64_t, 3> onlyLocalSize(const KernelOptions &options) {
  return {options.localSize[0], options.localSize[1], options.localSize[2]};
}

// Returns true if the vectoriser runs over work-items. Otherwise no step of vecz takes part.
bool vectorizesWorkItems(const KernelOptions &options) {
  return options.vectorize.mode != vecz::VectorizeOptions::Mode::never;
}

// Makes each kernel a region dispatcher, with calls of work-item functions for all work-items of a
// group. With optimisation, fewer values cross barriers, and in better shape.
void addWorkItemForming(ModulePassManager &passes, const KernelOptions &options) {
  if (options.level != OptimizationLevel::O0) {
    passes.addPass(LocalIdRangesPass(onlyLocalSize(options), options.maxWorkGroupSize));
    passes.addPass(PromotePrivateArraysPass());
    passes.addPass(createModuleToFunctionPassAdaptor(UnrollTreesPass(options.localSize[0] != 0)));
    if (vectorizesWorkItems(options)) {
      passes.addPass(createModuleToFunctionPassAdaptor(VersionDistancesPass()));
    }
    passes.addPass(createModuleToFunctionPassAdaptor(SplitInductionsPass()));
  }
  passes.addPass(SplitBarriersPass());
  passes.addPass(OutlineWorkItemsPass());
  passes.addPass(createModuleToFunctionPassAdaptor(LowerFencesPass()));
  passes.addPass(LowerHalfPass());
}

// Moves what both sides of a branch compute in front of it. A SIMD group that diverges would
// compute it twice. Both sides may also store to one element, each with the index computed anew.
// LLVM makes one store of them, and the phi of the indices would hide its stride.
class HoistCommonCode : public PassInfoMixin<HoistCommonCode> {
 public:
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    FunctionPassManager hoisting;
    hoisting.addPass(GVNHoistPass());
    PreservedAnalyses preserved = hoisting.run(function, analyses);
    if (!preserved.areAllPreserved()) {
      FunctionPassManager cleanup;
      cleanup.addPass(InstCombinePass());
      cleanup.addPass(SimplifyCFGPass());
      preserved.intersect(cleanup.run(function, analyses));
    }
    return preserved;
  }
};

// Simplifies work-item functions for the vectoriser and for code generation. LLVM's function
// simplification runs here and not behind the vectoriser, where it would see each function in
// several variants.
void addWorkItemOptimization(ModulePassManager &passes, PassBuilder &builder,
                             const KernelOptions &options) {
  passes.addPass(SplitVariantsPass());
  passes.addPass(ShareFunctionsPass());
  passes.addPass(InlineCalleesPass());
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(LocalIdRangesPass(onlyLocalSize(options), options.maxWorkGroupSize));
  passes.addPass(createModuleToFunctionPassAdaptor(ResolveGenericPointersPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(WidenIndexArithmeticPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(KeepRunsPass()));
  FunctionPassManager functions =
      builder.buildFunctionSimplificationPipeline(options.level, ThinOrFullLTOPhase::None);
  functions.addPass(FoldExchangeLoopsPass());
  functions.addPass(RecombineQuotientsPass());
  functions.addPass(vecz::SplitVotesPass());
  functions.addPass(HoistCommonCode());
  functions.addPass(SpeculateStoresPass());
  functions.addPass(FuseMultiplyAddsPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
  passes.addPass(SplitUniformBranchesPass());
}

// Turns kernels for one work-item into kernels for one work-group. Loops come before private memory
// and context, since these two need to know all variants and the current work-item.
void addWorkGroupPasses(ModulePassManager &passes, const KernelOptions &options) {
  const bool vectorizes = vectorizesWorkItems(options);
  if (vectorizes) {
    passes.addPass(vecz::ShareBoundariesPass());
  }
  passes.addPass(MarkGroupInvariantPass());
  passes.addPass(WorkItemLoopsPass(vectorizes));
  passes.addPass(ZeroLocalMemoryPass());
  passes.addPass(PrivateMemoryPass());
  passes.addPass(WorkItemContextPass());
}

// Skips functions with an attribute (work_item_loops_pass.h), for passes without profit there.
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
  static StringRef name() { return Pass::name(); }

 private:
  StringRef attribute_;
  Pass pass_;
};

// Runs a loop pass except on loops for which `isSpared` is true (loop_marks.h).
template <typename Pass, bool (*isSpared)(const Loop &)>
class ForLoops : public PassInfoMixin<ForLoops<Pass, isSpared>> {
 public:
  explicit ForLoops(Pass pass = Pass()) : pass_(std::move(pass)) {}

  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses,
                        LoopStandardAnalysisResults &results, LPMUpdater &updater) {
    return isSpared(loop) ? PreservedAnalyses::all() : pass_.run(loop, analyses, results, updater);
  }
  static StringRef name() { return Pass::name(); }

 private:
  Pass pass_;
};

// Runs LLVM's unroller if the function has a loop to unroll. LLVM's pass first simplifies all
// loops, and takes time in functions with dozens of loops over work-items.
struct UnrollLoops : PassInfoMixin<UnrollLoops> {
  explicit UnrollLoops(OptimizationLevel level)
      : pass(LoopUnrollOptions(level.getSpeedupLevel())) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    return hasLoopsToUnroll(analyses.getResult<LoopAnalysis>(function))
               ? pass.run(function, analyses)
               : PreservedAnalyses::all();
  }
  static StringRef name() { return LoopUnrollPass::name(); }

  LoopUnrollPass pass;
};

bool isInnerLoop(const Loop &loop) {
  return !isOuterLoop(loop);
}

// Moves invariant code out of loops. A loop over rows or groups has rarely more than one round, and
// holds code that is hardly ever run: for remainders, and behind failed checks. Only what surely
// runs leaves such a loop.
void addHoisting(LoopPassManager &loops) {
  loops.addPass(ForLoops<LICMPass, isOuterLoop>(LICMPass(LICMOptions())));
  LICMOptions options;
  options.AllowSpeculation = false;
  loops.addPass(ForLoops<LICMPass, isInnerLoop>(LICMPass(options)));
}

// Simplifies work-item functions in their new surroundings. They are inlined into loops now,
// builtins and arguments are loads from memory private to the module, and addresses and masks of
// vectors are as the vectoriser wrote them.
void addLateSimplification(ModulePassManager &passes, PassBuilder &builder,
                           const KernelOptions &options) {
  LoopPassManager loops;
  loops.addPass(LoopRotatePass());
  addHoisting(loops);
  LoopPassManager counters;
  counters.addPass(ForLoops<IndVarSimplifyPass, isRarelyExecuted>());
  counters.addPass(ForLoops<LoopDeletionPass, cannotBeDeleted>());
  FunctionPassManager functions;
  functions.addPass(SROAPass(SROAOptions::ModifyCFG));
  functions.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  functions.addPass(InstCombinePass());
  functions.addPass(SimplifyCFGPass());
  functions.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  functions.addPass(HoistDivisionsPass());
  functions.addPass(Unless(outlinedRegionAttribute, InstCombinePass()));
  // Loops of the program were simplified with their work-item functions. In large kernels the loops
  // around them are dozens, and not worth the time.
  functions.addPass(
      Unless(outlinedRegionAttribute, createFunctionToLoopPassAdaptor(std::move(counters))));
  if (vectorizesWorkItems(options)) {
    functions.addPass(vecz::ShortenMaskedAccessesPass());
  }
  functions.addPass(GVNPass());
  functions.addPass(DSEPass());
  functions.addPass(ADCEPass());
  if (vectorizesWorkItems(options)) {
    functions.addPass(vecz::FoldAnyActiveBranchesPass());
  }
  builder.invokeScalarOptimizerLateEPCallbacks(functions, options.level);
  functions.addPass(InstCombinePass());
  if (vectorizesWorkItems(options)) {
    functions.addPass(vecz::ShortenMaskedAccessesPass());
  }
  builder.invokePeepholeEPCallbacks(functions, options.level);
  functions.addPass(SimplifyCFGPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
}

// LLVM's vectorisers, in the order of its -O2 pipeline: loops of the program in scalar kernels,
// then neighbouring scalars (SLP).
void addVectorization(FunctionPassManager &functions, PassBuilder &builder,
                      OptimizationLevel level) {
  LoopPassManager rotation;
  rotation.addPass(LoopRotatePass());
  rotation.addPass(ForLoops<LoopDeletionPass, cannotBeDeleted>());
  functions.addPass(createFunctionToLoopPassAdaptor(std::move(rotation)));
  builder.invokeVectorizerStartEPCallbacks(functions, level);
  functions.addPass(LoopVectorizePass());
  functions.addPass(ReleaseRunsPass());
  functions.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                        .forwardSwitchCondToPhi(true)
                                        .convertSwitchRangeToICmp(true)
                                        .convertSwitchToLookupTable(true)
                                        .needCanonicalLoops(false)
                                        .hoistCommonInsts(true)
                                        .sinkCommonInsts(true)));
  // Work in vectors leaves no neighbouring scalars to combine.
  functions.addPass(Unless(inSimdGroupsAttribute, SLPVectorizerPass()));
  functions.addPass(VectorCombinePass());
  functions.addPass(Unless(outlinedRegionAttribute, InstCombinePass()));
  builder.invokeVectorizerEndEPCallbacks(functions, level);
}

// The end of LLVM's -O2 pipeline: unrolling, hoisting, division pairs. Permutations are lowered
// behind unrolling, with constant indices.
void addCleanup(FunctionPassManager &functions, const KernelOptions &options) {
  functions.addPass(Unless(outlinedRegionAttribute, UnrollLoops(options.level)));
  functions.addPass(SROAPass(SROAOptions::PreserveCFG));
  LoopPassManager loops;
  addHoisting(loops);
  functions.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  functions.addPass(LowerPermutationsPass());
  functions.addPass(InstSimplifyPass());
  functions.addPass(DivRemPairsPass());
  functions.addPass(SimplifyCFGPass(SimplifyCFGOptions().speculateUnpredictables(true)));
}

// LLVM's pipeline for -O2 without the passes that find nothing in kernels. A kernel has no linkage
// to preserve, and its functions are few: of the interprocedural passes only the inliner for
// alwaysinline functions is left. Work-item functions were simplified before. Measurements are in
// doc/decisions/006-lean-late-pipeline.md.
void addLateOptimization(ModulePassManager &passes, PassBuilder &builder,
                         const KernelOptions &options) {
  const OptimizationLevel level = options.level;
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(Required<GlobalDCEPass>());
  if (level == OptimizationLevel::O0) {
    passes.addPass(createModuleToFunctionPassAdaptor(LowerPermutationsPass()));
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
  if (vectorizesWorkItems(options) && options.hooks.hasSlowMasks) {
    functions.addPass(BlendStoresPass(options.localMemorySlack));
    functions.addPass(Unless(outlinedRegionAttribute, vecz::AllActiveVersioningPass()));
  }
  functions.addPass(EstimateReciprocalsPass());
  if (vectorizesWorkItems(options)) {
    functions.addPass(CarryMasksPass());
    functions.addPass(SinkOddShufflesPass());
  }
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
  builder.invokeOptimizerLastEPCallbacks(passes, level, ThinOrFullLTOPhase::None);
  passes.addPass(Required<GlobalDCEPass>());
}

// Adds the target's own passes at one of the extension points (compiler/target/target_hooks.h).
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
  addWorkItemForming(passes, options);
  if (options.level != OptimizationLevel::O0) {
    addWorkItemOptimization(passes, builder, options);
  }
  passes.addPass(vecz::VectorizeKernelsPass(options.vectorize));
}

void buildWorkGroupPipeline(ModulePassManager &passes, PassBuilder &builder,
                            const KernelOptions &options) {
  buildVectorizerPipeline(passes, builder, options);
  addWorkGroupPasses(passes, options);
  if (options.vectorize.remarks && !options.lineTables) {
    passes.addPass(StripLocationsPass());
  }
  extend(passes, options, PipelinePoint::workGroups);
  passes.addPass(EntryPointsPass(options.maxWorkGroupSize, onlyLocalSize(options)));
}

void buildLatePipeline(ModulePassManager &passes, PassBuilder &builder,
                       const KernelOptions &options) {
  addLateOptimization(passes, builder, options);
  passes.addPass(RoundHalfPass());
  passes.addPass(createModuleToFunctionPassAdaptor(NarrowProductsPass()));
  extend(passes, options, PipelinePoint::optimized);
}

void buildTablePipeline(ModulePassManager &passes, const KernelOptions &options) {
  passes.addPass(EmitKernelTablePass(options.targetName, options.targetProperties));
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
