// The Kernel of every target: a finalized module that holds one kernel.
#pragma once

#include "base/base_target.h"

namespace compiler {

class BaseKernel final : public Kernel {
 public:
  BaseKernel(const BaseTarget &target, std::string name, ModuleData data)
      : target_(target), name_(std::move(name)), data_(std::move(data)) {}

  std::string_view name() const override { return name_; }
  Result<Bytes> createSpecializedKernel(const SpecializationOptions &options) override;
  void precacheLocalSize(const std::array<uint64_t, 3> &localSize) override;
  uint32_t querySubGroupSizeForLocalSize(const std::array<uint64_t, 3> &localSize) override;
  std::array<uint64_t, 3> queryLocalSizeForSubGroupCount(uint64_t count) override;
  uint64_t queryMaxSubGroupCount() override;

 private:
  const BaseTarget &target_;
  const std::string name_;
  const ModuleData data_;
};

}  // namespace compiler
