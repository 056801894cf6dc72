#include "core/build/kernel_code.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <new>
#include <span>
#include <string>

#include "core/build/kernel.h"
#include "support/environment.h"

namespace cl {
namespace {

std::atomic<uint64_t> timesForgotten = 0;

/// Tells if a kernel's speed depends on the local size: it has local memory, or its work-items wait
/// for each other. Other kernels do not know their groups
/// (doc/decisions/017-specialised-kernels.md).
bool dependsOnGroups(const mux_kernel_descriptor_t &descriptor) {
  const std::span parameters(descriptor.parameters, descriptor.parameter_count);
  const bool hasLocal = std::ranges::any_of(parameters, [](const mux_parameter_t &parameter) {
    return parameter.kind == mux_parameter_local;
  });
  return hasLocal || descriptor.local_size != 0 || descriptor.frame_item_size != 0;
}

/// Tells if work-groups of a size are too short for vectors along y or z. Code for that size has
/// vectors along another dimension. Along x, groups can be merged.
bool areGroupsTooShort(const mux_kernel_descriptor_t &descriptor, const LocalSize &localSize) {
  const uint32_t dimension = descriptor.vector_dimension;
  return (dimension == 1 || dimension == 2) && localSize[dimension] != 0 &&
         localSize[dimension] < descriptor.vector_width;
}

/// When launches get specialised variants (KILN_SPECIALIZE).
struct SpecializePolicy {
  bool isOn = true;
  unsigned launches = 0;  // of equal properties; 0: when compiling has paid
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

/// Estimates the compile time of a kernel in nanoseconds from the size of its code in bytes.
constexpr uint64_t compileTime(size_t bytes) {
  return 10'000'000 + uint64_t{2'000} * bytes;
}

/// Reads a value as a little-endian integer, at most 8 bytes.
uint64_t bitsOf(std::span<const std::byte> value) {
  uint64_t bits = 0;
  for (size_t i = std::min(value.size(), sizeof bits); i-- > 0;) {
    bits = bits << 8 | std::to_integer<uint64_t>(value[i]);
  }
  return bits;
}

/// Tells if a variant for this value is likely to be faster: any divisor is. Loops of few rounds
/// get unrolled; larger numbers are as good in a register.
bool isWorthCode(const compiler::ArgumentInfo &argument, std::span<const std::byte> value) {
  constexpr int64_t mostRounds = 64;
  if (value.empty() || value.size() > sizeof(uint64_t)) {
    return false;
  }
  // Small types are mostly unsigned, others mostly not.
  const auto unused = static_cast<unsigned>(value.size() < 4 ? 0 : 64 - 8 * value.size());
  const int64_t number = static_cast<int64_t>(bitsOf(value) << unused) >> unused;
  return argument.valueProfitability == compiler::ValueProfitability::always ||
         (number >= -mostRounds && number <= mostRounds);
}

/// Returns Work::values of a launch.
uint64_t valuesOf(const LocalSize &localSize, std::span<const Argument> arguments) {
  uint64_t hash = XXH3_64bits(localSize.data(), sizeof localSize);
  for (const Argument &argument : arguments) {
    if (!argument.value.empty()) {
      hash = XXH3_64bits_withSeed(argument.value.data(), argument.value.size(), hash);
    }
  }
  return hash;
}

/// Tells if no argument's memory overlaps that of another one, as far as is known here. Pointers to
/// shared memory may lead anywhere in an allocation, and images may share a buffer's memory.
bool areApart(std::span<const Argument> arguments) {
  for (size_t index = 0; index < arguments.size(); ++index) {
    const Argument &argument = arguments[index];
    if (argument.address != 0 || (argument.buffer && !argument.range.object)) {
      return false;
    }
    for (const Argument &other : arguments.first(argument.buffer ? index : 0)) {
      if (other.buffer && !argument.range.isApartFrom(other.range)) {
        return false;
      }
    }
  }
  return true;
}

compiler::SpecializationOptions optionsFor(const VariantKey &key) {
  compiler::SpecializationOptions options;
  options.localSize = key.localSize;
  options.uniformGroups = key.isUniform;
  options.apartBuffers = key.areBuffersApart;
  options.values = key.values;
  return options;
}

}  // namespace

KernelCode::KernelCode(Context &context, size_t device, Ref<Build> build)
    : context_(context), device_(device), build_(std::move(build)), generation_(timesForgotten) {}

void KernelCode::forgetVariants() {
  ++timesForgotten;
}

/// Drops variants from before the last forgetVariants(). The caller holds mutex_.
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

/// CL 3.0 §5.9.1 clCreateKernel: CL_INVALID_KERNEL_NAME.
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
  self->profits_.fromSize = self->deferred_ != nullptr;
  if (self->deferred_ || specializePolicy().isOn) {
    self->findProfitable();
  }
  if (self->deferred_) {
    return self;
  }
  if (self->build_->isOnDemand()) {
    self->build_->announce(name);
    return self;
  }
  auto loaded = self->whole();
  return loaded ? Result<Ref<KernelCode>>(std::move(self)) : loaded.error();
}

/// Several threads may load the code at once; all of them get the first one's object.
Result<Ref<LoadedKernel>> KernelCode::whole() {
  if (LoadedKernel *const ready = ready_.load(std::memory_order_acquire)) {
    return Ref<LoadedKernel>(ready);
  }
  auto executable = build_->codeOf(info_->name);
  if (!executable) {
    return executable.error();
  }
  auto loaded = LoadedKernel::find(std::move(*executable), info_->name.c_str());
  if (!loaded) {
    return loaded.error();
  }
  std::lock_guard guard(mutex_);
  if (!whole_) {
    whole_ = std::move(*loaded);
    const mux_kernel_descriptor_t &descriptor = whole_->descriptor();
    profits_.hasRequiredSize = descriptor.required_local_size[0] != 0;
    const bool isSizeKnown = profits_.hasRequiredSize &&
                             (descriptor.flags & mux_kernel_uniform_groups_only) != 0 &&
                             (descriptor.flags & mux_kernel_gains_by_specialization) == 0;
    profits_.fromSize = specializePolicy().isOn && dependsOnGroups(descriptor) && !isSizeKnown;
    // Sub-groups of partial groups may be shorter than others.
    profits_.surelyFromSize =
        profits_.fromSize &&
        (descriptor.flags & (mux_kernel_gains_by_specialization | mux_kernel_uses_sub_groups)) != 0;
    profits_.fromApartBuffers =
        specializePolicy().isOn && (descriptor.flags & mux_kernel_gains_by_apart_buffers) != 0;
    profits_.fromScalarCode =
        specializePolicy().isOn && (descriptor.flags & mux_kernel_vectors_are_uncertain) != 0;
    ready_.store(whole_.get(), std::memory_order_release);
  }
  return whole_;
}

void KernelCode::findProfitable() {
  for (uint32_t index = 0; index < info_->arguments.size(); ++index) {
    const compiler::ArgumentInfo &argument = info_->arguments[index];
    if (argument.valueProfitability != compiler::ValueProfitability::none &&
        argument.size <= sizeof(uint64_t)) {
      profits_.fromValues.push_back(index);
    }
  }
}

uint64_t KernelCode::subGroupSize(const LoadedKernel &loaded) const {
  const uint32_t own = loaded.descriptor().sub_group_size;
  const uint32_t asked = device().subGroupSize() ? info_->requiredSubGroupSize : 0;
  return own ? own : asked ? asked : device().subGroupSize();
}

Result<Ref<LoadedKernel>> KernelCode::genericCode() {
  return deferred_ ? deferredCode({}) : whole();
}

Ref<LoadedKernel> KernelCode::baselineFor(uint64_t items) {
  const bool isReady = ready_.load(std::memory_order_acquire) != nullptr;
  if (deferred_ || (isReady && baselineUse() != BaselineUse::always)) {
    return nullptr;
  }
  auto executable = build_->baselineOf(info_->name, items);
  if (!executable) {
    return nullptr;
  }
  std::lock_guard guard(mutex_);
  if (!baseline_) {
    if (auto loaded = LoadedKernel::find(std::move(executable), info_->name.c_str())) {
      baseline_ = std::move(*loaded);
    }
  }
  return baseline_;
}

/// Collects the properties of a launch that a variant can be compiled for.
VariantKey KernelCode::keyOf(const LocalSize &localSize, bool isUniform,
                             std::span<const Argument> arguments) const {
  VariantKey key;
  const bool isShort =
      !deferred_ && specializePolicy().isOn && areGroupsTooShort(whole_->descriptor(), localSize);
  // Other code knows a required size already.
  if ((profits_.fromSize || isShort) && (isUniform || !profits_.hasRequiredSize)) {
    key.localSize = localSize;
    key.isUniform = isUniform;
  }
  key.areBuffersApart = profits_.fromApartBuffers && areApart(arguments);
  for (const uint32_t index : profits_.fromValues) {
    if (index < arguments.size() && isWorthCode(info_->arguments[index], arguments[index].value)) {
      key.values.push_back({index, bitsOf(arguments[index].value)});
    }
  }
  return key;
}

Result<LaunchCode> KernelCode::codeForLaunch(const LocalSize &localSize, bool isUniform,
                                             std::span<const Argument> arguments, Use use) {
  auto code = deferred_ ? deferredCode(keyOf(localSize, isUniform, arguments)) : whole();
  if (!code || deferred_) {
    return code ? Result<LaunchCode>({std::move(*code)}) : code.error();
  }
  VariantKey key = keyOf(localSize, isUniform, arguments);
  return key == VariantKey{} && !profits_.fromScalarCode
             ? LaunchCode{std::move(*code)}
             : countLaunch(std::move(key), valuesOf(localSize, arguments), use);
}

Result<Ref<LoadedKernel>> KernelCode::deferredCode(VariantKey key) {
  std::lock_guard guard(mutex_);
  dropForgotten();
  if (!variants_.contains(key) && !hasRoomForValues(variants_.size())) {
    key.values.clear();
  }
  const bool isRoom = variants_.contains(key) || variants_.size() < maxVariants;
  return variant(isRoom ? key : VariantKey{});
}

/// Reserves half of the variants for local sizes, so that values that change at each launch cannot
/// take all of them.
bool KernelCode::hasRoomForValues(size_t variants) const {
  return variants < (profits_.fromSize ? maxVariants / 2 : maxVariants);
}

/// Returns the fastest code, or a candidate. Gets the next candidate in the background once
/// launches are enough.
LaunchCode KernelCode::countLaunch(VariantKey key, uint64_t values, Use use) {
  std::optional<Order> next;
  LaunchCode code;
  {
    std::lock_guard guard(mutex_);
    dropForgotten();
    auto found = launches_.find(key);
    if (found == launches_.end() && !hasRoomForValues(launches_.size())) {
      key.values.clear();
      found = launches_.find(key);
    }
    if (found == launches_.end()) {
      if ((key == VariantKey{} && !profits_.fromScalarCode) || launches_.size() >= maxVariants) {
        return {whole_};
      }
      found = launches_.try_emplace(key).first;
    }
    Launches &launches = found->second;
    if (!beginLaunch(key, launches)) {
      return {whole_};
    }
    if (launches.isDecided()) {
      return {launches.current};
    }
    next = order(key, launches);
    if (use == Use::recording && launches.next == Variant::scalar) {
      code = {launches.current};
    } else {
      code = {launches.codeFor(values), true, values, std::make_unique<VariantKey>(std::move(key))};
    }
  }
  if (next) {
    start(*next);
  }
  return code;
}

Ref<LoadedKernel> KernelCode::lateVariant(const VariantKey &key, uint64_t values) {
  std::optional<Order> next;
  Ref<LoadedKernel> code;
  {
    std::lock_guard guard(mutex_);
    dropForgotten();
    const auto found = launches_.find(key);
    if (found == launches_.end() || !found->second.current) {
      return nullptr;
    }
    decide(key, found->second);
    next = order(key, found->second);
    code = found->second.codeFor(values);
  }
  if (next) {
    start(*next);
  }
  return code;
}

/// Counts one launch. Returns false if the generic code cannot be found a second time: without an
/// object of their own, the times of these launches cannot be measured apart from others.
bool KernelCode::beginLaunch(const VariantKey &key, Launches &launches) {
  ++launches.count;
  if (!launches.current) {
    auto own = LoadedKernel::find(Ref<Executable>(&whole_->executable()), info_->name.c_str());
    if (!own) {
      return false;
    }
    launches.current = std::move(*own);
    launches.next = variantFrom(Variant::specialized, key);
  }
  decide(key, launches);
  return true;
}

/// Takes the candidate if it is faster, and drops it if it is slower: knowing a value does not
/// always help. Without a difference specialised code stays, as other launches of its kind may gain
/// by it. Scalar code has to win.
void KernelCode::decide(const VariantKey &key, Launches &launches) {
  if (!launches.candidate) {
    return;
  }
  const RunTimes &times = launches.candidate->times();
  const Speed speed = times.comparedWith(launches.current->times());
  if (speed == Speed::unknown && !times.areMany()) {
    return;
  }
  const bool isSpecialized = launches.next == Variant::specialized;
  if (speed == Speed::faster && !launches.binary.empty()) {
    remember(key, launches);
  }
  if (speed == Speed::faster || (speed != Speed::slower && isSpecialized)) {
    launches.current = std::move(launches.candidate);
  }
  launches.candidate.reset();
  launches.binary = {};
  launches.isLookedUp = false;
  launches.next = isSpecialized ? variantFrom(Variant::scalar, key) : Variant::none;
}

KernelCode::Variant KernelCode::variantFrom(Variant next, const VariantKey &key) const {
  if (next == Variant::specialized && key != VariantKey{}) {
    return next;
  }
  return next != Variant::none && profits_.fromScalarCode ? Variant::scalar : Variant::none;
}

/// Applies the ski-rental rule (Karlin et al., "Competitive snoopy caching", 1988): without a
/// launch count from the user, compile once the code at hand has run as long as compiling takes.
/// The total is then at most twice the best; where the compiler expects a gain, five times. The
/// first two launches never count as enough: they may be the last. A variant in the cache costs
/// nothing but its comparison.
std::optional<KernelCode::Order> KernelCode::order(const VariantKey &key,
                                                   Launches &launches) const {
  if (launches.isOnItsWay || launches.candidate || launches.next == Variant::none) {
    return std::nullopt;
  }
  const unsigned wanted = specializePolicy().launches;
  const size_t bytes = whole_->executable().sizePerKernel();
  // A gain that is sure is worth a larger stake.
  const bool isSure =
      launches.next == Variant::specialized &&
      (profits_.surelyFromSize || areGroupsTooShort(whole_->descriptor(), key.localSize));
  const uint64_t stake = compileTime(bytes) / (isSure ? 4 : 1);
  const bool mayCompile = wanted ? launches.count >= wanted
                                 : launches.count > 2 && launches.current->times().total() > stake;
  if (!mayCompile && (launches.isLookedUp || !launches.current->times().areComparable())) {
    return std::nullopt;
  }
  launches.isOnItsWay = true;
  launches.isLookedUp = true;
  return Order{key, launches.next, mayCompile, generation_};
}

/// The context comes first, so that it goes last.
void KernelCode::start(const Order &order) {
  (void)context_.builders().post([context = Ref<Context>(&context_), self = Ref<KernelCode>(this),
                                  order] { self->carryOut(order); });
}

/// If compiling fails, launches keep the code they have. If the cache has nothing, there may have
/// been enough launches meanwhile.
void KernelCode::carryOut(const Order &order) try {
  Ref<LoadedKernel> made;
  const auto take = [&](const compiler::Result<compiler::Bytes> &binary) {
    if (auto loaded = load(binary)) {
      made = std::move(*loaded);
    }
  };
  compiler::Bytes compiled;
  if (auto cached = build_->cachedVariant(nameOf(order.key, order.variant))) {
    take(std::move(*cached));
  }
  if (!made && order.mayCompile && !isForgotten(order)) {
    const auto binary = compile(order);
    take(binary);
    compiled = binary ? *binary : compiler::Bytes();
  }
  std::optional<Order> next;
  {
    std::lock_guard guard(mutex_);
    dropForgotten();
    if (order.generation != generation_) {
      return;
    }
    Launches &launches = launches_[order.key];
    launches.isOnItsWay = false;
    if (made) {
      launches.candidate = std::move(made);
      launches.binary = std::move(compiled);
    } else if (order.mayCompile) {
      launches.next = Variant::none;
    } else {
      next = this->order(order.key, launches);
    }
  }
  if (next) {
    start(*next);
  }
} catch (const std::bad_alloc &) {
}

bool KernelCode::isForgotten(const Order &order) {
  std::lock_guard guard(mutex_);
  dropForgotten();
  return order.generation != generation_;
}

compiler::Result<compiler::Bytes> KernelCode::compile(const Order &order) {
  std::lock_guard guard(compilerMutex_);
  if (!compiler_) {
    auto kernel = build_->kernel(info_->name);
    if (!kernel) {
      return kernel.error();
    }
    compiler_ = std::move(*kernel);
  }
  compiler::SpecializationOptions options = optionsFor(order.key);
  if (order.variant == Variant::scalar) {
    options.variant = compiler::CodeVariant::scalar;
  }
  return compiler_->createSpecializedKernel(options);
}

/// The context comes first, so that it goes last.
void KernelCode::remember(const VariantKey &key, Launches &launches) try {
  (void)context_.builders().post([context = Ref<Context>(&context_), build = build_,
                                  name = nameOf(key, launches.next),
                                  binary = std::move(launches.binary)] {
    try {
      build->cacheVariant(name, binary);
    } catch (const std::bad_alloc &) {
      // Without an entry, a later process compiles again.
    }
  });
} catch (const std::bad_alloc &) {
}

/// Names of kernels have no line breaks.
std::string KernelCode::nameOf(const VariantKey &key, Variant variant) const {
  std::string name = info_->name + (variant == Variant::scalar ? "\nscalar" : "\nspecialised");
  for (const uint64_t size : key.localSize) {
    name += ' ' + std::to_string(size);
  }
  name += key.isUniform ? " uniform" : "";
  name += key.areBuffersApart ? " apart" : "";
  for (const compiler::ParameterValue &value : key.values) {
    name += ' ' + std::to_string(value.index) + '=' + std::to_string(value.bits);
  }
  return name;
}

/// Loads a variant. CL 3.0 §5.10 clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES if the compiler
/// failed.
Result<Ref<LoadedKernel>> KernelCode::load(const compiler::Result<compiler::Bytes> &binary) const {
  if (!binary) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  auto executable = Executable::load(context_.device(device_), *binary, 1);
  return executable ? LoadedKernel::find(std::move(*executable), info_->name.c_str())
                    : Result<Ref<LoadedKernel>>(executable.error());
}

/// Returns the kernel in the generic code, for a target without specialisation.
Result<Ref<LoadedKernel>> KernelCode::unspecialized() const {
  auto executable = build_->codeOf(info_->name);
  return executable ? LoadedKernel::find(std::move(*executable), info_->name.c_str())
                    : Result<Ref<LoadedKernel>>(executable.error());
}

/// Returns a variant, compiled at its first launch. The caller holds mutex_.
Result<Ref<LoadedKernel>> KernelCode::variant(const VariantKey &key) {
  Ref<LoadedKernel> &slot = variants_[key];
  if (slot) {
    return slot;
  }
  const auto binary = deferred_->createSpecializedKernel(optionsFor(key));
  const bool isUnsupported = !binary && binary.error().code == compiler::Error::unsupported;
  auto loaded = isUnsupported ? unspecialized() : load(binary);
  if (!loaded) {
    variants_.erase(key);
    if (!binary && !isUnsupported) {
      build_->reportFailure(info_->name, binary.error().message + '\n');
    }
    return loaded.error();
  }
  slot = std::move(*loaded);
  return slot;
}

}  // namespace cl
