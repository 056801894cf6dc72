// Models of this machine's architecture (x86-64 or AArch64) for LLVM and lld.
//
// Only the architecture is fixed when Kiln is built. CPU and features come from the device's
// properties, so one driver serves all processors of the architecture.

#include "compiler/target/native_target.h"

#include <elf.h>

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/PassManager.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include "passes/lowering/estimate_reciprocals_pass.h"
#include "passes/lowering/narrow_products_pass.h"
#include "passes/lowering/opaque_byte_shuffles_pass.h"
#include "passes/lowering/range_instructions_pass.h"
#include "passes/lowering/sign_gather_indices_pass.h"
#include "passes/lowering/split_gathers_pass.h"

// The object with modules/compiler/rt for this architecture, embedded by CMake
// (kiln_embed_runtime).
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
  // Some CPUs have LLVM prefer 256-bit vectors, because wider ones lower the clock. Kernels run
  // vector code for long, so they win more than they lose (doc/benchmarks.md). CPUs without
  // 512-bit vectors ignore the feature.
  model.features += model.features.empty() ? "-prefer-256-bit" : ",-prefer-256-bit";
#endif
  return model;
}

// Kernels are placed anywhere in the process, so they are position-independent: the loader applies
// relative relocations alone.
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

// LLVM's names are those of its -mattr. A feature named with a sign counts more than the CPU's, and
// an unknown CPU has no features of its own: the first build fails there anyway.
bool NativeTarget::hasFeature(const char *feature) const {
#if defined(__x86_64__)
  const llvm::StringRef cpu = properties_.cpu;
  llvm::SmallVector<llvm::StringRef> ofCpu;
  if (llvm::X86::parseArchX86(cpu, /*Only64Bit=*/true) != llvm::X86::CK_None) {
    llvm::X86::getFeaturesForCPU(cpu, ofCpu);
  }
  auto has = [&](const char *sign) {
    return llvm::is_contained(properties_.features, std::string(sign) + feature);
  };
  return (llvm::is_contained(ofCpu, feature) || has("+")) && !has("-");
#else
  (void)feature;
  return false;
#endif
}

// Before AVX-512VL, masked stores are dozens of operations on some CPUs. Offline, AMD's CPUs are
// known by LLVM's names for them.
bool NativeTarget::hasSlowMasks() const {
#if defined(__x86_64__)
  return !hasFeature("avx512vl") || properties_.cpu.starts_with("znver") ||
         properties_.avoid == mux::avoidMaskedAccesses;
#else
  return false;
#endif
}

// The range instructions exist for vectors of all sizes with both features only. Gathers are split
// before their indices get signs, which single loads need not have. Shuffles of 64 bytes in one
// register need help, and come with AVX512BW. Steps of one processor use the same extension point
// as those of a target from outside.
void NativeTarget::extendPipeline(PipelinePoint point, llvm::ModulePassManager &passes,
                                  const frontend::BuildOptions &) const {
  if (point != PipelinePoint::optimized) {
    return;
  }
  if (hasFeature("avx2")) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(passes::SplitHighProductsPass()));
  }
  if (hasFeature("avx512dq") && hasFeature("avx512vl")) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(passes::RangeInstructionsPass()));
    if (hasSlowMasks()) {
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(passes::SplitGathersPass()));
    }
  }
  if (hasFeature("avx512vl")) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(passes::EstimateRootsPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(passes::SignGatherIndicesPass()));
  }
  if (hasFeature("avx512bw")) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(passes::OpaqueByteShufflesPass()));
  }
}

}  // namespace compiler
