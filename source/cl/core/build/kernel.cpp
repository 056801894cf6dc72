#include "core/build/kernel.h"

#include <CL/cl_ext.h>

#include <cstring>

#include "core/base/newer_enumerants.h"

namespace cl {
namespace {

/// Compares two devices' definitions of a kernel (CL 3.0 §5.9.1 clCreateKernel,
/// CL_INVALID_KERNEL_DEFINITION).
bool agree(const compiler::KernelInfo &a, const compiler::KernelInfo &b) {
  if (a.arguments.size() != b.arguments.size()) {
    return false;
  }
  for (size_t i = 0; i < a.arguments.size(); ++i) {
    if (a.arguments[i].kind != b.arguments[i].kind || a.arguments[i].size != b.arguments[i].size) {
      return false;
    }
  }
  return true;
}

}  // namespace

/// CL 3.0 §5.9.1 clCreateKernel: CL_INVALID_VALUE, CL_INVALID_PROGRAM_EXECUTABLE,
/// CL_INVALID_KERNEL_DEFINITION.
Result<Ref<Kernel>> Kernel::create(Program &program, const char *name) {
  if (!name) {
    return Error{CL_INVALID_VALUE};
  }
  program.waitForBuilds();
  auto kernel = make<Kernel>(program);
  kernel->codes_.resize(program.context().members().size());
  bool isBuilt = false;
  for (size_t i = 0; i < program.deviceCount(); ++i) {
    auto build = program.buildOf(i);
    if (!build || !build->isExecutable()) {
      continue;
    }
    isBuilt = true;
    const size_t member = program.memberOf(i);
    const size_t device = program.context().members()[member].index;
    auto code = KernelCode::create(program.context(), device, std::move(build), name);
    if (!code) {
      return code.error();
    }
    if (kernel->info_ && !agree(*kernel->info_, (*code)->info())) {
      return Error{CL_INVALID_KERNEL_DEFINITION};
    }
    kernel->info_ = &(*code)->info();
    kernel->codes_[member] = std::move(*code);
  }
  if (!isBuilt) {
    return Error{CL_INVALID_PROGRAM_EXECUTABLE};
  }
  kernel->arguments_.resize(kernel->info_->arguments.size());
  return kernel;
}

/// CL 3.0 §5.9.1 clCreateKernelsInProgram: CL_INVALID_PROGRAM_EXECUTABLE without an executable.
Result<std::vector<Ref<Kernel>>> Kernel::createAll(Program &program) {
  program.waitForBuilds();
  Ref<Build> build;
  for (size_t i = 0; i < program.deviceCount() && !build; ++i) {
    auto candidate = program.buildOf(i);
    build = candidate && candidate->isExecutable() ? candidate : nullptr;
  }
  if (!build) {
    return Error{CL_INVALID_PROGRAM_EXECUTABLE};
  }
  std::vector<Ref<Kernel>> kernels;
  for (const auto &info : build->info().kernels) {
    auto kernel = create(program, info.name.c_str());
    if (kernel) {
      kernels.push_back(std::move(*kernel));
    } else if (kernel.error().code != CL_INVALID_KERNEL_NAME &&
               kernel.error().code != CL_INVALID_KERNEL_DEFINITION) {
      return kernel.error();
    }
  }
  return kernels;
}

Result<Ref<Kernel>> Kernel::clone() const {
  auto copy = make<Kernel>(*program_);
  copy->codes_ = codes_;
  copy->info_ = info_;
  copy->arguments_ = arguments_;
  copy->namesShared_ = namesShared_;
  copy->usesSystem_ = usesSystem_;
  copy->devicePointers_ = devicePointers_;
  return copy;
}

uint64_t Kernel::dynamicLocalSize() const {
  uint64_t bytes = 0;
  for (const Argument &argument : arguments_) {
    bytes += argument.localSize;
  }
  return bytes;
}

namespace {

/// Reads the handle of an object from an argument's value; null without a value.
template <class Handle>
Result<Handle> readHandle(size_t size, const void *value) {
  if (size != sizeof(Handle)) {
    return Error{CL_INVALID_ARG_SIZE};  // CL 3.0 §5.9.2 clSetKernelArg
  }
  Handle handle = nullptr;
  if (value) {
    std::memcpy(&handle, value, sizeof handle);
  }
  return handle;
}

}  // namespace

bool pointsToConst(const compiler::ArgumentInfo &argument) {
  return argument.addressSpace == compiler::AddressSpace::constant ||
         (argument.typeQualifiers & compiler::typeConst) != 0;
}

/// CL 3.0 §5.9.2 clSetKernelArg: CL_INVALID_ARG_SIZE, CL_INVALID_MEM_OBJECT, CL_INVALID_ARG_VALUE
/// for an immutable buffer that the kernel could write to.
Status Kernel::setBuffer(cl_uint index, size_t size, const void *value) {
  Argument &argument = arguments_[index];
  const auto handle = readHandle<cl_mem>(size, value);
  if (!handle) {
    return handle.error();
  }
  if (!*handle) {
    argument = {};
    argument.isSet = true;
    return success();
  }
  auto buffer = fromHandle<Buffer>(*handle);
  if (!buffer || &(*buffer)->context() != &context() || !(*buffer)->isBuffer()) {
    return Error{CL_INVALID_MEM_OBJECT};
  }
  if (((*buffer)->flags() & CL_MEM_IMMUTABLE_EXT) != 0 && !pointsToConst(info_->arguments[index])) {
    return Error{CL_INVALID_ARG_VALUE};
  }
  argument = {};
  argument.isSet = true;
  argument.buffer = Ref<WeakCell<Buffer>>(&(*buffer)->weak());
  argument.range = (*buffer)->range();
  return success();
}

/// CL 3.0 §5.9.2 clSetKernelArg: CL_INVALID_ARG_SIZE, CL_INVALID_MEM_OBJECT, CL_INVALID_ARG_VALUE
/// for an access that the image's flags forbid.
Status Kernel::setImage(cl_uint index, size_t size, const void *value) {
  const auto handle = readHandle<cl_mem>(size, value);
  if (!handle) {
    return handle.error();
  }
  auto image = fromHandle<Buffer>(*handle);
  if (!image || &(*image)->context() != &context() || !(*image)->shape()) {
    return Error{CL_INVALID_MEM_OBJECT};
  }
  const auto access = info_->arguments[index].access;
  const cl_mem_flags flags = (*image)->flags();
  const bool reads = access != compiler::AccessQualifier::writeOnly;
  const bool writes = access == compiler::AccessQualifier::writeOnly ||
                      access == compiler::AccessQualifier::readWrite;
  if ((reads && (flags & CL_MEM_WRITE_ONLY) != 0) || (writes && (flags & noKernelWrites) != 0)) {
    return Error{CL_INVALID_ARG_VALUE};
  }
  Argument &argument = arguments_[index];
  argument = {};
  argument.isSet = true;
  argument.buffer = Ref<WeakCell<Buffer>>(&(*image)->weak());
  return success();
}

/// CL 3.0 §5.9.2 clSetKernelArg: CL_INVALID_ARG_SIZE, CL_INVALID_MEM_OBJECT.
Status Kernel::setPipe(Argument &argument, size_t size, const void *value) {
  const auto handle = readHandle<cl_mem>(size, value);
  if (!handle) {
    return handle.error();
  }
  auto pipe = fromHandle<Buffer>(*handle);
  if (!pipe || &(*pipe)->context() != &context() || !(*pipe)->pipe()) {
    return Error{CL_INVALID_MEM_OBJECT};
  }
  argument = {};
  argument.isSet = true;
  argument.buffer = Ref<WeakCell<Buffer>>(&(*pipe)->weak());
  return success();
}

/// CL 3.0 §5.9.2 clSetKernelArg: CL_INVALID_ARG_SIZE, CL_INVALID_SAMPLER.
Status Kernel::setSampler(Argument &argument, size_t size, const void *value) {
  const auto handle = readHandle<cl_sampler>(size, value);
  if (!handle) {
    return handle.error();
  }
  auto sampler = fromHandle<Sampler>(*handle);
  if (!sampler || &(*sampler)->context() != &context()) {
    return Error{CL_INVALID_SAMPLER};
  }
  argument = {};
  argument.isSet = true;
  argument.sampler = Ref<Sampler>(*sampler);
  return success();
}

/// CL 3.0 §5.9.2 clSetKernelArg: CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE, CL_INVALID_ARG_SIZE,
/// CL_INVALID_DEVICE_QUEUE.
Status Kernel::setArgument(cl_uint index, size_t size, const void *value) {
  if (index >= arguments_.size()) {
    return Error{CL_INVALID_ARG_INDEX};
  }
  const compiler::ArgumentInfo &expected = info_->arguments[index];
  Argument &argument = arguments_[index];
  switch (expected.kind) {
    case compiler::ArgumentKind::pointer:
      return setBuffer(index, size, value);
    case compiler::ArgumentKind::localPointer:
      if (value) {
        return Error{CL_INVALID_ARG_VALUE};
      }
      if (size == 0) {
        return Error{CL_INVALID_ARG_SIZE};
      }
      argument.localSize = size;
      argument.isSet = true;
      return success();
    case compiler::ArgumentKind::value: {
      if (!value) {
        return Error{CL_INVALID_ARG_VALUE};
      }
      if (size != expected.size) {
        return Error{CL_INVALID_ARG_SIZE};
      }
      const auto *bytes = static_cast<const std::byte *>(value);
      argument.value.assign(bytes, bytes + size);
      argument.isSet = true;
      return success();
    }
    case compiler::ArgumentKind::sampler:
      return setSampler(argument, size, value);
    case compiler::ArgumentKind::image:
      return setImage(index, size, value);
    case compiler::ArgumentKind::pipe:
      return setPipe(argument, size, value);
    case compiler::ArgumentKind::queue:
      return Error{CL_INVALID_DEVICE_QUEUE};
  }
  return Error{CL_INVALID_ARG_VALUE};
}

/// CL 3.0 §5.9.2 clSetKernelArgSVMPointer: CL_INVALID_OPERATION without shared virtual memory,
/// CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE.
Status Kernel::setSharedPointer(cl_uint index, const void *pointer) {
  const uint32_t shared = sharedMemoryOf(context());
  if (shared == 0) {
    return Error{CL_INVALID_OPERATION};
  }
  if (index >= arguments_.size()) {
    return Error{CL_INVALID_ARG_INDEX};
  }
  const bool isAddress =
      !pointer || (shared & mux_shared_system) != 0 || context().svm().find(pointer);
  return isAddress ? setAddress(index, reinterpret_cast<uintptr_t>(pointer))
                   : Status(Error{CL_INVALID_ARG_VALUE});
}

/// cl_ext_buffer_device_address, clSetKernelArgDevicePointerEXT: CL_INVALID_OPERATION without the
/// extension, CL_INVALID_ARG_INDEX for an argument that is no pointer to global memory.
Status Kernel::setDevicePointer(cl_uint index, uint64_t address) {
  if (!hasDeviceAddresses(context())) {
    return Error{CL_INVALID_OPERATION};
  }
  if (index >= arguments_.size() ||
      info_->arguments[index].kind != compiler::ArgumentKind::pointer ||
      info_->arguments[index].addressSpace != compiler::AddressSpace::global) {
    return Error{CL_INVALID_ARG_INDEX};
  }
  return setAddress(index, address, true);
}

/// CL 3.0 §5.9.2 clSetKernelArgSVMPointer: CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE for an
/// argument of another kind.
Status Kernel::setAddress(cl_uint index, uint64_t address, bool isDeviceAddress) {
  if (index >= arguments_.size()) {
    return Error{CL_INVALID_ARG_INDEX};
  }
  if (info_->arguments[index].kind != compiler::ArgumentKind::pointer) {
    return Error{CL_INVALID_ARG_VALUE};
  }
  Argument &argument = arguments_[index];
  argument = {};
  argument.isSet = true;
  argument.address = address;
  argument.isDeviceAddress = isDeviceAddress;
  return success();
}

namespace {

/// CL 3.0 §5.9.2 clSetKernelExecInfo: CL_INVALID_VALUE for another size.
Result<bool> readBool(size_t size, const void *value) {
  cl_bool flag = CL_FALSE;
  if (!value || size != sizeof flag) {
    return Error{CL_INVALID_VALUE};
  }
  std::memcpy(&flag, value, sizeof flag);
  return flag != CL_FALSE;
}

}  // namespace

/// cl_ext_buffer_device_address: CL_INVALID_OPERATION without the extension, CL_INVALID_VALUE for
/// another size.
Status Kernel::setDevicePointers(size_t size, const void *value) {
  if (!hasDeviceAddresses(context())) {
    return Error{CL_INVALID_OPERATION};
  }
  if (!value || size == 0 || size % sizeof(cl_mem_device_address_ext) != 0) {
    return Error{CL_INVALID_VALUE};
  }
  devicePointers_.resize(size / sizeof(cl_mem_device_address_ext));
  std::memcpy(devicePointers_.data(), value, size);
  return success();
}

/// CL 3.0 §5.9.2 clSetKernelExecInfo: CL_INVALID_OPERATION without shared virtual memory, or
/// without cl_intel_unified_shared_memory for its names, CL_INVALID_VALUE for an unknown name or
/// another size.
Status Kernel::setExecInfo(cl_kernel_exec_info name, size_t size, const void *value) {
  if (name == CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT) {
    return setDevicePointers(size, value);
  }
  const uint32_t shared = sharedMemoryOf(context());
  const bool isUnified = name >= CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL &&
                         name <= CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL;
  if (isUnified ? !hasUnifiedMemory(context()) : shared == 0) {
    return Error{CL_INVALID_OPERATION};
  }
  switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
      // Every kernel sees all shared memory; a list only says that this kernel uses some.
      if (!value && size == 0) {
        namesShared_ = false;
        return success();
      }
      if (!value || size == 0 || size % sizeof(void *) != 0) {
        return Error{CL_INVALID_VALUE};
      }
      namesShared_ |= name == CL_KERNEL_EXEC_INFO_SVM_PTRS;
      return success();
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM: {
      auto uses = readBool(size, value);
      if (uses && *uses && (shared & mux_shared_system) == 0) {
        return Error{CL_INVALID_OPERATION};
      }
      usesSystem_ = uses ? *uses : usesSystem_;
      return uses ? success() : Status(uses.error());
    }
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR: {
      auto uses = readBool(size, value);
      // Unified memory that a device lacks cannot be allocated for it, so kernels that may use it
      // run there. SYCL runtimes name all three kinds for every kernel.
      namesShared_ |= uses && *uses && name == CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR;
      return uses ? success() : Status(uses.error());
    }
    default:
      return Error{CL_INVALID_VALUE};
  }
}

}  // namespace cl
