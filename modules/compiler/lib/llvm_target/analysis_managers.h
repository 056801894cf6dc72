// The four analysis managers of LLVM's pass manager, connected.
#pragma once

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Passes/PassBuilder.h"

namespace compiler {

struct AnalysisManagers {
  /// `machine` may be null: then analyses that ask a target know none. `callbacks` may be
  /// null as well.
  explicit AnalysisManagers(llvm::TargetMachine *machine,
                            llvm::PassInstrumentationCallbacks *callbacks = nullptr);

  /// No function of a program is the C library's, whatever its name.
  static llvm::TargetLibraryInfoImpl libraryInfo(const llvm::Module &module);

  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
};

}  // namespace compiler
