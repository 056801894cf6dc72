// cl_intel_unified_shared_memory: the other front of the allocations in svm.h.
//
// Memory that is mapped at the addresses that kernels see is all three: the host's, the device's
// and shared. What an application asks for is kept and told, and decides nothing else.
#pragma once

#include <CL/cl_ext.h>

#include "core/context/context.h"

namespace cl {

/// The five CL_DEVICE_…_MEM_CAPABILITIES_INTEL. CL_INVALID_VALUE for other queries, and on devices
/// without the extension.
Status unifiedMemoryInfo(const mux_device_info_s &info, cl_device_info name, const InfoWriter &out);

/// clHostMemAllocINTEL, clDeviceMemAllocINTEL and clSharedMemAllocINTEL. `device` is null for the
/// first, and may be for the last. `properties` may be null.
Result<void *> allocateUnified(Context &context, MemoryKind kind, Device *device,
                               const cl_mem_properties_intel *properties, size_t size,
                               cl_uint alignment);
/// clMemFreeINTEL and, after all that was enqueued in the context is complete,
/// clMemBlockingFreeINTEL.
Status freeUnified(Context &context, void *pointer, bool blocking);
/// clGetMemAllocInfoINTEL.
Status unifiedInfo(const Context &context, const void *pointer, cl_mem_info_intel name,
                   const InfoWriter &out);

}  // namespace cl
