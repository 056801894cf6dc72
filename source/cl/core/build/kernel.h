// Defines kernel objects: a name, code per device, and arguments (CL 3.0 §5.9).
//
// A kernel object belongs to a program and holds code for each device of it. The arguments are the
// application's values, and become arguments of a device at each enqueue
// (commands/kernel_commands.h).
#pragma once

#include <span>
#include <vector>

#include "core/build/kernel_code.h"
#include "core/build/program.h"
#include "core/memory/buffer.h"
#include "core/memory/sampler.h"

namespace cl {

/// An argument as clSetKernelArg left it (CL 3.0 §5.9.2). References to buffers are weak: a kernel
/// keeps no argument alive.
struct Argument {
  /// An enqueue fails with CL_INVALID_KERNEL_ARGS while an argument is unset.
  bool isSet = false;
  /// A buffer, image or pipe; null for null pointers and for other kinds of arguments.
  Ref<WeakCell<Buffer>> buffer;
  /// Strong: samplers hold no device memory.
  Ref<Sampler> sampler;
  /// Shared memory, or a device address.
  uint64_t address = 0;
  /// The address is one of cl_ext_buffer_device_address.
  bool isDeviceAddress = false;
  /// Of a buffer.
  MemoryRange range;
  /// The bytes of an argument by value.
  std::vector<std::byte> value;
  /// The bytes of a local pointer.
  uint64_t localSize = 0;
};

/// Tells if a kernel cannot write through this pointer: it leads to constant memory or to const.
bool pointsToConst(const compiler::ArgumentInfo &argument);

/// A kernel object. Setting arguments is not thread-safe, as CL 3.0 §A.2 allows; everything else
/// is immutable. Enqueues copy the arguments, so a kernel may be changed right after one.
class Kernel final : public Object<_cl_kernel, Kind::kernel, CL_INVALID_KERNEL> {
 public:
  /// Implements clCreateKernel (CL 3.0 §5.9.1). CL_INVALID_VALUE without a name,
  /// CL_INVALID_PROGRAM_EXECUTABLE without an executable, CL_INVALID_KERNEL_NAME,
  /// CL_INVALID_KERNEL_DEFINITION if devices disagree.
  static Result<Ref<Kernel>> create(Program &program, const char *name);
  /// Implements clCreateKernelsInProgram (CL 3.0 §5.9.1): the kernels present in all executables of
  /// the program.
  static Result<std::vector<Ref<Kernel>>> createAll(Program &program);
  /// Implements clCloneKernel (CL 3.0 §5.9.3). The copy has all arguments and execution infos.
  Result<Ref<Kernel>> clone() const;

  /// Returns the program, kept by the kernel. It cannot be built again while the kernel exists.
  Program &program() const { return *program_; }
  /// Returns the context of the program.
  Context &context() const { return program_->context(); }
  /// Returns the name, parameters and attributes of the kernel.
  const compiler::KernelInfo &info() const { return *info_; }
  /// Returns one argument for each parameter.
  const std::vector<Argument> &arguments() const { return arguments_; }
  /// Returns the local memory of the arguments in bytes, added to the kernel's own.
  uint64_t dynamicLocalSize() const;

  /// Returns the code for a member of the context; null if the program has no executable for it.
  KernelCode *code(size_t member) const { return codes_[member].get(); }

  /// Implements clSetKernelArg (CL 3.0 §5.9.2). CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE,
  /// CL_INVALID_ARG_SIZE, CL_INVALID_MEM_OBJECT, CL_INVALID_SAMPLER. `value` is null for a local
  /// pointer, and may point to a null handle.
  Status setArgument(cl_uint index, size_t size, const void *value);
  /// Implements clSetKernelArgSVMPointer (CL 3.0 §5.9.2). CL_INVALID_ARG_INDEX,
  /// CL_INVALID_ARG_VALUE for a parameter of another kind.
  Status setSharedPointer(cl_uint index, const void *pointer);
  /// Sets a pointer to global or constant memory to an address in kernels' view. Launches check for
  /// support of shared memory by the device, unless it is the device's own address.
  /// CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE.
  Status setAddress(cl_uint index, uint64_t address, bool isDeviceAddress = false);
  /// Implements clSetKernelArgDevicePointerEXT (cl_ext_buffer_device_address).
  /// CL_INVALID_OPERATION, CL_INVALID_ARG_INDEX.
  Status setDevicePointer(cl_uint index, uint64_t address);
  /// Implements clSetKernelExecInfo (CL 3.0 §5.9.2). CL_INVALID_VALUE for an unknown name or a
  /// wrong size, CL_INVALID_OPERATION for shared virtual memory without support of a device.
  Status setExecInfo(cl_kernel_exec_info name, size_t size, const void *value);
  /// Returns the addresses of CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT.
  std::span<const uint64_t> devicePointers() const { return devicePointers_; }
  /// Returns the mux_shared_memory_t that clSetKernelExecInfo makes a device need.
  uint32_t neededSharedMemory() const {
    return (namesShared_ ? mux_shared_coarse_grain_buffers : 0) |
           (usesSystem_ ? mux_shared_system : 0);
  }

  /// Answers clGetKernelInfo (CL 3.0 §5.9.4). CL_INVALID_VALUE for an unknown query.
  Status info(cl_kernel_info name, const InfoWriter &out) const;
  /// Answers clGetKernelArgInfo (CL 3.0 §5.9.4). CL_INVALID_ARG_INDEX, CL_INVALID_VALUE,
  /// CL_KERNEL_ARG_INFO_NOT_AVAILABLE without argument information in the program.
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
  /// Keeps the program, and bars it from being built again.
  explicit Kernel(Program &program) : program_(Ref<Program>(&program)) { program_->attachKernel(); }
  ~Kernel() override { program_->detachKernel(); }
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  /// Each sets one kind of argument, with the size and value of clSetKernelArg.
  Status setBuffer(cl_uint index, size_t size, const void *value);
  Status setImage(cl_uint index, size_t size, const void *value);
  Status setPipe(Argument &argument, size_t size, const void *value);
  Status setSampler(Argument &argument, size_t size, const void *value);
  Status setDevicePointers(size_t size, const void *value);
  /// Returns the code for a device. CL_INVALID_DEVICE for null in a program of several devices, and
  /// for a device without executable.
  Result<KernelCode *> codeOf(const Device *device) const;
  /// Answers CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT.
  Status localSizeForSubGroups(const KernelCode &code, std::span<const size_t> count, size_t size,
                               size_t mostItems, const InfoWriter &out) const;

  // Outlives its kernels.
  Ref<Program> program_;
  // By member of the context.
  std::vector<Ref<KernelCode>> codes_;
  // Owned by a build that codes_ keep.
  const compiler::KernelInfo *info_ = nullptr;
  // One for each parameter.
  std::vector<Argument> arguments_;
  // clSetKernelExecInfo has named shared pointers, or allowed system pointers.
  bool namesShared_ = false, usesSystem_ = false;
  // CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT.
  std::vector<uint64_t> devicePointers_;
};

}  // namespace cl
