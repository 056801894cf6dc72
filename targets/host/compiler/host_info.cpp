// The compiler half of the host target: code for this machine, with the host's properties.
//
// compiler::NativeTarget generates the code; this file only describes the device to it.

#include "compiler/target/base_info.h"
#include "compiler/target/native_target.h"
#include "host/properties.h"

namespace host {
namespace {

// Returns the device as front end and passes see it, from the constants shared with the runtime.
compiler::DeviceProperties deviceProperties() {
  compiler::DeviceProperties properties;
  properties.addressBits = addressBits;
  properties.hasHalf = true;
  properties.hasDouble = true;
  properties.hasImages = true;
  properties.is64BitAtomics = true;
  properties.localMemorySize = localMemorySize;
  properties.localMemorySlack = localMemorySlack;
  properties.maxWorkGroupSize = maxWorkGroupSize;
  properties.extensions = mux::splitList(kernelExtensions);
  properties.features = mux::splitList(kernelFeatures);
  return properties;
}

}  // namespace
}  // namespace host

// The entry that the compiler library looks for. The defaults are the baseline of the architecture,
// so that offline binaries run on each machine of it. Never destroyed.
extern "C" compiler::Info *kiln_host_compiler_info() {
  static auto *info = new compiler::BaseInfo({
      .name = host::targetName,
      .properties = host::deviceProperties(),
      .defaultProperties = mux::baselineProperties(),
      .createTarget = compiler::makeTarget<compiler::NativeTarget>,
  });
  return info;
}
