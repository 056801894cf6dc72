#include "base/base_kernel.h"

#include "mux/target_support/elf.h"

namespace compiler {

Result<Bytes> BaseKernel::createSpecializedKernel(const SpecializationOptions &options) {
  if (auto ready = takeReady(options)) {
    return std::move(*ready);
  }
  Operation operation{.kind = OperationKind::specializeKernel};
  operation.specialization = options;
  Outcome outcome = target_.run(data_, operation);
  if (outcome.failure) {
    return std::move(*outcome.failure);
  }
  return std::move(outcome.output);
}

std::optional<Bytes> BaseKernel::takeReady(const SpecializationOptions &options) {
  const bool isForSizeAlone = options.globalSize == std::array<uint64_t, 3>{} &&
                              !options.zeroGlobalOffset && options.values.empty();
  std::lock_guard guard(readyMutex_);
  const auto found = isForSizeAlone ? ready_.find(options.localSize) : ready_.end();
  if (found == ready_.end()) {
    return std::nullopt;
  }
  return std::move(ready_.extract(found).mapped());
}

void BaseKernel::precacheLocalSize(const std::array<uint64_t, 3> &localSize) {
  {
    std::lock_guard guard(readyMutex_);
    if (ready_.size() >= maxReady || ready_.contains(localSize)) {
      return;
    }
  }
  SpecializationOptions options;
  options.localSize = localSize;
  auto binary = createSpecializedKernel(options);
  std::lock_guard guard(readyMutex_);
  if (binary && ready_.size() < maxReady) {
    ready_.emplace(localSize, std::move(*binary));
  }
}

const mux_kernel_descriptor_t &BaseKernel::descriptor() {
  std::call_once(described_, [&] {
    const auto binary = createSpecializedKernel({});
    const auto metadata = binary ? mux::elf::findProgramMetadata(*binary) : std::nullopt;
    if (metadata && metadata->kernels.size() == 1) {
      descriptor_ = metadata->kernels.front().descriptor;
      // Pointers into the program metadata.
      descriptor_.name = nullptr;
      descriptor_.parameters = nullptr;
    }
  });
  return descriptor_;
}

uint64_t BaseKernel::maxWorkGroupSize() {
  const uint64_t own = descriptor().max_work_group_size;
  return own ? own : target_.info().properties().maxWorkGroupSize;
}

uint32_t BaseKernel::querySubGroupSizeForLocalSize(const std::array<uint64_t, 3> &) {
  return descriptor().sub_group_size;
}

std::array<uint64_t, 3> BaseKernel::queryLocalSizeForSubGroupCount(uint64_t count) {
  const uint64_t size = descriptor().sub_group_size;
  if (size == 0 || count == 0 || count > maxWorkGroupSize() / size) {
    return {};
  }
  return {count * size, 1, 1};
}

uint64_t BaseKernel::queryMaxSubGroupCount() {
  const uint64_t size = descriptor().sub_group_size;
  return size ? (maxWorkGroupSize() + size - 1) / size : 0;
}

}  // namespace compiler
