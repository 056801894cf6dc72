#include "host_info.h"

#include "host/facts.h"
#include "host_target.h"

namespace host {

HostInfo::HostInfo() {
  facts_.addressBits = addressBits;
  facts_.hasDouble = true;
  facts_.is64BitAtomics = true;
  facts_.localMemorySize = localMemorySize;
  facts_.maxWorkGroupSize = maxWorkGroupSize;
  facts_.extensions = splitList(kernelExtensions);
  facts_.features = splitList(kernelFeatures);
}

std::string_view HostInfo::name() const {
  return targetName;
}

compiler::Result<std::unique_ptr<compiler::Target>> HostInfo::createTarget(
    compiler::Context &context, std::string_view compilerFacts) {
  const auto facts =
      compilerFacts.empty() ? std::optional(baselineFacts()) : parseFacts(compilerFacts);
  if (!facts) {
    return compiler::Failure{compiler::Error::invalidValue,
                             "not a description of a CPU: " + std::string(compilerFacts)};
  }
  return std::unique_ptr<compiler::Target>(std::make_unique<HostTarget>(context, *this, *facts));
}

}  // namespace host

extern "C" compiler::Info *kiln_host_compiler_info() {
  static auto *info = new host::HostInfo;
  return info;
}
