// Builds the two pass pipelines of a kernel: finalize (target-neutral) and the kernel pipeline
// (target-dependent).
// Also registers the passes of passes.def by name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/parameter_value.h"
#include "compiler/target/target_hooks.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Passes/PassBuilder.h"
#include "passes/finalize/zero_memory_pass.h"
#include "vecz/model/options.h"

namespace compiler::passes {

/// Makes all passes of passes.def known by name to `builder` (for muxc --passes=…).
void registerPasses(llvm::PassBuilder &builder, std::span<const BuiltinUnit> targetUnits = {});

struct FinalizeOptions {
  bool optimize = true;         ///< false with -cl-opt-disable
  bool denormsAreZero = false;  ///< -cl-denorms-are-zero
  ZeroMemoryOptions zeroMemory = {};
  std::span<const BuiltinUnit> targetUnits = {};  ///< what else programs may call
};

/// Target-neutral: from a front end's module (triple spir or spir64) to the form in which a
/// program is kept. Errors (recursion, an unknown builtin, …) are reported as error
/// diagnostics on the module's LLVMContext; the caller's handler collects them.
void buildFinalizePipeline(llvm::ModulePassManager &passes, const FinalizeOptions &options);

struct KernelOptions {
  /// Of the target: what the note says (mux/target_support/note.h).
  std::string targetName;
  std::string compilerFacts;
  llvm::OptimizationLevel level = llvm::OptimizationLevel::O2;
  uint64_t maxWorkGroupSize = 0;
  uint64_t localSize[3] = {0, 0, 0};        ///< the only local size to compile for, or zeros
  std::vector<ParameterValue> values = {};  ///< the only ones of these parameters
  bool lineTables =
      false;  ///< the code says which lines it is of, and without optimisation its variables
  TargetHooks hooks = {};
  vecz::VectorizeOptions vectorize = {};
};

/// The first half of the kernel pipeline, to its vectoriser: kernels are region dispatchers that
/// run item bodies for all work-items, and work-item functions have their vector variants.
void buildVectorizerPipeline(llvm::ModulePassManager &passes, llvm::PassBuilder &builder,
                             const KernelOptions &options);

/// The kernel pipeline in three steps. First to where kernels are entry points, which run
/// work-groups.
void buildWorkGroupPipeline(llvm::ModulePassManager &passes, llvm::PassBuilder &builder,
                            const KernelOptions &options);

/// Then functions are optimised, each for itself: it does the same to a part of the module
/// (llvm_target/code_parts.h).
void buildLatePipeline(llvm::ModulePassManager &passes, llvm::PassBuilder &builder,
                       const KernelOptions &options);

/// At last the module with the entry points defines the kernel table (mux/abi.h) and the note.
void buildTablePipeline(llvm::ModulePassManager &passes, const KernelOptions &options);

/// All three. Target-dependent: from a finalized module whose triple and data layout are the
/// target's to one that defines the kernel table (mux/abi.h) and the note, ready for code
/// generation. `builder` has the target machine's analyses.
void buildKernelPipeline(llvm::ModulePassManager &passes, llvm::PassBuilder &builder,
                         const KernelOptions &options);

}  // namespace compiler::passes
