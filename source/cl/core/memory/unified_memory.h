// Implements the allocations of cl_intel_unified_shared_memory over the ones in context/svm.h.
//
// Memory at the same address in host and kernels serves as host, device and shared memory alike.
// The requested kind is only recorded and reported. A device with memory of its own has the kind
// `device` alone. Applications of SYCL use this extension: it is
// the way of DPC++ to malloc_host(), malloc_device() and malloc_shared().
#pragma once

#include <CL/cl_ext.h>

#include "core/context/context.h"

namespace cl {

/// Answers the five CL_DEVICE_…_MEM_CAPABILITIES_INTEL (cl_intel_unified_shared_memory).
/// CL_INVALID_VALUE for other queries, and on devices without the extension.
Status unifiedMemoryInfo(const mux_device_info_s &info, cl_device_info name, const InfoWriter &out);

/// Implements clHostMemAllocINTEL, clDeviceMemAllocINTEL and clSharedMemAllocINTEL. `device` is
/// null for the first and optional for the last. `properties` may be null. `size` is in bytes,
/// `alignment` a power of two in bytes or 0. Errors of cl_intel_unified_shared_memory:
///
///   * CL_INVALID_DEVICE: not of the context.
///   * CL_INVALID_OPERATION: the device, or each device, lacks the extension or this kind of
///   memory.
///   * CL_INVALID_VALUE: the alignment.
///   * CL_INVALID_PROPERTY: unknown properties, or flags for another kind of memory.
///   * CL_INVALID_BUFFER_SIZE: 0, or more than a device can allocate.
///   * CL_OUT_OF_RESOURCES: no memory, or a forked child.
Result<void *> allocateUnified(Context &context, MemoryKind kind, Device *device,
                               const cl_mem_properties_intel *properties, size_t size,
                               cl_uint alignment);
/// Implements clMemFreeINTEL and, with `blocking`, clMemBlockingFreeINTEL, which waits for
/// everything enqueued in the context. Null is ignored. CL_INVALID_VALUE for a pointer other than
/// an allocation's first byte (cl_intel_unified_shared_memory).
Status freeUnified(Context &context, void *pointer, bool blocking);
/// Answers clGetMemAllocInfoINTEL: CL_INVALID_VALUE for an unknown query. A pointer of other origin
/// is valid, and has the type CL_MEM_TYPE_UNKNOWN_INTEL.
Status unifiedInfo(const Context &context, const void *pointer, cl_mem_info_intel name,
                   const InfoWriter &out);

}  // namespace cl
