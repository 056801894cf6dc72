// Defines kernel objects: a name, code per device, and arguments (CL 3.0 §5.9).
#pragma once

#include <span>
#include <vector>

#include "core/build/kernel_code.h"
#include "core/build/program.h"
#include "core/memory/buffer.h"
#include "core/memory/sampler.h"

namespace cl {

/// An argument as clSetKernelArg left it. References to buffers are weak: a kernel keeps no
/// argument alive (CL 3.0 §5.9.2).
struct Argument {
  bool isSet = false;
  Ref<WeakCell<Buffer>> buffer;  ///< null for null pointers and other kinds
  Ref<Sampler> sampler;          ///< strong: samplers hold no device memory
  uint64_t address = 0;          ///< shared memory, or a device address
  bool isDeviceAddress = false;
  std::vector<std::byte> value;  ///< the bytes of a by-value argument
  uint64_t localSize = 0;        ///< bytes of a local pointer
};

/// A kernel object. As CL 3.0 §5.9.2 allows, setting arguments is not thread-safe.
class Kernel final : public Object<_cl_kernel, Kind::kernel, CL_INVALID_KERNEL> {
 public:
  /// Implements clCreateKernel (CL 3.0 §5.9.1).
  static Result<Ref<Kernel>> create(Program &program, const char *name);
  /// Implements clCreateKernelsInProgram: kernels that all executables of the program have.
  static Result<std::vector<Ref<Kernel>>> createAll(Program &program);
  /// Implements clCloneKernel (CL 3.0 §5.9.3).
  Result<Ref<Kernel>> clone() const;

  /// Returns the program, which the kernel keeps.
  Program &program() const { return *program_; }
  Context &context() const { return program_->context(); }
  /// Returns the name, parameters and attributes of the kernel.
  const compiler::KernelInfo &info() const { return *info_; }
  const std::vector<Argument> &arguments() const { return arguments_; }
  /// Returns the local memory of the arguments in bytes.
  uint64_t dynamicLocalSize() const;

  /// Returns the code for a member of the context, or null.
  KernelCode *code(size_t member) const { return codes_[member].get(); }

  /// Implements clSetKernelArg (CL 3.0 §5.9.2).
  Status setArgument(cl_uint index, size_t size, const void *value);
  /// Implements clSetKernelArgSVMPointer (CL 3.0 §5.9.2).
  Status setSharedPointer(cl_uint index, const void *pointer);
  /// Sets a pointer to global or constant memory to an address in kernels' view. Launches check
  /// that the device shares this memory, unless it is the device's own address.
  Status setAddress(cl_uint index, uint64_t address, bool isDeviceAddress = false);
  /// Implements clSetKernelExecInfo (CL 3.0 §5.9.2).
  Status setExecInfo(cl_kernel_exec_info name, size_t size, const void *value);
  /// Returns the addresses of CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT.
  std::span<const uint64_t> devicePointers() const { return devicePointers_; }
  /// Returns the mux_shared_memory_t that clSetKernelExecInfo makes a device need.
  uint32_t neededSharedMemory() const {
    return (namesShared_ ? mux_shared_coarse_grain_buffers : 0) |
           (usesSystem_ ? mux_shared_system : 0);
  }

  /// Answers clGetKernelInfo (CL 3.0 §5.9.4).
  Status info(cl_kernel_info name, const InfoWriter &out) const;
  /// Answers clGetKernelArgInfo (CL 3.0 §5.9.4).
  Status argumentInfo(cl_uint index, cl_kernel_arg_info name, const InfoWriter &out) const;
  /// Answers clGetKernelWorkGroupInfo (CL 3.0 §5.9.4). `device` may be null if the program has only
  /// one.
  Status workGroupInfo(const Device *device, cl_kernel_work_group_info name,
                       const InfoWriter &out) const;
  /// Answers clGetKernelSubGroupInfo (CL 3.0 §5.9.4). `input` is a local size or a number of
  /// sub-groups, depending on the query.
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
