// Implements the allocations of cl_intel_unified_shared_memory over those in context/svm.h.
//
// Memory at the same address in host and kernels serves as host, device and shared memory alike.
// The requested kind is only recorded and reported.
#pragma once

#include <CL/cl_ext.h>

#include "core/context/context.h"

namespace cl {

/// Answers the five CL_DEVICE_…_MEM_CAPABILITIES_INTEL. CL_INVALID_VALUE for other queries, and on
/// devices without the extension.
Status unifiedMemoryInfo(const mux_device_info_s &info, cl_device_info name, const InfoWriter &out);

/// Implements clHostMemAllocINTEL, clDeviceMemAllocINTEL and clSharedMemAllocINTEL. `device` is
/// null for the first and optional for the last. `properties` may be null.
Result<void *> allocateUnified(Context &context, MemoryKind kind, Device *device,
                               const cl_mem_properties_intel *properties, size_t size,
                               cl_uint alignment);
/// Implements clMemFreeINTEL and, with `blocking`, clMemBlockingFreeINTEL, which waits for
/// everything enqueued in the context.
Status freeUnified(Context &context, void *pointer, bool blocking);
/// Answers clGetMemAllocInfoINTEL.
Status unifiedInfo(const Context &context, const void *pointer, cl_mem_info_intel name,
                   const InfoWriter &out);

}  // namespace cl
