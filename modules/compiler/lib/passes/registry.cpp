// Makes the passes of passes.def known to a PassBuilder.

#include "llvm/IR/PassManager.h"
#include "passes/check_calls_pass.h"
#include "passes/check_symbols_pass.h"
#include "passes/drop_debug_spaces_pass.h"
#include "passes/emit_kernel_table_pass.h"
#include "passes/entry_points_pass.h"
#include "passes/extend_leaves_pass.h"
#include "passes/find_group_free_kernels_pass.h"
#include "passes/guard_divisions_pass.h"
#include "passes/harmonize_module_pass.h"
#include "passes/inline_barrier_functions_pass.h"
#include "passes/inline_into_bodies_pass.h"
#include "passes/item_bodies_pass.h"
#include "passes/keep_variables_pass.h"
#include "passes/kernel_parameters_pass.h"
#include "passes/line_tables_pass.h"
#include "passes/link_builtins_pass.h"
#include "passes/local_memory_pass.h"
#include "passes/lower_builtins_pass.h"
#include "passes/lower_fences_pass.h"
#include "passes/lower_half_pass.h"
#include "passes/lower_local_atomics_pass.h"
#include "passes/lower_printf_pass.h"
#include "passes/lower_target_types_pass.h"
#include "passes/mark_parallel_accesses_pass.h"
#include "passes/pipeline.h"
#include "passes/prepare_kernels_pass.h"
#include "passes/private_memory_pass.h"
#include "passes/resolve_generic_pointers_pass.h"
#include "passes/share_functions_pass.h"
#include "passes/single_item_groups_pass.h"
#include "passes/specialize_parameters_pass.h"
#include "passes/split_barriers_pass.h"
#include "passes/split_switches_pass.h"
#include "passes/split_uniform_branches_pass.h"
#include "passes/strip_locations_pass.h"
#include "passes/sub_group_progress_pass.h"
#include "passes/sub_groups_pass.h"
#include "passes/verify_pass.h"
#include "passes/widen_sizes_pass.h"
#include "passes/work_item_context_pass.h"
#include "passes/work_item_loops_pass.h"
#include "passes/zero_memory_pass.h"
#include "vecz/fold_skips_pass.h"
#include "vecz/linearize_pass.h"
#include "vecz/permutation.h"
#include "vecz/share_edges_pass.h"
#include "vecz/vectorize_kernels_pass.h"
#include "vecz/whole_packets_pass.h"
#include "vecz/widen_pass.h"

namespace compiler::passes {
namespace {

/// What instrumentation calls the passes.
void namePasses(llvm::PassInstrumentationCallbacks &callbacks,
                std::span<const BuiltinUnit> targetUnits) {
#define KILN_MODULE_PASS(passName, constructor) \
  callbacks.addClassToPassName(decltype(constructor)::name(), passName);
#define KILN_FUNCTION_PASS(passName, constructor) \
  callbacks.addClassToPassName(decltype(constructor)::name(), passName);
#include "passes/passes.def"
  (void)callbacks;
  (void)targetUnits;
}

}  // namespace

void registerPasses(llvm::PassBuilder &builder, std::span<const BuiltinUnit> targetUnits) {
  builder.registerPipelineParsingCallback(
      [targetUnits](llvm::StringRef given, llvm::ModulePassManager &passes,
                    llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define KILN_MODULE_PASS(name, constructor) \
  if (given == name) {                      \
    passes.addPass(constructor);            \
    return true;                            \
  }
#include "passes/passes.def"
        (void)given;
        (void)passes;
        return false;
      });
  builder.registerPipelineParsingCallback([](llvm::StringRef given,
                                             llvm::FunctionPassManager &passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define KILN_FUNCTION_PASS(name, constructor) \
  if (given == name) {                        \
    passes.addPass(constructor);              \
    return true;                              \
  }
#include "passes/passes.def"
    (void)given;
    (void)passes;
    return false;
  });
  if (llvm::PassInstrumentationCallbacks *callbacks = builder.getPassInstrumentationCallbacks()) {
    namePasses(*callbacks, targetUnits);
  }
}

}  // namespace compiler::passes
