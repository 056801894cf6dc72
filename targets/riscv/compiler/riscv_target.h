// Code generation for RISC-V, of 64 and 32 bits.
#pragma once

#include "compiler/target/base_target.h"
#include "mux/target_support/compiler_facts.h"

namespace riscv {

class RiscvTarget final : public compiler::BaseTarget {
 public:
  /// Error::invalidValue if LLVM has no such CPU, feature, ABI or code model, or the device
  /// lacks what all of them must have: M, A, F, D, and the address width of `info`.
  static compiler::Result<std::unique_ptr<compiler::Target>> create(
      compiler::Context &context, const compiler::Info &info, const mux::CompilerFacts &facts);

  compiler::CodeModel codeModel(const compiler::frontend::BuildOptions &options) const override;
  compiler::LinkModel linkModel() const override;
  void registerPasses(llvm::PassBuilder &builder) const override;
  void extendPipeline(compiler::PipelinePoint point, llvm::ModulePassManager &passes,
                      const compiler::frontend::BuildOptions &options) const override;

 private:
  RiscvTarget(compiler::Context &context, const compiler::Info &info, mux::CompilerFacts facts);

  unsigned bits() const;

  const mux::CompilerFacts facts_;
  unsigned vectorBits_ = 0;  ///< of the vector registers, at least
};

}  // namespace riscv
