// Holds the generated code of a program, and loads it on its device.
//
// Code reaches a device in two ways: it is generated for it, or it comes from a container. Both
// ways end in the same two checks. The device verifies the binary, and the kernels must initialise
// memory if the context demands that (cl_khr_initialize_memory).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/program_info.h"
#include "core/build/build_outcome.h"
#include "core/build/executable.h"

namespace cl {

/// The code of all kernels of a program on one device: either absent, or loaded and with the memory
/// initialisation that the context demands. It also loads code of single kernels, which others
/// store. Guarded by the mutex of its build once that is published; device() and open() are
/// thread-safe.
class DeviceCode {
 public:
  /// Belongs to an open device of a context, given by its index. Keeps the device open.
  DeviceCode(Context &context, size_t device)
      : device_(&context.device(device)), neededFlags_(context.neededKernelFlags()) {}

  /// Returns the device of the code.
  OpenDevice &device() const { return *device_; }

  /// Generates and loads the code of all kernels of a finalized module. Adds the compiler's log to
  /// `outcome`. Returns false, and fails `outcome`, if that is not possible; then there is no code.
  /// Takes the time of a compilation.
  bool generate(compiler::Module &module, BuildOutcome &outcome);
  /// Loads a binary just generated. Returns null, and fails `outcome`, without a binary or if the
  /// device refuses it.
  Ref<Executable> open(const compiler::Result<compiler::Bytes> &binary,
                       const compiler::ProgramInfo &info, BuildOutcome &outcome) const;
  /// Loads code from a container; the binary stays there. CL_INVALID_BINARY if the device refuses
  /// it, or if it lacks the memory initialisation. Other errors of mux are not the fault of the
  /// code.
  Result<Ref<Executable>> open(std::span<const std::byte> binary,
                               const compiler::ProgramInfo &info) const;
  /// Likewise, and becomes this code.
  Status load(std::span<const std::byte> binary, const compiler::ProgramInfo &info);
  /// Takes over the loaded code of another build for the same device.
  void share(const DeviceCode &other) { executable_ = other.executable_; }

  /// Returns the loaded code, or null.
  const Ref<Executable> &executable() const { return executable_; }
  /// Returns the generated binary; empty for code from a container.
  std::span<const std::byte> binary() const { return binary_; }

 private:
  /// Tells if the code initialises memory as the context demands.
  bool initialisesMemory(const Ref<Executable> &code, const compiler::ProgramInfo &info) const;

  // Code is generated and loaded even after the end of the context.
  Ref<OpenDevice> device_;
  // Of the context: mux_kernel_flag_t.
  uint32_t neededFlags_;
  // Generated here, for CL_PROGRAM_BINARIES.
  std::vector<std::byte> binary_;
  // Null until there is code.
  Ref<Executable> executable_;
};

}  // namespace cl
