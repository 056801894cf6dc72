#include "compiler/target/native_target.h"

#include <elf.h>

extern "C" const unsigned char nativeRuntimeSupport[], nativeRuntimeSupport_end[];

namespace compiler {

CodeModel nativeCodeModel(const mux::TargetProperties &properties) {
  CodeModel model;
#if defined(__x86_64__)
  model.triple = "x86_64-unknown-linux-gnu";
#else
  model.triple = "aarch64-unknown-linux-gnu";
#endif
  model.cpu = properties.cpu;
  model.features = joinFeatures(properties);
#if defined(__x86_64__)
  // Kernels stay in vector code for long, so that where there are vectors of 512 bits, they win
  // more than what some processors lose of their clock (doc/benchmarks.md). No effect elsewhere.
  model.features += model.features.empty() ? "-prefer-256-bit" : ",-prefer-256-bit";
#endif
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

NativeTarget::NativeTarget(Context &context, const Info &info, mux::TargetProperties properties)
    : BaseTarget(context, info, mux::formatTargetProperties(properties)),
      properties_(std::move(properties)) {}

CodeModel NativeTarget::codeModel(const frontend::BuildOptions &) const {
  return nativeCodeModel(properties_);
}

LinkModel NativeTarget::linkModel() const {
  return nativeLinkModel();
}

}  // namespace compiler
