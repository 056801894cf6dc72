// Implements cl_intel_unified_shared_memory: checks of arguments, and the choice of a device.
//
// Memory without a named device goes to the first device that shares memory with the host. Its size
// must suit every such device, as each may use the memory.
#include "core/memory/unified_memory.h"

#include <algorithm>

#include "core/devices/extensions.h"

namespace cl {
namespace {

using Capabilities = cl_device_unified_shared_memory_capabilities_intel;

/// The largest alignment of memory shared with the host, in bytes. The extension allows as much as
/// the largest data type needs. Applications ask for whole pages, as for a HIP program's memory,
/// and other drivers give them.
constexpr cl_uint largestSharedAlignment = 1 << 16;

/// Tells if the device has memory of this kind: a device without shared memory has its own alone.
bool hasKind(const mux_device_info_s &info, MemoryKind kind) {
  return info.shared_memory != 0 || (kind == MemoryKind::device && hasUnifiedMemory(info));
}

/// Returns the capabilities of memory of this kind.
Capabilities capabilitiesOf(const mux_device_info_s &info, MemoryKind kind) {
  if (!hasKind(info, kind)) {
    return 0;
  }
  const uint32_t shared = info.shared_memory;
  const bool isFine = (shared & mux_shared_fine_grain_buffers) != 0;
  const bool hasAtomics = (shared & mux_shared_atomics) != 0;
  return CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
         (isFine ? CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL : 0) |
         (isFine && hasAtomics ? CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL : 0);
}

/// Reads the flags of an allocation. cl_intel_unified_shared_memory: CL_INVALID_PROPERTY for a
/// property unknown for this kind of memory.
Result<cl_mem_alloc_flags_intel> readFlags(const cl_mem_properties_intel *properties,
                                           MemoryKind kind) {
  constexpr cl_mem_alloc_flags_intel placement =
      CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;
  const cl_mem_alloc_flags_intel known =
      CL_MEM_ALLOC_WRITE_COMBINED_INTEL | (kind == MemoryKind::shared ? placement : 0);
  cl_mem_alloc_flags_intel flags = 0;
  bool isSeen = false;
  for (; properties && *properties != 0; properties += 2) {
    if (properties[0] != CL_MEM_ALLOC_FLAGS_INTEL || isSeen) {
      return Error{CL_INVALID_PROPERTY};
    }
    isSeen = true;
    flags = properties[1];
  }
  if ((flags & ~known) != 0 || (flags & placement) == placement) {
    return Error{CL_INVALID_PROPERTY};
  }
  return flags;
}

cl_unified_shared_memory_type_intel toCl(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::host:
      return CL_MEM_TYPE_HOST_INTEL;
    case MemoryKind::device:
      return CL_MEM_TYPE_DEVICE_INTEL;
    case MemoryKind::shared:
      return CL_MEM_TYPE_SHARED_INTEL;
    case MemoryKind::svm:
      break;
  }
  return CL_MEM_TYPE_UNKNOWN_INTEL;
}

/// Returns the open device for the memory: `device`, or the first one with this kind of memory.
/// cl_intel_unified_shared_memory: CL_INVALID_DEVICE, CL_INVALID_OPERATION.
Result<size_t> deviceFor(const Context &context, const Device *device, MemoryKind kind) {
  if (device) {
    const auto member = context.memberOf(*device);
    if (!member) {
      return Error{CL_INVALID_DEVICE};
    }
    const size_t index = context.members()[*member].index;
    return hasKind(context.device(index).info(), kind)
               ? Result<size_t>(index)
               : Result<size_t>(Error{CL_INVALID_OPERATION});
  }
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    if (hasKind(context.device(i).info(), kind)) {
      return i;
    }
  }
  return Error{CL_INVALID_OPERATION};
}

/// Returns the largest allocation accepted by all devices of the memory, in bytes.
uint64_t largestSize(const Context &context, const Device *device, MemoryKind kind) {
  uint64_t largest = UINT64_MAX;
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    const mux_device_info_s &info = context.device(i).info();
    if (device ? &info == &device->mux() : hasKind(info, kind)) {
      largest = std::min(largest, info.max_allocation_size);
    }
  }
  return largest;
}

}  // namespace

