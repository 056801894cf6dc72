#include "core/kernel_code.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <new>
#include <span>

#include "support/environment.h"

namespace cl {
namespace {

std::atomic<uint64_t> timesForgotten = 0;

/// Groups that share local memory, or whose work-items wait for each other, know their size. What
/// others do does not depend on it (doc/decisions/024-specialised-kernels.md).
bool dependsOnGroups(const mux_kernel_descriptor_t &descriptor) {
  const std::span parameters(descriptor.parameters, descriptor.parameter_count);
  const bool hasLocal = std::ranges::any_of(parameters, [](const mux_parameter_t &parameter) {
    return parameter.kind == mux_parameter_local;
  });
  return hasLocal || descriptor.local_size != 0 || descriptor.frame_item_size != 0;
}

/// When code for a local size is made, by KILN_SPECIALIZE.
struct SpecializePolicy {
  bool isOn = true;
  unsigned launches = 0;  // of the size; 0: when it has paid
};

SpecializePolicy readPolicy() {
  const std::string &text = support::environment().specialize;
  SpecializePolicy policy;
  const char *end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data(), end, policy.launches);
  if (text == "never" || text == "auto") {
    policy.isOn = text == "auto";
  } else if (failed != std::errc() || stop != end) {
    std::fprintf(stderr, "kiln: KILN_SPECIALIZE=%s is not understood and is ignored\n",
                 text.c_str());
    policy.launches = 0;
  } else {
    policy.isOn = policy.launches != 0;
  }
  return policy;
}

const SpecializePolicy &specializePolicy() {
  static const SpecializePolicy policy = readPolicy();
  return policy;
}

/// About what compiling a kernel takes, in nanoseconds, from the bytes of its code.
constexpr uint64_t compileTime(size_t bytes) {
  return 10'000'000 + uint64_t{2'000} * bytes;
}

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
    launches_.clear();
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
  self->mayGain_ = specializePolicy().isOn && dependsOnGroups(self->whole_->descriptor()) &&
                   self->whole_->descriptor().required_local_size[0] == 0;
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
    return mayGain_ && localSize[0] != 0 ? countLaunch(localSize) : whole_;
  }
  std::lock_guard guard(mutex_);
  dropForgotten();
  if (const auto found = variants_.find(localSize); found != variants_.end()) {
    return found->second;
  }
  return variant(variants_.size() < maxVariants ? localSize : LocalSize{});
}

/// The variant, if it is there; the launch is counted if not, and one of them has it made.
Ref<LoadedKernel> KernelCode::countLaunch(const LocalSize &localSize) {
  uint64_t generation = 0;
  {
    std::lock_guard guard(mutex_);
    dropForgotten();
    if (const auto found = variants_.find(localSize); found != variants_.end()) {
      return found->second;
    }
    if (launches_.size() >= maxVariants && !launches_.contains(localSize)) {
      return whole_;
    }
    Launches &launches = launches_[localSize];
    if (++launches.count == 1) {
      launches.timeBefore = whole_->timeRun();
    }
    if (launches.isEnough || !areEnough(launches)) {
      return whole_;
    }
    launches.isEnough = true;
    generation = generation_;
  }
  // The context comes first, so that it goes last.
  (void)context_.builders().post([context = Ref<Context>(&context_), self = Ref<KernelCode>(this),
                                  localSize,
                                  generation] { self->makeInBackground(localSize, generation); });
  return whole_;
}

/// Without a number from the user it pays as late as in all that is done for an unknown time:
/// after as long a run without it as it takes to make. The first launches may be the last ones.
bool KernelCode::areEnough(const Launches &launches) const {
  if (const unsigned wanted = specializePolicy().launches) {
    return launches.count >= wanted;
  }
  const size_t kernels = std::max<size_t>(1, build_->info().kernels.size());
  const size_t bytes = whole_->executable().size() / kernels;
  return launches.count > 2 && whole_->timeRun() - launches.timeBefore > compileTime(bytes);
}

/// Without a result, launches go on as they did.
void KernelCode::makeInBackground(const LocalSize &localSize, uint64_t generation) try {
  std::lock_guard compiling(compilerMutex_);
  if (!compiler_) {
    auto kernel = build_->kernel(info_->name);
    if (!kernel) {
      return;
    }
    compiler_ = std::move(*kernel);
  }
  auto made = compile(*compiler_, localSize);
  std::lock_guard guard(mutex_);
  if (made && generation == generation_) {
    variants_[localSize] = std::move(*made);
  }
} catch (const std::bad_alloc &) {
}

Result<Ref<LoadedKernel>> KernelCode::compile(compiler::Kernel &kernel,
                                              const LocalSize &localSize) {
  compiler::SpecializationOptions options;
  options.localSize = localSize;
  const auto binary = kernel.createSpecializedKernel(options);
  if (!binary) {
    return Error{binary.failure().error == compiler::Error::unsupported ? CL_INVALID_OPERATION
                                                                        : CL_OUT_OF_RESOURCES};
  }
  auto executable = Executable::load(context_, device_, *binary);
  return executable ? LoadedKernel::find(std::move(*executable), info_->name.c_str())
                    : Result<Ref<LoadedKernel>>(executable.error());
}

Result<Ref<LoadedKernel>> KernelCode::variant(const LocalSize &localSize) {
  Ref<LoadedKernel> &slot = variants_[localSize];
  if (slot) {
    return slot;
  }
  auto loaded = compile(*deferred_, localSize);
  if (!loaded && loaded.error().code == CL_INVALID_OPERATION) {
    auto executable = build_->executable();
    loaded = executable ? LoadedKernel::find(std::move(*executable), info_->name.c_str())
                        : Result<Ref<LoadedKernel>>(executable.error());
  }
  if (!loaded) {
    variants_.erase(localSize);
    return loaded.error();
  }
  slot = std::move(*loaded);
  return slot;
}

}  // namespace cl
