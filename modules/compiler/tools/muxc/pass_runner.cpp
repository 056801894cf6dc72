// The passes and pipelines are those of the driver, with two differences. A pipeline stops where
// the user wants (finalize, kernel, vectoriser), and the observer looks at the module after each
// pass.

#include "pass_runner.h"

#include <algorithm>

#include "codegen/code_generator.h"
#include "compiler/target/target_machine.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm_support/analysis_managers.h"
#include "pipeline/pipeline.h"
#include "vecz/variants/vectorize_kernels_pass.h"

namespace compiler::tools::muxc {
namespace {

/// Returns the module of a pass's unit of IR; null for loops and call-graph components.
const llvm::Module *moduleOf(const llvm::Any &unit) {
  if (const auto *module = llvm::any_cast<const llvm::Module *>(&unit)) {
    return *module;
  }
  if (const auto *function = llvm::any_cast<const llvm::Function *>(&unit)) {
    return (*function)->getParent();
  }
  return nullptr;
}

/// Verifies and prints the module after passes, and measures their times. Outlives its callbacks.
class Observer {
 public:
  Observer(const Options &options, llvm::PassInstrumentationCallbacks &callbacks)
      : options_(options), callbacks_(callbacks), times_(options.timePasses) {
    times_.setOutStream(llvm::errs());
    times_.registerCallbacks(callbacks);
    if (options.verifyEach || options.printAfterAll || !options.printAfter.empty()) {
      callbacks.registerAfterPassCallback(
          [this](llvm::StringRef pass, llvm::Any unit, const llvm::PreservedAnalyses &) {
            afterPass(pass, unit);
          });
    }
  }

  /// The first pass with an invalid module behind it, and the verifier's message; a success without
  /// one.
  const support::Status &verified() const { return verified_; }
  void printTimes() { times_.print(); }

 private:
  /// Prints and verifies the module of `unit`. Names are those of --passes, not of C++ classes.
  void afterPass(llvm::StringRef pass, const llvm::Any &unit) {
    const llvm::Module *module = moduleOf(unit);
    if (!module) {
      return;
    }
    llvm::StringRef name = callbacks_.getPassNameForClassName(pass);
    name = name.empty() ? pass : name;
    if (options_.printAfterAll ||
        std::ranges::find(options_.printAfter, name.str()) != options_.printAfter.end()) {
      llvm::errs() << "; module after " << name << "\n" << *module;
    }
    if (options_.verifyEach && verified_) {
      verify(name, *module);
    }
  }

  /// Stores the verifier's message for the first invalid module.
  void verify(llvm::StringRef pass, const llvm::Module &module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (llvm::verifyModule(module, &stream)) {
      verified_ = support::Failure{"invalid module after " + pass.str() + ": " + text};
    }
  }

  const Options &options_;
  llvm::PassInstrumentationCallbacks &callbacks_;
  llvm::TimePassesHandler times_;
  support::Status verified_;
};

/// Returns the target's own builtin units.
std::span<const BuiltinUnit> unitsOf(const Device &device) {
  return device.target() ? device.target()->builtins() : std::span<const BuiltinUnit>();
}

/// Adds the target-neutral pipeline.
void addFinalize(llvm::ModulePassManager &passes, const Device &device,
                 const frontend::BuildOptions &buildOptions) {
  passes::FinalizeOptions finalize;
  finalize.optimize = !buildOptions.optDisable;
  finalize.denormsAreZero = buildOptions.denormsAreZero;
  finalize.zeroMemory = {buildOptions.zeroLocalMemory, buildOptions.zeroPrivateMemory};
  finalize.targetUnits = unitsOf(device);
  passes::buildFinalizePipeline(passes, finalize);
}

/// Gives the module the machine's triple and data layout, between the two pipelines.
struct RetargetPass : llvm::PassInfoMixin<RetargetPass> {
  static bool isRequired() { return true; }
  const llvm::TargetMachine &machine;

  explicit RetargetPass(const llvm::TargetMachine &chosen) : machine(chosen) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    retarget(module, machine);
    return llvm::PreservedAnalyses::none();
  }
};

/// Makes the kernel pipeline's options of build options, --local-size and --parameter.
passes::KernelOptions kernelOptionsOf(const Device &device, const Options &options,
                                      const frontend::BuildOptions &buildOptions) {
  SpecializationOptions specialization;
  specialization.localSize = options.localSize;
  specialization.values = options.values;
  auto kernel = kernelOptions({*device.target(), buildOptions, specialization});
  kernel.vectorize.dimension = options.vectorDimension;
  return kernel;
}

/// Adds the vectoriser alone, for a module with work-item functions and work-group functions.
void addVectorizer(llvm::ModulePassManager &passes, const Device &device, const Options &options,
                   const frontend::BuildOptions &buildOptions) {
  if (device.machine()) {
    passes.addPass(RetargetPass(*device.machine()));
  }
  auto vectorize = vectorizeOptions(buildOptions);
  vectorize.dimension = options.vectorDimension;
  passes.addPass(vecz::VectorizeKernelsPass(vectorize));
}

/// Adds the passes of --passes, or those of the pipeline. Fails for a wrong text.
support::Status buildPasses(llvm::ModulePassManager &passes, llvm::PassBuilder &builder,
                            const Device &device, const Options &options,
                            const frontend::BuildOptions &buildOptions) {
  if (!options.passes.empty()) {
    if (device.machine()) {
      passes.addPass(RetargetPass(*device.machine()));
    }
    if (llvm::Error failure = builder.parsePassPipeline(passes, options.passes)) {
      return support::Failure{llvm::toString(std::move(failure))};
    }
    return {};
  }
  // The module is ready for the vectoriser: veczc with IR.
  if (options.pipeline == "vectorize-alone") {
    addVectorizer(passes, device, options, buildOptions);
    return {};
  }
  if (!options.pipeline.empty()) {
    addFinalize(passes, device, buildOptions);
  }
  if (options.pipeline == "kernel" || options.pipeline == "vectorize") {
    passes.addPass(RetargetPass(*device.machine()));
    const auto build = options.pipeline == "kernel" ? passes::buildKernelPipeline
                                                    : passes::buildVectorizerPipeline;
    build(passes, builder, kernelOptionsOf(device, options, buildOptions));
  }
  return {};
}

}  // namespace

support::Status runPasses(llvm::Module &module, const Device &device, const Options &options,
                          const frontend::BuildOptions &buildOptions) {
  // The observer and the callbacks outlive the passes.
  llvm::PassInstrumentationCallbacks callbacks;
  Observer observer(options, callbacks);
  llvm::OptPassGateInstrumentation gate(module.getContext());
  AnalysisManagers managers(device.machine(), &callbacks);
  passes::registerPasses(managers.builder, unitsOf(device));
  gate.registerCallbacks(callbacks);
  if (device.target()) {
    device.target()->registerPasses(managers.builder);
  }
  llvm::ModulePassManager passes;
  if (auto built = buildPasses(passes, managers.builder, device, options, buildOptions); !built) {
    return built;
  }
  passes.run(module, managers.modules);
  observer.printTimes();
  return observer.verified();
}

}  // namespace compiler::tools::muxc
