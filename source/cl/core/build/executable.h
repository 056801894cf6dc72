// Holds code loaded on a device: executables and their kernels.
#pragma once

#include <span>
#include <string_view>

#include "core/base/object.h"
#include "core/build/run_times.h"
#include "core/context/context.h"

namespace cl {

/// A mux executable. Immutable, thread-safe.
class Executable final : public RefCounted {
 public:
  /// Loads a target binary; CL_INVALID_BINARY if the device refuses it.
  static Result<Ref<Executable>> load(Context &context, size_t device,
                                      std::span<const std::byte> binary);

  /// Returns the device, which the executable keeps open.
  OpenDevice &device() const { return *device_; }
  mux_executable_t mux() const { return mux_; }
  /// Returns the size of the binary in bytes.
  size_t size() const { return size_; }

 private:
  Executable(OpenDevice &device, mux_executable_t mux, size_t size)
      : device_(Ref<OpenDevice>(&device)), mux_(mux), size_(size) {}
  ~Executable() override { muxDestroyExecutable(device_->mux(), mux_); }
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  Ref<OpenDevice> device_;
  mux_executable_t mux_;
  size_t size_;
};

/// A kernel ready to launch; it keeps its executable. Immutable except for its run times,
/// thread-safe.
class LoadedKernel final : public RefCounted {
 public:
  /// Looks up a kernel by name; CL_INVALID_KERNEL_NAME if it is missing.
  static Result<Ref<LoadedKernel>> find(Ref<Executable> executable, const char *name);

  /// Returns the executable, which the kernel keeps.
  Executable &executable() const { return *executable_; }
  mux_kernel_t mux() const { return mux_; }
  /// Returns the properties of the code: flags, memory sizes, vector width.
  const mux_kernel_descriptor_t &descriptor() const { return *descriptor_; }

  /// Returns the device times of completed launches.
  RunTimes &times() const { return times_; }

 private:
  LoadedKernel(Ref<Executable> executable, mux_kernel_t mux,
               const mux_kernel_descriptor_t *descriptor)
      : executable_(std::move(executable)), mux_(mux), descriptor_(descriptor) {}
  ~LoadedKernel() override { muxDestroyKernel(executable_->device().mux(), mux_); }
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  Ref<Executable> executable_;
  mux_kernel_t mux_;
  const mux_kernel_descriptor_t *descriptor_;
  mutable RunTimes times_;
};

}  // namespace cl
