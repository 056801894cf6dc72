// The compiler half of @name@. NativeTarget generates code for this machine; derive a class of
// your own from compiler::BaseTarget for another architecture (doc/adding-a-target.md), or from
// NativeTarget to add passes, builtins or build options.

#include "compiler/target/base_info.h"
#include "compiler/target/native_target.h"
#include "properties.h"

namespace @name@ {
namespace {

compiler::DeviceProperties deviceProperties() {
  compiler::DeviceProperties properties;
  properties.addressBits = addressBits;
  properties.hasDouble = true;
  properties.localMemorySize = localMemorySize;
  properties.maxWorkGroupSize = maxWorkGroupSize;
  properties.extensions = mux::splitList(kernelExtensions);
  properties.features = mux::splitList(kernelFeatures);
  return properties;
}

}  // namespace
}  // namespace @name@

extern "C" compiler::Info *kiln_@name@_compiler_info() {
  static auto *const info = new compiler::BaseInfo({
      .name = @name@::targetName,
      .properties = @name@::deviceProperties(),
      .supportsDeferredCompilation = true,
      .defaultProperties = @name@::codeProperties(),
      .createTarget = compiler::makeTarget<compiler::NativeTarget>,
  });
  return info;
}
