// Bundles LLVM's PassBuilder with the four analysis managers of the new pass manager, connected.
//
// Each pipeline of this library, target-neutral or with a target machine, runs with one of these.
#pragma once

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"

namespace compiler {

/// Analyses for one pipeline run on modules of one target. Not thread-safe; one per thread.
///
/// It differs from LLVM's defaults in three ways. No function is a library function: in OpenCL C a
/// user's function may be called `memchr` or `exp2f` and mean anything. Local memory does not
/// overlap buffers (address_spaces.h). Passes with a time quadratic in the length of a block skip
/// functions with very long blocks.
struct AnalysisManagers {
  /// `machine` provides target analyses (TargetTransformInfo). With null, they answer for an
  /// unknown target, as the target-neutral passes need. `callbacks` may be null; else they must
  /// outlive this.
  explicit AnalysisManagers(llvm::TargetMachine *machine,
                            llvm::PassInstrumentationCallbacks *callbacks = nullptr);

  /// Returns a description of a C library without functions. Needed where LLVM builds its own
  /// analysis, as in the legacy pass manager of code generation. Otherwise it would replace loops
  /// by library calls.
  static llvm::TargetLibraryInfoImpl libraryInfo(const llvm::Triple &triple);

  llvm::PassInstrumentationCallbacks ownCallbacks;  ///< used unless the constructor gets others
  llvm::PassBuilder builder;                        ///< parses pass names, adds LLVM's pipelines
  /// Innermost first: proxies refer to outer managers, which must outlive them.
  llvm::LoopAnalysisManager loops;
  /// Functions of one module.
  llvm::FunctionAnalysisManager functions;
  /// Strongly connected components of the call graph.
  llvm::CGSCCAnalysisManager graph;
  /// Whole modules; pipelines are run with this one.
  llvm::ModuleAnalysisManager modules;
};

}  // namespace compiler
