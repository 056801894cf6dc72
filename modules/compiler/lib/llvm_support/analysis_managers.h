// The four analysis managers of LLVM's pass manager, connected.
#pragma once

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"

namespace compiler {

/// Passes whose time grows with the square of a block's length pass over functions with very long
/// blocks.
struct AnalysisManagers {
  /// `machine` may be null: then analyses that ask a target know none. `callbacks` may be
  /// null as well; else it must outlive this.
  explicit AnalysisManagers(llvm::TargetMachine *machine,
                            llvm::PassInstrumentationCallbacks *callbacks = nullptr);

  /// No function of a program is the C library's, whatever its name.
  static llvm::TargetLibraryInfoImpl libraryInfo(const llvm::Triple &triple);

  llvm::PassInstrumentationCallbacks ownCallbacks;
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
};

}  // namespace compiler
