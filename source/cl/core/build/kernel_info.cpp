// Answers clGetKernelInfo, clGetKernelArgInfo, clGetKernelWorkGroupInfo and clGetKernelSubGroupInfo
// (CL 3.0 §5.9.4).

#include <CL/cl_ext.h>

#include <algorithm>

#include "CL/cl_ext_kiln.h"
#include "core/build/kernel.h"

namespace cl {
namespace {

cl_kernel_arg_address_qualifier toCl(compiler::AddressSpace space) {
  switch (space) {
    case compiler::AddressSpace::global:
    case compiler::AddressSpace::generic:
      return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case compiler::AddressSpace::constant:
      return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case compiler::AddressSpace::local:
      return CL_KERNEL_ARG_ADDRESS_LOCAL;
    case compiler::AddressSpace::privateMemory:
      break;
  }
  return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

cl_kernel_arg_access_qualifier toCl(compiler::AccessQualifier access) {
  switch (access) {
    case compiler::AccessQualifier::readOnly:
      return CL_KERNEL_ARG_ACCESS_READ_ONLY;
    case compiler::AccessQualifier::writeOnly:
      return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    case compiler::AccessQualifier::readWrite:
      return CL_KERNEL_ARG_ACCESS_READ_WRITE;
    case compiler::AccessQualifier::none:
      break;
  }
  return CL_KERNEL_ARG_ACCESS_NONE;
}

/// cl_intel_required_subgroup_size: 0 would promise that nothing is spilled, and nobody counts
/// spills. Returns all private memory of a work-item, at least one register.
cl_ulong spillSize(const mux_kernel_descriptor_t &descriptor, const mux_device_info_s &device) {
  return std::max<cl_ulong>(descriptor.private_size,
                            std::max(device.address_bits, device.native_vector_width_bits) / 8);
}

}  // namespace

/// CL 3.0 §5.9.4 clGetKernelInfo: CL_INVALID_VALUE for an unknown query.
Status Kernel::info(cl_kernel_info name, const InfoWriter &out) const {
  switch (name) {
    case CL_KERNEL_FUNCTION_NAME:
      return out.string(info_->name);
    case CL_KERNEL_NUM_ARGS:
      return out.value<cl_uint>(static_cast<cl_uint>(arguments_.size()));
    case CL_KERNEL_REFERENCE_COUNT:
      return out.value<cl_uint>(apiCount());
    case CL_KERNEL_CONTEXT:
      return out.value<cl_context>(context().handle());
    case CL_KERNEL_PROGRAM:
      return out.value<cl_program>(program_->handle());
    case CL_KERNEL_ATTRIBUTES:
      return out.string(info_->attributes);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

/// CL 3.0 §5.9.4 clGetKernelArgInfo: CL_INVALID_ARG_INDEX, CL_INVALID_VALUE,
/// CL_KERNEL_ARG_INFO_NOT_AVAILABLE.
Status Kernel::argumentInfo(cl_uint index, cl_kernel_arg_info name, const InfoWriter &out) const {
  if (index >= arguments_.size()) {
    return Error{CL_INVALID_ARG_INDEX};
  }
  if (name < CL_KERNEL_ARG_ADDRESS_QUALIFIER || name > CL_KERNEL_ARG_NAME) {
    return Error{CL_INVALID_VALUE};
  }
  if (!info_->hasArgumentInfo) {
    return Error{CL_KERNEL_ARG_INFO_NOT_AVAILABLE};
  }
  const compiler::ArgumentInfo &argument = info_->arguments[index];
  switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return out.value<cl_kernel_arg_address_qualifier>(toCl(argument.addressSpace));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return out.value<cl_kernel_arg_access_qualifier>(toCl(argument.access));
    case CL_KERNEL_ARG_TYPE_NAME:
      return out.string(argument.typeName);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
      return out.value<cl_kernel_arg_type_qualifier>(argument.typeQualifiers);
    default:
      return out.string(argument.name);
  }
}

/// CL 3.0 §5.9.4 clGetKernelWorkGroupInfo: CL_INVALID_DEVICE for a device without the kernel, or
/// for null if there are several.
Result<KernelCode *> Kernel::codeOf(const Device *device) const {
  if (!device) {
    const auto isThere = [](const Ref<KernelCode> &code) { return static_cast<bool>(code); };
    if (program_->deviceCount() != 1) {
      return Error{CL_INVALID_DEVICE};
    }
    const auto found = std::find_if(codes_.begin(), codes_.end(), isThere);
    return found == codes_.end() ? Result<KernelCode *>(Error{CL_INVALID_DEVICE})
                                 : Result<KernelCode *>(found->get());
  }
  const auto member = context().memberOf(*device);
  if (!member || !codes_[*member]) {
    return Error{CL_INVALID_DEVICE};
  }
  return codes_[*member].get();
}

namespace {

/// Returns the width of a vectorised kernel. A scalar one without a required size runs as well with
/// any; the device's multiple keeps programs that take it as the local size from groups of one.
size_t preferredMultiple(const mux_kernel_descriptor_t &descriptor, const Device &device) {
  const bool mayChoose = descriptor.required_local_size[0] == 0;
  return descriptor.preferred_multiple > 1 || !mayChoose
             ? descriptor.preferred_multiple
             : std::min<size_t>(device.groupSizeMultiple(), device.mux().max_work_group_size);
}

}  // namespace

/// CL 3.0 §5.9.4 clGetKernelWorkGroupInfo: CL_INVALID_VALUE for an unknown query.
Status Kernel::workGroupInfo(const Device *device, cl_kernel_work_group_info name,
                             const InfoWriter &out) const {
  auto code = codeOf(device);
  if (!code) {
    return code.error();
  }
  if (name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE) {
    const auto &required = (*code)->info().requiredWorkGroupSize;
    const size_t size[] = {required[0], required[1], required[2]};
    return out.array<size_t>(size);
  }
  if (name == CL_KERNEL_IR_KILN || name == CL_KERNEL_ASSEMBLY_KILN) {
    const auto text = (*code)->text(name == CL_KERNEL_IR_KILN ? compiler::EmitKind::kernelIr
                                                              : compiler::EmitKind::assembly);
    return text ? out.string(*text) : Status(text.error());
  }
  auto loaded = (*code)->genericCode();
  if (!loaded) {
    return loaded.error();
  }
  const mux_kernel_descriptor_t &descriptor = (*loaded)->descriptor();
  switch (name) {
    case CL_KERNEL_WORK_GROUP_SIZE: {
      uint64_t most = 0;
      if (auto status =
              fromMux(muxQueryMaxWorkGroupSize((*loaded)->mux(), dynamicLocalSize(), &most));
          !status) {
        return status;
      }
      return out.value<size_t>(most);
    }
    case CL_KERNEL_LOCAL_MEM_SIZE:
      return out.value<cl_ulong>(descriptor.local_size + dynamicLocalSize());
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return out.value<size_t>(preferredMultiple(descriptor, (*code)->device()));
    case CL_KERNEL_VECTOR_WIDTH_KILN:
      return out.value<cl_uint>(descriptor.vector_width);
    case CL_KERNEL_VECTOR_DIMENSION_KILN:
      return out.value<cl_uint>(descriptor.vector_dimension);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      return out.value<cl_ulong>(descriptor.private_size);
    case CL_KERNEL_SPILL_MEM_SIZE_INTEL:
      return out.value<cl_ulong>(spillSize(descriptor, (*code)->device().mux()));
    default:  // CL_KERNEL_GLOBAL_WORK_SIZE too: it is for custom devices
      return Error{CL_INVALID_VALUE};
  }
}

namespace {

constexpr size_t dimensions = 3;

/// Multiplies the local size of a query, one to three dimensions. CL 3.0 §5.9.4
/// clGetKernelSubGroupInfo: CL_INVALID_VALUE for another number of dimensions.
Result<size_t> workItems(std::span<const size_t> localSize) {
  if (localSize.empty() || localSize.size() > dimensions) {
    return Error{CL_INVALID_VALUE};
  }
  size_t items = 1;
  for (size_t size : localSize) {
    if (__builtin_mul_overflow(items, size, &items)) {
      return Error{CL_INVALID_VALUE};
    }
  }
  return items;
}

size_t groupsFor(size_t items, size_t size) {
  return items / size + (items % size != 0);
}

}  // namespace

/// Answers CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT (CL 3.0 §5.9.4): (count * size, 1, 1) if the
/// kernel can have it, zeros if not. CL_INVALID_VALUE for input or output of another size.
Status Kernel::localSizeForSubGroups(const KernelCode &code, std::span<const size_t> count,
                                     size_t size, size_t mostItems, const InfoWriter &out) const {
  const size_t bytes = out.size() ? out.size() : dimensions * sizeof(size_t);
  if (count.size() != 1 || bytes % sizeof(size_t) != 0 || bytes > dimensions * sizeof(size_t)) {
    return Error{CL_INVALID_VALUE};
  }
  size_t local[dimensions] = {};
  const auto &required = code.info().requiredWorkGroupSize;
  size_t items = 0;
  if (__builtin_mul_overflow(count[0], size, &items)) {
    items = 0;
  }
  if (required[0] != 0 && groupsFor(required[0] * required[1] * required[2], size) == count[0]) {
    std::ranges::copy(required, local);
  } else if (required[0] == 0 && items != 0 && items <= mostItems) {
    std::ranges::fill(local, 1);
    local[0] = items;
  }
  return out.array<size_t>(std::span(local).first(bytes / sizeof(size_t)));
}

/// CL 3.0 §5.9.4 clGetKernelSubGroupInfo: CL_INVALID_OPERATION without sub-groups, CL_INVALID_VALUE
/// for an unknown query.
Status Kernel::subGroupInfo(const Device *device, cl_kernel_sub_group_info name,
                            std::span<const size_t> input, const InfoWriter &out) const {
  auto code = codeOf(device);
  if (!code) {
    return code.error();
  }
  if (name == CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL) {
    return (*code)->device().subGroupSize() != 0
               ? out.value<size_t>((*code)->info().requiredSubGroupSize)
               : Status(Error{CL_INVALID_OPERATION});
  }
  auto loaded = (*code)->genericCode();
  if (!loaded) {
    return loaded.error();
  }
  uint64_t mostItems = 0;
  if (auto status =
          fromMux(muxQueryMaxWorkGroupSize((*loaded)->mux(), dynamicLocalSize(), &mostItems));
      !status) {
    return status;
  }
  const size_t size = (*code)->subGroupSize(**loaded);
  if (size == 0) {
    return Error{CL_INVALID_OPERATION};
  }
  switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
      auto items = workItems(input);
      if (!items) {
        return items.error();
      }
      return out.value<size_t>(
          name == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE ? groupsFor(*items, size) : size);
    }
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
      return localSizeForSubGroups(**code, input, size, mostItems, out);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
      return out.value<size_t>(groupsFor(mostItems, size));
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
      return out.value<size_t>((*code)->info().requiredSubGroups);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

}  // namespace cl
