#include "llvm_target/analysis_managers.h"

#include "llvm/IR/Module.h"

namespace compiler {

AnalysisManagers::AnalysisManagers(llvm::TargetMachine *machine,
                                   llvm::PassInstrumentationCallbacks *callbacks)
    : builder(machine, llvm::PipelineTuningOptions(), std::nullopt, callbacks) {
  // Registered first, so that it takes the place of LLVM's own.
  functions.registerPass([] {
    llvm::TargetLibraryInfoImpl none{llvm::Triple()};
    none.disableAllFunctions();
    return llvm::TargetLibraryAnalysis(none);
  });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graph, modules);
}

llvm::TargetLibraryInfoImpl AnalysisManagers::libraryInfo(const llvm::Module &module) {
  llvm::TargetLibraryInfoImpl none(module.getTargetTriple());
  none.disableAllFunctions();
  return none;
}

}  // namespace compiler
