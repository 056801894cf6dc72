// The compiler half of the host target.
#pragma once

#include "compiler/info.h"

namespace host {

class HostInfo final : public compiler::Info {
 public:
  HostInfo();

  std::string_view name() const override;
  const compiler::DeviceFacts &facts() const override { return facts_; }
  bool supportsDeferredCompilation() const override { return true; }
  compiler::Result<std::unique_ptr<compiler::Target>> createTarget(
      compiler::Context &context, std::string_view compilerFacts) override;

 private:
  compiler::DeviceFacts facts_;
};

}  // namespace host
