// Builds the two pass pipelines of a kernel: finalize (target-neutral) and the kernel pipeline
// (target-dependent).
// Also registers the passes of steps.def by name.
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

/// Makes all passes of steps.def known by name to `builder` (for muxc --passes=…).
void registerPasses(llvm::PassBuilder &builder, std::span<const BuiltinUnit> targetUnits = {});

/// Options of one program for finalize.
struct FinalizeOptions {
  bool optimize = true;         ///< false with -cl-opt-disable
  bool denormsAreZero = false;  ///< -cl-denorms-are-zero
  ZeroMemoryOptions zeroMemory = {};
  std::span<const BuiltinUnit> targetUnits = {};  ///< the target's own functions for programs
};

/// Builds the target-neutral pipeline: from a front end's module (triple spir or spir64) to the
/// form of a stored program (doc/compiler-spec.md, section 1 and 2). Errors (recursion, an unknown
/// builtin, …) are diagnostics on the module's LLVMContext; the caller's handler collects them. A
/// rejected module is empty.
void buildFinalizePipeline(llvm::ModulePassManager &passes, const FinalizeOptions &options);

/// Options of one code generation: device, launch and debugging. Members with a default may be left
/// out.
struct KernelOptions {
  /// The target's name in the program metadata (mux/target_support/program_metadata.h).
  std::string targetName;
  /// The target's properties in the program metadata.
  std::string targetProperties;
  /// O0 with -cl-opt-disable: neither simplification nor late optimisation, but debuggable
  /// variables.
  llvm::OptimizationLevel level = llvm::OptimizationLevel::O2;
  /// An upper bound of local sizes in each dimension (CL_DEVICE_MAX_WORK_GROUP_SIZE); 0 if unknown.
  uint64_t maxWorkGroupSize = 0;
  /// DeviceProperties::localMemorySlack.
  uint64_t localMemorySlack = 0;
  uint64_t localSize[3] = {0, 0, 0};        ///< the only local size to compile for, or zeros
  bool uniformGroups = false;               ///< launches with partial groups are invalid
  bool apartBuffers = false;                ///< no argument's memory overlaps another one's
  std::vector<ParameterValue> values = {};  ///< the only ones of these parameters
  /// Line tables for debuggers and profilers; without optimisation, also descriptions of variables.
  bool lineTables = false;
  /// The target's own passes and properties (compiler/target/target_hooks.h).
  TargetHooks hooks = {};
  /// Options of the whole-function vectoriser, remarks included.
  vecz::VectorizeOptions vectorize = {};
};

/// Builds the first part of the kernel pipeline, up to the vectoriser: afterwards kernels are
/// region dispatchers, and work-item functions have their vector variants. muxc can stop here.
void buildVectorizerPipeline(llvm::ModulePassManager &passes, llvm::PassBuilder &builder,
                             const KernelOptions &options);

/// Builds the first of three stages of the kernel pipeline, buildVectorizerPipeline() included:
/// afterwards kernels are entry points for ranges of work-groups.
void buildWorkGroupPipeline(llvm::ModulePassManager &passes, llvm::PassBuilder &builder,
                            const KernelOptions &options);

/// Builds the second stage: functions are optimised, each on its own. A module with a
/// code-generation partition of the program (codegen) runs it as well, with the same result per
/// function.
void buildLatePipeline(llvm::ModulePassManager &passes, llvm::PassBuilder &builder,
                       const KernelOptions &options);

/// Builds the last stage: the module with the entry points defines the kernel table (mux/abi.h) and
/// the program metadata. A module with a partition of the code only does not run it.
void buildTablePipeline(llvm::ModulePassManager &passes, const KernelOptions &options);

/// Builds all three stages. The module has to be finalized and to have the target's triple and data
/// layout; `builder` has the target machine's analyses (cost model). Optional passes ask the gate
/// of the module's LLVMContext, if `builder` has a gate's callbacks. Afterwards the module is ready
/// for code generation. Errors are diagnostics on the LLVMContext, as above.
void buildKernelPipeline(llvm::ModulePassManager &passes, llvm::PassBuilder &builder,
                         const KernelOptions &options);

}  // namespace compiler::passes
