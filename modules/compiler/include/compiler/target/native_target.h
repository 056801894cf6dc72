// Generates code for the architecture of this machine. The kernels run in the driver's process, or
// in another process on the same machine.
//
// A target links kiln-compiler-native and names the LLVM component returned by
// kiln_native_llvm_component() (cmake/KilnLLVM.cmake). It uses NativeTarget as it is, derives from
// it to override hooks of BaseTarget, or calls the two functions from a class of its own.
#pragma once

#include "compiler/target/base_target.h"
#include "mux/target_support/target_properties.h"

namespace compiler {

/// Returns the code model for a CPU of this architecture. An ABI or a code model in the properties
/// is not used.
CodeModel nativeCodeModel(const mux::TargetProperties &properties);

/// Returns the link model with the run-time support of this architecture.
/// The support objects are part of the library, so they outlive each target. Thread-safe.
LinkModel nativeLinkModel();

/// A complete target for this machine's architecture.
class NativeTarget : public BaseTarget {
 public:
  /// The properties name a CPU of this architecture; an unknown one fails at the first build.
  /// Context and Info outlive the target.
  NativeTarget(Context &context, const Info &info, mux::TargetProperties properties);

  /// The properties' code model; options do not change it.
  CodeModel codeModel(const frontend::BuildOptions &options) const override;
  /// As nativeLinkModel().
  LinkModel linkModel() const override;
  /// True on x86 without AVX-512VL, for AMD's CPUs by name, and if the properties say so
  /// (mux::avoidMaskedAccesses). On an AMD CPU with AVX-512, masked accesses took more than twice
  /// as long; on an Intel one they are as fast as plain ones.
  bool hasSlowMasks() const override;
  /// Adds, on x86, the steps "estimate-roots" and "sign-gather-indices" with AVX512VL,
  /// "range-instructions" with AVX512DQ also, "split-gathers" on those with slow masks too, AMD's,
  /// and "opaque-byte-shuffles" with AVX512BW.
  void extendPipeline(PipelinePoint point, llvm::ModulePassManager &passes,
                      const frontend::BuildOptions &options) const override;

 private:
  // Whether the CPU or the features have one of LLVM's name; false on other architectures.
  bool hasFeature(const char *feature) const;

  // CPU and features of each code model.
  const mux::TargetProperties properties_;
};

}  // namespace compiler
