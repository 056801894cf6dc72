// Code that is loaded on a device: executables and the kernels in them.
#pragma once

#include <span>
#include <string_view>

#include "core/base/object.h"
#include "core/build/run_times.h"
#include "core/context/context.h"

namespace cl {

/// A mux executable. Immutable.
class Executable final : public RefCounted {
 public:
  /// CL_INVALID_BINARY if the bytes are not a binary for the device.
  static Result<Ref<Executable>> load(Context &context, size_t device,
                                      std::span<const std::byte> binary);

  OpenDevice &device() const { return *device_; }
  mux_executable_t mux() const { return mux_; }
  /// Bytes of the binary.
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

/// A kernel of an executable, ready to launch. Immutable but for the time that it ran; keeps the
/// executable.
class LoadedKernel final : public RefCounted {
 public:
  static Result<Ref<LoadedKernel>> find(Ref<Executable> executable, const char *name);

  Executable &executable() const { return *executable_; }
  mux_kernel_t mux() const { return mux_; }
  const mux_kernel_descriptor_t &descriptor() const { return *descriptor_; }

  /// What its complete launches took on the device.
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
