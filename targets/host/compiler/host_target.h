// Code generation for the CPU of this machine, or one like it.
#pragma once

#include "base/base_target.h"
#include "host/facts.h"

namespace host {

class HostTarget final : public compiler::BaseTarget {
 public:
  HostTarget(compiler::Context &context, const compiler::Info &info, CompilerFacts facts);

  compiler::CodeModel codeModel(const compiler::frontend::BuildOptions &options) const override;
  compiler::LinkModel linkModel() const override;

 private:
  const CompilerFacts facts_;
};

}  // namespace host
