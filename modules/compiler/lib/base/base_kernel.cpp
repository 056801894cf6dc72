// Compilation of one kernel. It is read out of the program's bitcode and compiled again for each
// specialisation; the runtime decides which ones pay (source/cl/core/build/kernel_code.cpp).

#include "base/base_kernel.h"

#include "mux/target_support/elf.h"

namespace compiler {

/// Uses a binary of precacheLocalSize() at most once: the caller stores the binary from then on.
Result<Bytes> BaseKernel::createSpecializedKernel(const SpecializationOptions &options) {
  if (auto ready = takeReady(options)) {
    return std::move(*ready);
  }
  Operation operation{.kind = OperationKind::specializeKernel, .kernel = name_};
  operation.specialization = options;
  Outcome outcome = target_.run(*data_, operation);
  if (outcome.failure) {
    if (!outcome.log.empty()) {
      outcome.failure->message = outcome.log.substr(0, outcome.log.find_last_not_of('\n') + 1);
    }
    return std::move(*outcome.failure);
  }
  return std::move(outcome.output);
}

/// Only requests without global size, offset and argument values match: the store is filled for
/// local sizes alone.
std::optional<Bytes> BaseKernel::takeReady(const SpecializationOptions &options) {
  const bool isForSizeAlone = options.globalSize == std::array<uint64_t, 3>{} &&
                              !options.uniformGroups && !options.zeroGlobalOffset &&
                              !options.apartBuffers && options.values.empty() &&
                              options.variant == CodeVariant::optimized;
  std::lock_guard guard(readyMutex_);
  const auto found = isForSizeAlone ? ready_.find(options.localSize) : ready_.end();
  if (found == ready_.end()) {
    return std::nullopt;
  }
  return std::move(ready_.extract(found).mapped());
}

/// Compiles without the lock: other threads' requests must not wait for a compiler. Two threads may
/// compile the same size; the second result is dropped. A failure is dropped, too, and reported
/// when the kernel is really needed.
void BaseKernel::precacheLocalSize(const std::array<uint64_t, 3> &localSize) {
  {
    std::lock_guard guard(readyMutex_);
    if (ready_.size() >= maxReady || ready_.contains(localSize)) {
      return;
    }
  }
  // The lock is free while the compiler runs.
  SpecializationOptions options;
  options.localSize = localSize;
  auto binary = createSpecializedKernel(options);
  std::lock_guard guard(readyMutex_);
  if (binary && ready_.size() < maxReady) {
    ready_.emplace(localSize, std::move(*binary));
  }
}

/// The descriptor is copied out of the binary's metadata, which dies here with its strings.
const mux_kernel_descriptor_t &BaseKernel::descriptor() {
  std::call_once(described_, [&] {
    const auto binary = createSpecializedKernel({});
    const auto metadata = binary ? mux::elf::findProgramMetadata(*binary) : std::nullopt;
    if (metadata && metadata->kernels.size() == 1) {
      descriptor_ = metadata->kernels.front().descriptor;
      // They point into the metadata, which ends with this block.
      descriptor_.name = nullptr;
      descriptor_.parameters = nullptr;
    }
  });
  return descriptor_;
}

/// Zero in a descriptor stands for the device's limit.
uint64_t BaseKernel::maxWorkGroupSize() {
  const uint64_t own = descriptor().max_work_group_size;
  return own ? own : target_.info().properties().maxWorkGroupSize;
}

/// The sub-group size is fixed when the kernel is compiled, whatever the local size.
uint32_t BaseKernel::querySubGroupSizeForLocalSize(const std::array<uint64_t, 3> &) {
  return descriptor().sub_group_size;
}

/// Returns a one-dimensional size of `count` full sub-groups, or zeros if there is none (CL 3.0
/// §5.9.4, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT).
std::array<uint64_t, 3> BaseKernel::queryLocalSizeForSubGroupCount(uint64_t count) {
  const uint64_t size = descriptor().sub_group_size;
  if (size == 0 || count == 0 || count > maxWorkGroupSize() / size) {
    return {};
  }
  return {count * size, 1, 1};
}

/// The last sub-group may be partial, so the quotient is rounded up.
uint64_t BaseKernel::queryMaxSubGroupCount() {
  const uint64_t size = descriptor().sub_group_size;
  return size ? (maxWorkGroupSize() + size - 1) / size : 0;
}

}  // namespace compiler
