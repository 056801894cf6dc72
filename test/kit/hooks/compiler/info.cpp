// The compiler half: this machine's code generation with the device's own additions.

#include "compiler/target/base_info.h"
#include "compiler/target/native_target.h"
#include "count_stores_pass.h"
#include "hooks/properties.h"
#include "hooksBuiltins.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "wrong_step_pass.h"

namespace hooks {
namespace {

constexpr char storesOption[] = "-hooks-stores=";
constexpr char wrongStepOption[] = "-hooks-wrong-step";

// The builtins of the extension cl_kiln_test_device.
constexpr char declarations[] = R"(
uint __attribute__((const)) kiln_test_crc32c(uint crc, uint value);
ulong kiln_test_transfers(void);
ulong kiln_test_words(void);
ulong kiln_test_stores(void);
)";

class HooksTarget final : public compiler::NativeTarget {
 public:
  using NativeTarget::NativeTarget;

  compiler::CodeModel codeModel(const compiler::frontend::BuildOptions &options) const override {
    compiler::CodeModel model = NativeTarget::codeModel(options);
    model.features += model.features.empty() ? "" : ",";
#if defined(__x86_64__)
    model.features += "+crc32";
#else
    model.features += "+crc";
#endif
    return model;
  }

  void registerPasses(llvm::PassBuilder &builder) const override {
    if (auto *callbacks = builder.getPassInstrumentationCallbacks()) {
      callbacks->addClassToPassName(WrongStepPass::name(), "hooks-wrong-step");
    }
    builder.registerPipelineParsingCallback([](llvm::StringRef name,
                                               llvm::FunctionPassManager &passes,
                                               llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
      if (name != "hooks-count-stores") {
        return false;
      }
      passes.addPass(CountStoresPass());
      return true;
    });
  }

  void extendPipeline(compiler::PipelinePoint point, llvm::ModulePassManager &passes,
                      const compiler::frontend::BuildOptions &options) const override {
    if (point == compiler::PipelinePoint::workItems &&
        options.deviceOption(storesOption) != "plain") {
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(CountStoresPass()));
    }
    if (point == compiler::PipelinePoint::optimized &&
        !options.deviceOption(wrongStepOption).empty()) {
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(WrongStepPass()));
    }
  }

  std::span<const compiler::BuiltinUnit> builtins() const override { return hooksBuiltins(); }
};

compiler::DeviceProperties deviceProperties() {
  compiler::DeviceProperties properties;
  properties.hasDouble = false;
  properties.is64BitAtomics = false;
  properties.localMemorySize = scratchpadSize;
  properties.maxWorkGroupSize = maxWorkGroupSize;
  properties.extensions = mux::splitList(kernelExtensions);
  properties.features = mux::splitList(kernelFeatures);
  properties.declarations = declarations;
  return properties;
}

}  // namespace
}  // namespace hooks

extern "C" compiler::Info *kiln_hooks_compiler_info() {
  static auto *info = new compiler::BaseInfo({
      .name = hooks::targetName,
      .properties = hooks::deviceProperties(),
      .deviceOptions = {{hooks::storesOption,
                         {"counted", "plain"},
                         "whether the device counts stores to global memory (counted)"},
                        {hooks::wrongStepOption,
                         {},
                         "miscompile additions of vectors, for a test"}},
      .defaultProperties = mux::baselineProperties(),
      .createTarget = compiler::makeTarget<hooks::HooksTarget>,
  });
  return info;
}
