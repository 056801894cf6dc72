// Holds the code of a kernel on a device, and compiles variants for repeated launches.
//
// Without deferred compilation, a build yields generic code for every launch. Launches with equal
// properties (local size, values of arguments) are counted. Once compiling a variant for them is
// likely to pay (areEnough in the source), a builder thread compiles it; launches use the generic
// code until then. With deferred compilation the build compiles nothing: each launch compiles
// its variant, or generic code once there are too many variants.
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

/// The properties that a variant is compiled for: a local size, unless it is zero, and values of
/// arguments.
struct VariantKey {
  LocalSize localSize = {};
  std::vector<compiler::ParameterValue> values = {};

  auto operator<=>(const VariantKey &) const = default;
};

/// The code of a kernel on a device. Thread-safe. Without variants no call takes a lock.
class KernelCode final : public RefCounted {
 public:
  /// Finds the kernel in a build; CL_INVALID_KERNEL_NAME if it is missing.
  static Result<Ref<KernelCode>> create(Context &context, size_t device, Ref<Build> build,
                                        const std::string &name);

  /// Returns the kernel's entry in the build, which it keeps.
  const compiler::KernelInfo &info() const { return *info_; }
  const Device &device() const;
  /// Returns the sub-group size of `loaded`, in work-items, used or not; 0 if the device has no
  /// sub-groups.
  uint64_t subGroupSize(const LoadedKernel &loaded) const;

  /// Calls Build::textOf.
  Result<std::string> text(compiler::EmitKind kind) { return build_->textOf(info_->name, kind); }

  /// Returns code for every launch, for queries and for choosing a local size.
  Result<Ref<LoadedKernel>> generic();
  /// Returns code for a launch: its variant if there is one, else generic code. With deferred
  /// compilation, compiles the variant.
  Result<Ref<LoadedKernel>> specialized(const LocalSize &localSize,
                                        std::span<const Argument> arguments);
  /// Tells if code exists only once a launch asks for it.
  bool isDeferred() const { return deferred_ != nullptr; }

  /// Makes all kernels of the process compile their variants anew. Enqueued commands keep their
  /// code. Takes no lock.
  static void forgetVariants();

 private:
  KernelCode(Context &context, size_t device, Ref<Build> build);
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  static constexpr size_t maxVariants = 16;
  /// Launches with equal properties, and their code.
  struct Launches {
    unsigned count = 0;
    Ref<LoadedKernel> generic;  // a copy with the times of these launches alone
    Ref<LoadedKernel> variant;  // the specialised code, once compiled
    bool isEnough = false;      // compiling has begun
  };
  void findProfitable();
  VariantKey keyOf(const LocalSize &localSize, std::span<const Argument> arguments) const;
  void dropForgotten();
  bool hasRoomForValues(size_t variants) const;
  Ref<LoadedKernel> countLaunch(VariantKey key);
  bool begin(const VariantKey &key, Launches &launches) const;
  bool areEnough(const Launches &launches) const;
  void makeInBackground(const VariantKey &key, uint64_t generation);
  Result<Ref<LoadedKernel>> load(const compiler::Result<compiler::Bytes> &binary) const;
  Result<Ref<LoadedKernel>> unspecialized() const;
  Result<Ref<LoadedKernel>> variant(const VariantKey &key);

  Context &context_;  // the program's, which outlives its kernels
  size_t device_;
  Ref<Build> build_;
  const compiler::KernelInfo *info_ = nullptr;
  Ref<LoadedKernel> whole_;                           // not deferred
  std::unique_ptr<compiler::Kernel> deferred_;        // else
  bool profitsFromSize_ = false;                      // a variant for a local size is faster
  std::vector<uint32_t> profitsFromValues_;           // variants for these arguments are faster
  std::mutex mutex_;                                  // guards the next three
  uint64_t generation_;                               // count of forgetVariants() calls before
  std::map<VariantKey, Ref<LoadedKernel>> variants_;  // deferred
  std::map<VariantKey, Launches> launches_;           // else
  std::mutex compilerMutex_;                          // guards the next
  std::unique_ptr<compiler::Kernel> compiler_;        // compiles in the background
};

}  // namespace cl
