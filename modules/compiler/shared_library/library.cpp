// kiln_compiler_get_library, the first of the two functions that libkiln-compiler.so exports.
// (The other one, kiln_tool_main, is in modules/compiler/tools.)

#include "library.h"

#include <string>
#include <vector>

#include "build_id.h"
#include "llvm_support/step_timer.h"
#include "thread/base_context.h"

#define KILN_TARGET(name) extern "C" compiler::Info *kiln_##name##_compiler_info();
#include "compiler_targets.def"
#undef KILN_TARGET

namespace compiler {
namespace {

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

extern "C" __attribute__((visibility("default"))) compiler::Library *kiln_compiler_get_library(
    uint32_t version) {
  return version == compiler::interfaceVersion ? &compiler::theLibrary() : nullptr;
}
