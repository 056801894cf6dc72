// The Kernel of every target: a finalized module that holds one kernel.
#pragma once

#include <map>
#include <mutex>
#include <optional>

#include "compiler/kernel.h"
#include "compiler/target/base_target.h"
#include "mux/abi.h"
#include "steps/operation.h"

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
  /// What the note of a binary for every local size says. Made at the first query; the zeros of a
  /// descriptor if it cannot be made.
  const mux_kernel_descriptor_t &descriptor();
  uint64_t maxWorkGroupSize();
  /// What precacheLocalSize has made, which is then no longer kept.
  std::optional<Bytes> takeReady(const SpecializationOptions &options);

  const BaseTarget &target_;
  const std::string name_;
  const ModuleData data_;
  static constexpr size_t maxReady = 16;
  std::mutex readyMutex_;  // guards the next
  std::map<std::array<uint64_t, 3>, Bytes> ready_;
  std::once_flag described_;
  mux_kernel_descriptor_t descriptor_ = {};
};

}  // namespace compiler
