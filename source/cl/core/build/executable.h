// Holds code loaded on a device: executables and their kernels.
//
// An Executable is made once per build, or per variant of a kernel. A LoadedKernel is one entry
// point in it, ready to launch. Commands keep the kernels that they launch: a program may be built
// again, or released, while its old code still runs.
#pragma once

#include <mutex>
#include <span>
#include <string_view>

#include "core/base/object.h"
#include "core/build/run_times.h"
#include "core/context/context.h"
#include "core/memory/buffer.h"

namespace cl {

/// A mux executable: code of a program in the memory of a device. Immutable, thread-safe. It lives
/// as long as a kernel or a command uses it, however often the program is built meanwhile.
class Executable final : public RefCounted {
 public:
  /// Loads a target binary with a number of kernels; the device verifies all of it first.
  /// CL_INVALID_BINARY if the device refuses it, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES (CL 3.0
  /// §5.8.4). The binary is copied.
  static Result<Ref<Executable>> load(OpenDevice &device, std::span<const std::byte> binary,
                                      size_t kernels);

  /// Returns the device, kept open by the executable.
  OpenDevice &device() const { return *device_; }
  /// Returns the mux object, owned by this one.
  mux_executable_t mux() const { return mux_; }
  /// Returns the size of the binary in bytes for each of its kernels, an estimate of the time to
  /// compile one of them.
  size_t sizePerKernel() const { return sizePerKernel_; }

  /// Takes the buffer of keepPrintfBuffer(), or null.
  Ref<Buffer> takePrintfBuffer();
  /// Keeps a buffer for the printf output of another launch, ready for use. So most launches need
  /// not zero a buffer. Drops it if there is one already.
  void keepPrintfBuffer(Ref<Buffer> buffer);

 private:
  /// Owns `mux` and keeps the device open.
  Executable(OpenDevice &device, mux_executable_t mux, size_t sizePerKernel)
      : device_(Ref<OpenDevice>(&device)), mux_(mux), sizePerKernel_(sizePerKernel) {}
  /// Unloads the code. No command uses it any more.
  ~Executable() override { muxDestroyExecutable(device_->mux(), mux_); }
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  // Outlives the code.
  Ref<OpenDevice> device_;
  // Owned.
  mux_executable_t mux_;
  // Bytes.
  size_t sizePerKernel_;
  // Guards the next.
  std::mutex mutex_;
  Ref<Buffer> printfBuffer_;
};

/// A kernel ready to launch. It keeps its executable. Immutable except for its run times,
/// thread-safe.
class LoadedKernel final : public RefCounted {
 public:
  /// Looks up a kernel by name; CL_INVALID_KERNEL_NAME if it is missing (CL 3.0 §5.9.1
  /// clCreateKernel). Each call makes an object of its own, with its own run times.
  static Result<Ref<LoadedKernel>> find(Ref<Executable> executable, const char *name);

  /// Returns the executable, kept by the kernel.
  Executable &executable() const { return *executable_; }
  /// Returns the mux object, owned by this one.
  mux_kernel_t mux() const { return mux_; }
  /// Returns the properties of the code: flags, memory sizes, vector width. They live as long as
  /// the kernel.
  const mux_kernel_descriptor_t &descriptor() const { return *descriptor_; }

  /// Returns the device times of completed launches, for the choice between variants.
  RunTimes &times() const { return times_; }

 private:
  /// Owns `mux`. `descriptor` is owned by it.
  LoadedKernel(Ref<Executable> executable, mux_kernel_t mux,
               const mux_kernel_descriptor_t *descriptor)
      : executable_(std::move(executable)), mux_(mux), descriptor_(descriptor) {}
  ~LoadedKernel() override { muxDestroyKernel(executable_->device().mux(), mux_); }
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  // Outlives the kernel.
  Ref<Executable> executable_;
  // Owned.
  mux_kernel_t mux_;
  // Owned by mux_.
  const mux_kernel_descriptor_t *descriptor_;
  // Has a lock of its own.
  mutable RunTimes times_;
};

}  // namespace cl
