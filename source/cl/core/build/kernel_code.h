// The code of one kernel on one device, compiled at the build or, deferred, at the enqueue.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/object.h"
#include "core/build/build.h"
#include "core/build/executable.h"

namespace cl {

using LocalSize = std::array<uint64_t, 3>;

struct Argument;

/// What code is made for beside that for every launch: a local size, unless it is zeros, and values
/// of arguments.
struct LaunchFacts {
  LocalSize localSize = {};
  std::vector<compiler::ParameterValue> values = {};

  auto operator<=>(const LaunchFacts &) const = default;
};

/// Thread-safe. Without deferred compilation there is one variant, and asking for it takes
/// no lock.
class KernelCode final : public RefCounted {
 public:
  /// CL_INVALID_KERNEL_NAME if the build has no such kernel.
  static Result<Ref<KernelCode>> create(Context &context, size_t device, Ref<Build> build,
                                        const std::string &name);

  const compiler::KernelInfo &info() const { return *info_; }
  const Device &device() const;
  /// Work-items of its sub-groups as `loaded` has them, whether it uses them or not; 0 if the
  /// device has none.
  uint64_t subGroupSize(const LoadedKernel &loaded) const;

  /// Build::textOf.
  Result<std::string> text(compiler::EmitKind kind) { return build_->textOf(info_->name, kind); }

  /// Code that runs every launch; for queries, and where the driver has to choose the local size.
  Result<Ref<LoadedKernel>> generic();
  /// Code for a launch, made for its local size and values if compilation is deferred. Else code
  /// for what is launched again and again is made in the background (KILN_SPECIALIZE), and what
  /// runs every launch is given until then.
  Result<Ref<LoadedKernel>> specialized(const LocalSize &localSize,
                                        std::span<const Argument> arguments);
  /// Whether there is code once a launch asks for it.
  bool isDeferred() const { return deferred_ != nullptr; }

  /// Of all kernels of the process, code that was made for launches is made anew at the next ones.
  /// Commands keep the code that they were enqueued with. Takes no lock.
  static void forgetVariants();

 private:
  KernelCode(Context &context, size_t device, Ref<Build> build);
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  static constexpr size_t maxVariants = 16;
  /// Those of which the same is known, with the code that runs all.
  struct Launches {
    unsigned count = 0;
    Ref<LoadedKernel> generic;  // which has their times alone
    Ref<LoadedKernel> variant;  // the code for them, once it is there
    bool isEnough = false;      // it was asked for
  };
  void findGains();
  LaunchFacts factsOf(const LocalSize &localSize, std::span<const Argument> arguments) const;
  void dropForgotten();
  bool hasRoomForValues(size_t variants) const;
  Ref<LoadedKernel> countLaunch(LaunchFacts facts);
  bool begin(const LaunchFacts &facts, Launches &launches) const;
  bool areEnough(const Launches &launches) const;
  void makeInBackground(const LaunchFacts &facts, uint64_t generation);
  Result<Ref<LoadedKernel>> compile(compiler::Kernel &kernel, const LaunchFacts &facts);
  Result<Ref<LoadedKernel>> variant(const LaunchFacts &facts);

  Context &context_;  // the program's, which outlives its kernels
  size_t device_;
  Ref<Build> build_;
  const compiler::KernelInfo *info_ = nullptr;
  Ref<LoadedKernel> whole_;                     // not deferred
  std::unique_ptr<compiler::Kernel> deferred_;  // else
  bool gainsFromSize_ = false;                  // from code for its local size
  std::vector<uint32_t> gainsFromValues_;       // of these arguments
  std::mutex mutex_;                            // guards the next three
  uint64_t generation_;                         // how often variants were forgotten before these
  std::map<LaunchFacts, Ref<LoadedKernel>> variants_;  // deferred
  std::map<LaunchFacts, Launches> launches_;           // else
  std::mutex compilerMutex_;                           // guards the next
  std::unique_ptr<compiler::Kernel> compiler_;         // of those in the background
};

}  // namespace cl
