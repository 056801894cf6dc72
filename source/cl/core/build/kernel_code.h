// Holds the code of a kernel on a device, and compiles variants for repeated launches.
//
// Generic code runs every launch. The build or the first launch generates it (on_demand_code.h).
// Launches with equal properties (local size, values of arguments) are counted. Once compiling a
// variant for them is likely to pay (areEnough in the source), a builder thread compiles it;
// launches use the generic code until then. A launch that waits in its queue looks once more when
// it starts (lateVariant). With deferred compilation (KILN_DEFERRED) each launch compiles its
// variant instead, or generic code once there are too many variants.
//
// A variant is worth its compilation if the launch comes again. Nobody knows that, so the rule is
// that of ski rental: run the code at hand until it has cost as much as compiling, then compile. A
// variant that proves slower is dropped.
//
// There are up to two variants for a kind of launch, one after the other. The first is specialised.
// The second has no vectors; it is tried if the compiler is not certain that vectors pay.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/object.h"
#include "core/build/build.h"
#include "core/build/executable.h"

namespace cl {

/// Work-items of a work-group in each dimension.
using LocalSize = std::array<uint64_t, 3>;

struct Argument;

/// The properties that a variant is compiled for. Launches with equal keys share a variant.
struct VariantKey {
  /// Zeros for any local size.
  LocalSize localSize = {};
  /// With a local size: no launch has partial groups.
  bool isUniform = false;
  /// The launches' buffers do not overlap.
  bool areBuffersApart = false;
  /// Values of arguments by their index, in ascending order.
  std::vector<compiler::ParameterValue> values = {};

  auto operator<=>(const VariantKey &) const = default;
};

/// The code for one launch.
struct LaunchCode {
  Ref<LoadedKernel> kernel;
  /// The time of the launch tells which code is faster: it belongs into the kernel's run times.
  bool isMeasured = false;
  /// Work::values of the launch.
  uint64_t values = 0;
  /// The properties by which lateVariant() may find a variant when the launch starts; nothing if
  /// none is likely to be faster.
  std::unique_ptr<const VariantKey> later = nullptr;
};

/// The code of a kernel on a device. Thread-safe: one mutex guards the counts of launches and the
/// variants. Another one guards the compiler of the background, and comes first in the lock order.
/// Without variants no call takes a lock, once the generic code is there.
class KernelCode final : public RefCounted {
 public:
  /// A launch that runs once, or is recorded for replays.
  enum class Use { once, recording };

  /// Finds the kernel in a build and keeps the build. Does not wait for code.
  /// CL_INVALID_KERNEL_NAME if the kernel is missing (CL 3.0 §5.9.1 clCreateKernel).
  static Result<Ref<KernelCode>> create(Context &context, size_t device, Ref<Build> build,
                                        const std::string &name);

  /// Returns the kernel's entry in the build.
  const compiler::KernelInfo &info() const { return *info_; }
  /// Returns the device of the code.
  const Device &device() const;
  /// Returns the sub-group size of `loaded`, in work-items, used or not; 0 if the device has no
  /// sub-groups.
  uint64_t subGroupSize(const LoadedKernel &loaded) const;

  /// Returns IR or assembly as text (cl_kiln_kernel_text), like Build::textOf.
  Result<std::string> text(compiler::EmitKind kind) { return build_->textOf(info_->name, kind); }

  /// Returns code for every launch, for queries and for choosing a local size. It is generated here
  /// unless it is there. CL_OUT_OF_RESOURCES if that fails.
  Result<Ref<LoadedKernel>> genericCode();
  /// Returns baseline code for a launch of `items` work-items (OnDemandCode::baselineOf), or null:
  /// the launch should use codeForLaunch().
  Ref<LoadedKernel> baselineFor(uint64_t items);
  /// Returns code for a launch, with or without partial groups: its variant if there is one, else
  /// generic code. Without deferred compilation it counts the launch, and may start compiling a
  /// variant in the background. With deferred compilation it compiles the variant.
  /// CL_OUT_OF_RESOURCES if the compiler fails. Recordings get no scalar code that has not won yet:
  /// their times are not measured.
  Result<LaunchCode> codeForLaunch(const LocalSize &localSize, bool isUniform,
                                   std::span<const Argument> arguments, Use use);
  /// Returns the code for a launch with these values (Work::values) that starts now, or null for
  /// the code it has. May start compiling a variant in the background: by now, earlier launches may
  /// have run for long enough.
  Ref<LoadedKernel> lateVariant(const VariantKey &key, uint64_t values);
  /// Tells if code exists only once a launch asks for it (KILN_DEFERRED).
  bool isDeferred() const { return deferred_ != nullptr; }

  /// Makes all kernels of the process compile their variants anew (clClearBuildCacheKILN). Enqueued
  /// commands keep their code. Takes no lock.
  static void forgetVariants();

