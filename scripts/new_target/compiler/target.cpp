// The compiler half of @name@. NativeTarget generates code for this machine; derive a class of
// your own from compiler::BaseTarget for another architecture (doc/adding-a-target.md), or from
// NativeTarget to add passes, builtins or build options.

#include "compiler/target/base_info.h"
#include "compiler/target/native_target.h"
#include "facts.h"

namespace @name@ {
namespace {

compiler::DeviceFacts deviceFacts() {
  compiler::DeviceFacts facts;
  facts.addressBits = addressBits;
  facts.hasDouble = true;
  facts.localMemorySize = localMemorySize;
  facts.maxWorkGroupSize = maxWorkGroupSize;
  facts.extensions = mux::splitList(kernelExtensions);
  facts.features = mux::splitList(kernelFeatures);
  return facts;
}

}  // namespace
}  // namespace @name@

extern "C" compiler::Info *kiln_@name@_compiler_info() {
  static auto *const info = new compiler::BaseInfo({
      .name = @name@::targetName,
      .facts = @name@::deviceFacts(),
      .supportsDeferredCompilation = true,
      .defaultFacts = @name@::codeFacts(),
      .createTarget = compiler::makeTarget<compiler::NativeTarget>,
  });
  return info;
}
