#include "host_target.h"

#include <elf.h>

// Built from modules/builtins/rt.
extern "C" const unsigned char hostRuntimeSupport[], hostRuntimeSupport_end[];

namespace host {

HostTarget::HostTarget(compiler::Context &context, const compiler::Info &info, CompilerFacts facts)
    : BaseTarget(context, info, formatFacts(facts)), facts_(std::move(facts)) {}

compiler::CodeModel HostTarget::codeModel(const compiler::frontend::BuildOptions &) const {
  compiler::CodeModel model;
#if defined(__x86_64__)
  model.triple = "x86_64-unknown-linux-gnu";
#else
  model.triple = "aarch64-unknown-linux-gnu";
#endif
  model.cpu = facts_.cpu;
  for (const std::string &feature : facts_.features) {
    model.features += (model.features.empty() ? "" : ",") + feature;
  }
  return model;
}

compiler::LinkModel HostTarget::linkModel() const {
  compiler::LinkModel model;
#if defined(__x86_64__)
  model.emulation = "elf_x86_64";
  model.machine = {
      .id = EM_X86_64, .bits = 64, .relativeType = R_X86_64_RELATIVE, .pageSize = 4096};
#else
  model.emulation = "aarch64linux";
  model.machine = {
      .id = EM_AARCH64, .bits = 64, .relativeType = R_AARCH64_RELATIVE, .pageSize = 4096};
#endif
  const size_t supportSize = static_cast<size_t>(hostRuntimeSupport_end - hostRuntimeSupport);
  model.supportObjects = {std::as_bytes(std::span(hostRuntimeSupport, supportSize))};
  return model;
}

}  // namespace host
