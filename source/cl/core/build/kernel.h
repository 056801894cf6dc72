// Kernels: a name, code for each device that has it, and arguments.
#pragma once

#include <span>
#include <vector>

#include "core/build/kernel_code.h"
#include "core/build/program.h"
#include "core/memory/buffer.h"
#include "core/memory/sampler.h"

namespace cl {

/// An argument as clSetKernelArg left it. Buffers are referred to weakly: a kernel
/// keeps none of its arguments alive (clSetKernelArg).
struct Argument {
  bool isSet = false;
  Ref<WeakCell<Buffer>> buffer;  ///< none: a null pointer, or no memory object's argument
  Ref<Sampler> sampler;          ///< kept: it holds no memory of the device
  uint64_t address = 0;          ///< of shared memory or, if isDeviceAddress, the device's own
  bool isDeviceAddress = false;
  std::vector<std::byte> value;  ///< of a value
  uint64_t localSize = 0;        ///< bytes of a local pointer
};

/// Not thread-safe where arguments are concerned, as the specification allows.
class Kernel final : public Object<_cl_kernel, Kind::kernel, CL_INVALID_KERNEL> {
 public:
  static Result<Ref<Kernel>> create(Program &program, const char *name);
  /// One of each kernel that all executables of the program have.
  static Result<std::vector<Ref<Kernel>>> createAll(Program &program);
  Result<Ref<Kernel>> clone() const;

  Program &program() const { return *program_; }
  Context &context() const { return program_->context(); }
  const compiler::KernelInfo &info() const { return *info_; }
  const std::vector<Argument> &arguments() const { return arguments_; }
  /// Bytes of local memory in the arguments.
  uint64_t dynamicLocalSize() const;

  /// The code for a member of the context; null if there is none.
  KernelCode *code(size_t member) const { return codes_[member].get(); }

  Status setArgument(cl_uint index, size_t size, const void *value);
  /// clSetKernelArgSVMPointer.
  Status setSharedPointer(cl_uint index, const void *pointer);
  /// Any address as kernels see it, for a pointer to global or constant memory. If it is not the
  /// device's own, launches check that the device shares what is there.
  Status setAddress(cl_uint index, uint64_t address, bool isDeviceAddress = false);
  /// clSetKernelExecInfo.
  Status setExecInfo(cl_kernel_exec_info name, size_t size, const void *value);
  /// Addresses of clSetKernelExecInfo(CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT).
  std::span<const uint64_t> devicePointers() const { return devicePointers_; }
  /// The mux_shared_memory_t that a device has to have for what clSetKernelExecInfo said.
  uint32_t neededSharedMemory() const {
    return (namesShared_ ? mux_shared_coarse_grain_buffers : 0) |
           (usesSystem_ ? mux_shared_system : 0);
  }

  Status info(cl_kernel_info name, const InfoWriter &out) const;
  Status argumentInfo(cl_uint index, cl_kernel_arg_info name, const InfoWriter &out) const;
  /// `device` may be null if the program has only one.
  Status workGroupInfo(const Device *device, cl_kernel_work_group_info name,
                       const InfoWriter &out) const;
  /// `input` is a local size or a number of sub-groups, as the query asks for one.
  Status subGroupInfo(const Device *device, cl_kernel_sub_group_info name,
                      std::span<const size_t> input, const InfoWriter &out) const;

 private:
  explicit Kernel(Program &program) : program_(Ref<Program>(&program)) { program_->attachKernel(); }
  ~Kernel() override { program_->detachKernel(); }
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  Status setBuffer(Argument &argument, size_t size, const void *value);
  Status setImage(cl_uint index, size_t size, const void *value);
  Status setPipe(Argument &argument, size_t size, const void *value);
  Status setSampler(Argument &argument, size_t size, const void *value);
  Status setDevicePointers(size_t size, const void *value);
  Result<KernelCode *> codeOf(const Device *device) const;
  Status localSizeForSubGroups(const KernelCode &code, std::span<const size_t> count, size_t size,
                               size_t mostItems, const InfoWriter &out) const;

  Ref<Program> program_;
  std::vector<Ref<KernelCode>> codes_;  // by member of the context
  const compiler::KernelInfo *info_ = nullptr;
  std::vector<Argument> arguments_;
  bool namesShared_ = false, usesSystem_ = false;
  std::vector<uint64_t> devicePointers_;
};

}  // namespace cl
