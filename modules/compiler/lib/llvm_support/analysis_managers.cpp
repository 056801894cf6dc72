#include "llvm_support/analysis_managers.h"

#include "llvm/IR/Module.h"

namespace compiler {

namespace {

/// Instructions. Unrolled ciphers have blocks of a hundred thousand, on which LLVM's passes that
/// look for vectors take minutes; at this length they take some tenths of a second.
constexpr size_t maxBlock = 10000;

bool looksForVectors(llvm::StringRef pass) {
  return pass.contains("VectorCombinePass") || pass.contains("SLPVectorizerPass");
}

bool mayRun(llvm::StringRef pass, const llvm::Any &unit) {
  auto *const *function = llvm::any_cast<const llvm::Function *>(&unit);
  return !function || !looksForVectors(pass) ||
         llvm::none_of(**function,
                       [](const llvm::BasicBlock &block) { return block.size() > maxBlock; });
}

}  // namespace

AnalysisManagers::AnalysisManagers(llvm::TargetMachine *machine,
                                   llvm::PassInstrumentationCallbacks *callbacks)
    : builder(machine, llvm::PipelineTuningOptions(), std::nullopt,
              callbacks ? callbacks : &ownCallbacks) {
  builder.getPassInstrumentationCallbacks()->registerShouldRunOptionalPassCallback(mayRun);
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

llvm::TargetLibraryInfoImpl AnalysisManagers::libraryInfo(const llvm::Triple &triple) {
  llvm::TargetLibraryInfoImpl none(triple);
  none.disableAllFunctions();
  return none;
}

}  // namespace compiler
