#include "llvm_support/analysis_managers.h"

#include "llvm/IR/Module.h"
#include "llvm_support/address_spaces.h"

namespace compiler {

namespace {

/// A pass of LLVM that is skipped in large functions, since its time grows faster than their size.
struct SizeLimit {
  llvm::StringRef pass;  ///< part of its class name
  size_t blocks;         ///< of a function, at most
  size_t blockSize;      ///< instructions of any block, at most
};

constexpr size_t unlimited = SIZE_MAX;

/// At its limit a pass takes some tenths of a second.
constexpr SizeLimit limits[] = {
    // Minutes for unrolled ciphers, with a hundred thousand instructions in a block.
    {"VectorCombinePass", unlimited, 10000},
    {"SLPVectorizerPass", unlimited, 10000},
    // It looks at all conditions on a value for each use of it, and passes operations up through
    // one phi after another: minutes for a switch with 10,000 cases that fall through.
    {"InstCombinePass", 1000, unlimited},
    // It solves the inequalities of all dominating conditions for each comparison.
    {"ConstraintEliminationPass", 500, unlimited},
};

bool isWithin(const SizeLimit &limit, const llvm::Function &function) {
  return function.size() <= limit.blocks &&
         (limit.blockSize == unlimited || llvm::all_of(function, [&](const llvm::BasicBlock &b) {
            return b.size() <= limit.blockSize;
          }));
}

/// Decides for LLVM's pass instrumentation whether an optional pass runs on a function.
bool mayRun(llvm::StringRef pass, const llvm::Any &unit) {
  auto *const *function = llvm::any_cast<const llvm::Function *>(&unit);
  return !function || llvm::all_of(limits, [&](const SizeLimit &limit) {
    return !pass.contains(limit.pass) || isWithin(limit, **function);
  });
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
  functions.registerPass([] { return AddressSpaceAnalysis(); });
  functions.registerPass([this] {
    llvm::AAManager aliases = builder.buildDefaultAAPipeline();
    aliases.registerFunctionAnalysis<AddressSpaceAnalysis>();
    return aliases;
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
