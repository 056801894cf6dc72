// Describes a RISC-V device of 64 or 32 bits to LLVM and lld.
//
// The class adds the ABI, the code model and two passes to compiler::BaseTarget.
#pragma once

#include "compiler/target/base_target.h"
#include "mux/target_support/target_properties.h"

namespace riscv {

/// The compiler's target for one device. Immutable; thread-safe.
class RiscvTarget final : public compiler::BaseTarget {
 public:
  /// Creates a target after checking the device's properties.
  ///
  /// Error::invalidValue: LLVM has no CPU, feature, ABI or code model of this name, or the device
  /// lacks a requirement: M, A, F, D, and the address width of `info`. Without these extensions
  /// arithmetic would be calls into a floating-point library that Kiln does not have.
  static compiler::Result<std::unique_ptr<compiler::Target>> create(
      compiler::Context &context, const compiler::Info &info,
      const mux::TargetProperties &properties);

  /// The triple, CPU, features and ABI of the device.
  compiler::CodeModel codeModel(const compiler::frontend::BuildOptions &options) const override;
  /// The emulation of lld, and run-time support compiled for the device's ABI.
  compiler::LinkModel linkModel() const override;
  /// Makes the passes known as riscv-vector-length and riscv-avoid-rtz.
  void registerPasses(llvm::PassBuilder &builder) const override;
  /// Adds VectorLengthPass at workGroups, and AvoidRtzPass at `optimized` where the device needs
  /// it.
  void extendPipeline(compiler::PipelinePoint point, llvm::ModulePassManager &passes,
                      const compiler::frontend::BuildOptions &options) const override;

 private:
  RiscvTarget(compiler::Context &context, const compiler::Info &info,
              mux::TargetProperties properties);

  /// Bits of an address: 32 or 64.
  unsigned bits() const;

  const mux::TargetProperties properties_;
  /// Least bits of the vector registers; 0 without vectors.
  unsigned vectorBits_ = 0;
};

}  // namespace riscv
