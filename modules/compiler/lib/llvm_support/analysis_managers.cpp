#include "llvm_support/analysis_managers.h"

#include "llvm/IR/Module.h"

namespace compiler {

namespace {

/// Instructions in a block, above which VectorCombine and SLP are skipped. Unrolled ciphers have
/// blocks of a hundred thousand, and these passes take minutes on them. At this limit they take
/// some tenths of a second.
constexpr size_t maxBlock = 10000;

/// Returns true for the class names of the passes with the limit.
bool looksForVectors(llvm::StringRef pass) {
  return pass.contains("VectorCombinePass") || pass.contains("SLPVectorizerPass");
}

/// Decides for LLVM's pass instrumentation whether an optional pass runs on a function.
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
  // The first registration of an analysis wins, so this one replaces the builder's below.
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
