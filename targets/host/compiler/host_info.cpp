// The compiler half of the host target: code for this machine, with the host's properties.
//
// compiler::NativeTarget generates the code; this file only describes the device to it.

#include "compiler/target/base_info.h"
#include "compiler/target/native_target.h"
#include "host/facts.h"

namespace host {
namespace {

compiler::DeviceFacts deviceFacts() {
  compiler::DeviceFacts facts;
  facts.addressBits = addressBits;
  facts.hasHalf = true;
  facts.hasDouble = true;
  facts.hasImages = true;
  facts.is64BitAtomics = true;
  facts.localMemorySize = localMemorySize;
  facts.maxWorkGroupSize = maxWorkGroupSize;
  facts.extensions = mux::splitList(kernelExtensions);
  facts.features = mux::splitList(kernelFeatures);
  return facts;
}

}  // namespace
}  // namespace host

extern "C" compiler::Info *kiln_host_compiler_info() {
  static auto *info = new compiler::BaseInfo({
      .name = host::targetName,
      .facts = host::deviceFacts(),
      .defaultFacts = mux::baselineFacts(),
      .createTarget = compiler::makeTarget<compiler::NativeTarget>,
  });
  return info;
}
