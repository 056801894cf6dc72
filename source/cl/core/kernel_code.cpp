#include "core/kernel_code.h"

#include <atomic>

namespace cl {
namespace {

std::atomic<uint64_t> timesForgotten = 0;

}  // namespace

KernelCode::KernelCode(Context &context, size_t device, Ref<Build> build)
    : context_(context), device_(device), build_(std::move(build)), generation_(timesForgotten) {}

void KernelCode::forgetVariants() {
  ++timesForgotten;
}

/// With mutex_ held.
void KernelCode::dropForgotten() {
  if (const uint64_t now = timesForgotten; generation_ != now) {
    generation_ = now;
    variants_.clear();
  }
}

const Device &KernelCode::device() const {
  return context_.device(device_).device();
}

Result<Ref<KernelCode>> KernelCode::create(Context &context, size_t device, Ref<Build> build,
                                           const std::string &name) {
  auto self = make<KernelCode>(context, device, std::move(build));
  self->info_ = self->build_->info().find(name);
  if (!self->info_) {
    return Error{CL_INVALID_KERNEL_NAME};
  }
  auto deferred = self->build_->deferredKernel(name);
  if (!deferred) {
    return deferred.error();
  }
  self->deferred_ = std::move(*deferred);
  if (self->deferred_) {
    return self;
  }
  auto executable = self->build_->executable();
  if (!executable) {
    return executable.error();
  }
  auto loaded = LoadedKernel::find(std::move(*executable), name.c_str());
  if (!loaded) {
    return loaded.error();
  }
  self->whole_ = std::move(*loaded);
  return self;
}

uint64_t KernelCode::subGroupSize(const LoadedKernel &loaded) const {
  const uint32_t own = loaded.descriptor().sub_group_size;
  const uint32_t asked = device().subGroupSize() ? info_->requiredSubGroupSize : 0;
  return own ? own : asked ? asked : device().subGroupSize();
}

Result<Ref<LoadedKernel>> KernelCode::generic() {
  return specialized({});
}

Result<Ref<LoadedKernel>> KernelCode::specialized(const LocalSize &localSize) {
  if (whole_) {
    return whole_;
  }
  std::lock_guard guard(mutex_);
  dropForgotten();
  if (const auto found = variants_.find(localSize); found != variants_.end()) {
    return found->second;
  }
  return variant(variants_.size() < maxVariants ? localSize : LocalSize{});
}

Result<Ref<LoadedKernel>> KernelCode::variant(const LocalSize &localSize) {
  Ref<LoadedKernel> &slot = variants_[localSize];
  if (slot) {
    return slot;
  }
  compiler::SpecializationOptions options;
  options.localSize = localSize;
  Result<Ref<Executable>> executable = Error{CL_OUT_OF_RESOURCES};
  if (auto binary = deferred_->createSpecializedKernel(options)) {
    executable = Executable::load(context_, device_, *binary);
  } else if (binary.failure().error == compiler::Error::unsupported) {
    executable = build_->executable();
  }
  auto loaded = executable ? LoadedKernel::find(std::move(*executable), info_->name.c_str())
                           : Result<Ref<LoadedKernel>>(executable.error());
  if (!loaded) {
    variants_.erase(localSize);
    return loaded.error();
  }
  slot = std::move(*loaded);
  return slot;
}

}  // namespace cl