 private:
  KernelCode(Context &context, size_t device, Ref<Build> build);
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  /// Bounds the memory and the compile time of one kernel.
  static constexpr size_t maxVariants = 16;
  /// The variants to try for one kind of launch, in this order.
  enum class Variant { specialized, scalar, none };
  /// The kinds of variants that may be faster.
  struct Profits {
    /// Those for a local size.
    bool fromSize = false;
    /// These are expected to be faster, and need less proof that launches go on.
    bool surelyFromSize = false;
    /// The kernel requires its local size.
    bool hasRequiredSize = false;
    /// One without vectors.
    bool fromScalarCode = false;
    /// Those for buffers that do not overlap.
    bool fromApartBuffers = false;
    /// Those for values of these arguments.
    std::vector<uint32_t> fromValues;
  };
  /// Launches with equal properties, and their code.
  struct Launches {
    /// Launches up to now.
    unsigned count = 0;
    /// The fastest code known. At first a copy of the generic code, with the times of these
    /// launches alone.
    Ref<LoadedKernel> current;
    /// A variant that is compared with it; null without one.
    Ref<LoadedKernel> candidate;
    /// The variant to compile next, or in the background now.
    Variant next = Variant::specialized;
    /// Getting it has begun.
    bool isOnItsWay = false;
    /// It was looked for in the cache.
    bool isLookedUp = false;
    /// The binary of the candidate, unless it comes from the cache.
    compiler::Bytes binary = {};

    /// Returns the code for a launch with these values (Work::values). Scalar code may be far
    /// slower, so only launches try it whose times will be compared.
    const Ref<LoadedKernel> &codeFor(uint64_t values) const {
      const bool isTried =
          candidate && (next == Variant::specialized || current->times().areOf(values));
      return isTried ? candidate : current;
    }
    /// Tells if there is nothing left to compare.
    bool isDecided() const { return !candidate && next == Variant::none; }
  };
  /// Finds the arguments whose values make a variant faster.
  void findProfitable();
  /// Returns the generic code without deferred mode.
  Result<Ref<LoadedKernel>> whole();
  /// Returns the properties of a launch that decide about its variant.
  VariantKey keyOf(const LocalSize &localSize, bool isUniform,
                   std::span<const Argument> arguments) const;
  /// Drops variants from before the last forgetVariants(). The caller holds mutex_.
  void dropForgotten();
  /// Tells if one more variant may depend on values: half of the variants are for local sizes.
  bool hasRoomForValues(size_t variants) const;
  /// Counts a launch and returns the code for it; may start compiling its variant. `values` is
  /// Work::values.
  LaunchCode countLaunch(VariantKey key, uint64_t values, Use use);
  /// Returns the variant for a launch in deferred mode, compiled if need be.
  Result<Ref<LoadedKernel>> deferredCode(VariantKey key);
  /// Counts one launch, and decides about a candidate. Returns false if these launches have no copy
  /// of the generic code to measure their times; the caller then uses whole_.
  bool beginLaunch(const VariantKey &key, Launches &launches);
  /// Ends the comparison with a candidate, if its result is known.
  void decide(const VariantKey &key, Launches &launches);
  /// Returns the first variant from `next` on that launches of the key can use.
  Variant variantFrom(Variant next, const VariantKey &key) const;
  /// A variant that a builder thread gets: from the cache, or from the compiler.
  struct Order {
    VariantKey key;
    Variant variant = Variant::none;
    bool mayCompile = false;
    /// generation_ at the order.
    uint64_t generation = 0;
  };
  /// Orders the next variant: out of the cache once two launches were measured, or compiled if that
  /// is likely to pay now. Nothing otherwise. The caller holds mutex_, and calls start() without
  /// it.
  std::optional<Order> order(const VariantKey &key, Launches &launches) const;
  /// Lets a builder thread carry out an order. The caller does not hold mutex_.
  void start(const Order &order);
  /// Gets a variant on a builder thread.
  void carryOut(const Order &order);
  /// Tells if an order came before the last forgetVariants().
  bool isForgotten(const Order &order);
  /// Compiles the binary of a variant. Takes compilerMutex_.
  compiler::Result<compiler::Bytes> compile(const Order &order);
  /// Stores the binary of a candidate that has won, on a builder thread.
  void remember(const VariantKey &key, Launches &launches);
  /// Names a variant in the cache.
  std::string nameOf(const VariantKey &key, Variant variant) const;
  /// Loads the binary of a variant.
  Result<Ref<LoadedKernel>> load(const compiler::Result<compiler::Bytes> &binary) const;
  /// Returns the kernel in the generic code.
  Result<Ref<LoadedKernel>> unspecialized() const;
  /// Returns a variant, compiled if need be. The caller holds mutex_.
  Result<Ref<LoadedKernel>> variant(const VariantKey &key);

  // The program's, and so outlives its kernels.
  Context &context_;
  // Index of the open device in the context.
  size_t device_;
  // Outlives the kernels made from it.
  Ref<Build> build_;
  // Owned by the build.
  const compiler::KernelInfo *info_ = nullptr;
  // The generic code without deferred mode: null until it is wanted, and immutable from then on.
  std::atomic<LoadedKernel *> ready_ = nullptr;
  // The reference behind ready_.
  Ref<LoadedKernel> whole_;
  // For launches before ready_; null until one uses it.
  Ref<LoadedKernel> baseline_;
  // Compiles at launches; null without deferred mode.
  std::unique_ptr<compiler::Kernel> deferred_;
  Profits profits_;
  // Guards the next three, baseline_, and the writing of whole_ and profits_.
  std::mutex mutex_;
  // The count of forgetVariants() calls before.
  uint64_t generation_;
  // In deferred mode.
  std::map<VariantKey, Ref<LoadedKernel>> variants_;
  // Without deferred mode.
  std::map<VariantKey, Launches> launches_;
  // Guards the next.
  std::mutex compilerMutex_;
  // Compiles in the background; made for the first variant.
  std::unique_ptr<compiler::Kernel> compiler_;
};

}  // namespace cl