/// cl_intel_unified_shared_memory: CL_INVALID_VALUE for other queries.
Status unifiedMemoryInfo(const mux_device_info_s &info, cl_device_info name,
                         const InfoWriter &out) {
  if (!hasUnifiedMemory(info)) {
    return Error{CL_INVALID_VALUE};
  }
  const bool sharesAll = (info.shared_memory & mux_shared_system) != 0;
  switch (name) {
    case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
      return out.value<Capabilities>(capabilitiesOf(info, MemoryKind::shared));
    case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
      return out.value<Capabilities>(capabilitiesOf(info, MemoryKind::device));
    case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
      return out.value<Capabilities>(sharesAll ? capabilitiesOf(info, MemoryKind::shared) : 0);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

/// cl_intel_unified_shared_memory: CL_INVALID_VALUE for the alignment, CL_INVALID_BUFFER_SIZE,
/// CL_OUT_OF_RESOURCES.
Result<void *> allocateUnified(Context &context, MemoryKind kind, Device *device,
                               const cl_mem_properties_intel *properties, size_t size,
                               cl_uint alignment) {
  auto index = deviceFor(context, device, kind);
  if (!index) {
    return index.error();
  }
  const bool isShared = context.device(*index).info().shared_memory != 0;
  const cl_uint largest = isShared ? largestSharedAlignment : SvmAllocations::largestType;
  if ((alignment & (alignment - 1)) != 0 || alignment > largest) {
    return Error{CL_INVALID_VALUE};
  }
  auto flags = readFlags(properties, kind);
  if (!flags) {
    return flags.error();
  }
  if (size == 0 || size > largestSize(context, device, kind)) {
    return Error{CL_INVALID_BUFFER_SIZE};
  }
  if (context.isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  void *start = context.svm().place(context, alignment,
                                    {.size = size,
                                     .device = *index,
                                     .kind = kind,
                                     .owner = device,
                                     .flags = *flags,
                                     .type = kind == MemoryKind::host     ? SvmType::host
                                             : kind == MemoryKind::device ? SvmType::device
                                                                          : SvmType::shared});
  return start ? Result<void *>(start) : Result<void *>(Error{CL_OUT_OF_RESOURCES});
}

/// cl_intel_unified_shared_memory: CL_INVALID_VALUE unless the pointer starts an allocation.
Status freeUnified(Context &context, void *pointer, bool blocking) {
  if (!pointer) {
    return success();
  }
  const auto allocation = context.svm().find(pointer);
  if (!allocation || allocation->start != pointer || allocation->kind == MemoryKind::svm) {
    return Error{CL_INVALID_VALUE};
  }
  if (blocking) {
    if (auto status = context.finishQueues(); !status) {
      return status;
    }
  }
  return context.svm().free(context, pointer, true) ? success() : Status(Error{CL_INVALID_VALUE});
}

/// cl_intel_unified_shared_memory: CL_INVALID_VALUE for an unknown query.
Status unifiedInfo(const Context &context, const void *pointer, cl_mem_info_intel name,
                   const InfoWriter &out) {
  auto found = context.svm().find(pointer);
  const SvmAllocations::Allocation none;
  const auto &allocation = found && found->kind != MemoryKind::svm ? *found : none;
  switch (name) {
    case CL_MEM_ALLOC_TYPE_INTEL:
      return out.value<cl_unified_shared_memory_type_intel>(toCl(allocation.kind));
    case CL_MEM_ALLOC_BASE_PTR_INTEL:
      return out.value<void *>(allocation.start);
    case CL_MEM_ALLOC_SIZE_INTEL:
      return out.value<size_t>(allocation.size);
    case CL_MEM_ALLOC_DEVICE_INTEL:
      return out.value<cl_device_id>(allocation.owner ? allocation.owner->handle() : nullptr);
    case CL_MEM_ALLOC_FLAGS_INTEL:
      return out.value<cl_mem_alloc_flags_intel>(allocation.flags);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

}  // namespace cl
