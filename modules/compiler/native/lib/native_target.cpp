#include "compiler/native/native_target.h"

#include <elf.h>

extern "C" const unsigned char nativeRuntimeSupport[], nativeRuntimeSupport_end[];

namespace compiler {

CodeModel nativeCodeModel(const mux::CompilerFacts &facts) {
  CodeModel model;
#if defined(__x86_64__)
  model.triple = "x86_64-unknown-linux-gnu";
#else
  model.triple = "aarch64-unknown-linux-gnu";
#endif
  model.cpu = facts.cpu;
  model.features = joinFeatures(facts);
  return model;
}

LinkModel nativeLinkModel() {
  LinkModel model;
#if defined(__x86_64__)
  model.emulation = "elf_x86_64";
  model.machine = {
      .id = EM_X86_64, .bits = 64, .relativeType = R_X86_64_RELATIVE, .pageSize = 4096};
#else
  model.emulation = "aarch64linux";
  model.machine = {
      .id = EM_AARCH64, .bits = 64, .relativeType = R_AARCH64_RELATIVE, .pageSize = 4096};
#endif
  model.supportObjects = {std::as_bytes(std::span(nativeRuntimeSupport, nativeRuntimeSupport_end))};
  return model;
}

NativeTarget::NativeTarget(Context &context, const Info &info, mux::CompilerFacts facts)
    : BaseTarget(context, info, mux::formatFacts(facts)), facts_(std::move(facts)) {}

CodeModel NativeTarget::codeModel(const frontend::BuildOptions &) const {
  return nativeCodeModel(facts_);
}

LinkModel NativeTarget::linkModel() const {
  return nativeLinkModel();
}

}  // namespace compiler
