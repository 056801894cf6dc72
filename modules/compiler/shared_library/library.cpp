// Defines kiln_compiler_get_library, the driver's entry into libkiln-compiler.so. The other
// exported function, kiln_tool_main, is in modules/compiler/tools. The compiler halves of targets
// come from compiler_targets.def, which the build writes for each driver
// (cmake/KilnLibraries.cmake).

#include "library.h"

#include <string>
#include <vector>

#include "build_id.h"
#include "llvm_support/step_timer.h"
#include "thread/base_context.h"
#include "thread/fatal_errors.h"

#define KILN_TARGET(name) extern "C" compiler::Info *kiln_##name##_compiler_info();
#include "compiler_targets.def"
#undef KILN_TARGET

namespace compiler {
namespace {

/// The library with one Info for each target of the driver. Thread-safe, as its interface states.
class KilnLibrary final : public Library {
 public:
  KilnLibrary() : buildId_(libraryBuildId()) {
#define KILN_TARGET(name) infos_.push_back(kiln_##name##_compiler_info());
#include "compiler_targets.def"
#undef KILN_TARGET
  }

  std::string_view buildId() const override { return buildId_; }
  std::span<Info *const> infos() const override { return infos_; }
  std::unique_ptr<Context> createContext() override { return std::make_unique<BaseContext>(*this); }
  void observeSteps(StepFunction function) override { setStepFunction(function); }
  const std::atomic<bool> &watchExit() override { return compiler::watchExit(); }

 private:
  std::string buildId_;
  std::vector<Info *> infos_;
};

}  // namespace

Library &theLibrary() {
  // Never destroyed: contexts may be alive until the process ends.
  static auto *library = new KilnLibrary;
  return *library;
}

}  // namespace compiler

/// Returns the library, or null for a driver with another version of the interface.
extern "C" __attribute__((visibility("default"))) compiler::Library *kiln_compiler_get_library(
    uint32_t version) {
  return version == compiler::interfaceVersion ? &compiler::theLibrary() : nullptr;
}
