// Makes the passes of registry/steps.def known to a PassBuilder.

#include "ir/permutation.h"
#include "llvm/IR/PassManager.h"
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
#include "passes/lowering/opaque_byte_shuffles_pass.h"
#include "passes/lowering/range_instructions_pass.h"
#include "passes/lowering/resolve_generic_pointers_pass.h"
#include "passes/lowering/round_half_pass.h"
#include "passes/lowering/sign_gather_indices_pass.h"
#include "passes/lowering/sink_odd_shuffles_pass.h"
#include "passes/lowering/split_gathers_pass.h"
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
#include "registry/step_table.h"
#include "vecz/late/all_active_versioning_pass.h"
#include "vecz/late/fold_any_active_branches_pass.h"
#include "vecz/late/share_boundaries_pass.h"
#include "vecz/late/shorten_masked_accesses_pass.h"
#include "vecz/linearize/linearize_pass.h"
#include "vecz/prepare/split_votes_pass.h"
#include "vecz/variants/vectorize_kernels_pass.h"
#include "vecz/widen/widen_pass.h"

namespace compiler::passes {
namespace {

/// Tells if the table and the pass agree on its need. VectorizeKernelsPass asks the gate itself,
/// for each work-item function, so it is required for LLVM and optional in the table.
template <typename Pass>
constexpr bool agrees(std::string_view name) {
  const bool isRequired = requires { Pass::isRequired(); };
  const bool asksItself = std::is_same_v<Pass, vecz::VectorizeKernelsPass>;
  return asksItself || isRequired == (findStep(name)->need == StepNeed::required);
}

// Tells instrumentation the passes' names: --print-after=…, time reports and bisection use them.
void namePasses(llvm::PassInstrumentationCallbacks &callbacks,
                std::span<const BuiltinUnit> targetUnits) {
#define KILN_MODULE_PASS(passName, constructor, need, sentence, source) \
  static_assert(agrees<decltype(constructor)>(passName));               \
  callbacks.addClassToPassName(decltype(constructor)::name(), passName);
#define KILN_FUNCTION_PASS(passName, constructor, need, sentence, source) \
  static_assert(agrees<decltype(constructor)>(passName));                 \
  callbacks.addClassToPassName(decltype(constructor)::name(), passName);
#include "registry/steps.def"
  (void)callbacks;
  (void)targetUnits;
}

}  // namespace

// Registers a parsing callback for module passes and one for function passes. Each compares the
// given name with all in the table.
void registerPasses(llvm::PassBuilder &builder, std::span<const BuiltinUnit> targetUnits) {
  builder.registerPipelineParsingCallback(
      [targetUnits](llvm::StringRef given, llvm::ModulePassManager &passes,
                    llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define KILN_MODULE_PASS(name, constructor, need, sentence, source) \
  if (given == name) {                                              \
    passes.addPass(constructor);                                    \
    return true;                                                    \
  }
#include "registry/steps.def"
        (void)given;
        (void)passes;
        return false;
      });
  builder.registerPipelineParsingCallback([](llvm::StringRef given,
                                             llvm::FunctionPassManager &passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define KILN_FUNCTION_PASS(name, constructor, need, sentence, source) \
  if (given == name) {                                                \
    passes.addPass(constructor);                                      \
    return true;                                                      \
  }
#include "registry/steps.def"
    (void)given;
    (void)passes;
    return false;
  });
  if (llvm::PassInstrumentationCallbacks *callbacks = builder.getPassInstrumentationCallbacks()) {
    namePasses(*callbacks, targetUnits);
  }
}

}  // namespace compiler::passes
