// Finds the driver for the ICD loader, and its extension functions for applications.

#include <CL/cl_ext.h>

#include <algorithm>
#include <string_view>

#include "api/adapter.h"
#include "api/command_buffers.h"
#include "api/entry_points.h"
#include "core/devices/device_listing.h"
#include "core/devices/platform.h"
#include "support/device_listing.h"

extern "C" [[gnu::visibility("default")]] cl_int CL_API_CALL
clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

namespace {

struct Entry {
  std::string_view name;
  void *function;
};

template <class Function>
Entry entry(std::string_view name, Function *function) {
  return {name, reinterpret_cast<void *>(function)};
}

const Entry entries[] = {
    entry("clIcdGetPlatformIDsKHR", &clIcdGetPlatformIDsKHR),
    entry("clGetPlatformInfo", &clGetPlatformInfo),
    entry(support::deviceListingName, &cl::listDevices),
    entry("clClearBuildCacheKILN", &clClearBuildCacheKILN),
    entry("clCreateProgramWithILKHR", &clCreateProgramWithIL),
    entry("clGetKernelSubGroupInfoKHR", &clGetKernelSubGroupInfo),
    entry("clCreateCommandQueueWithPropertiesKHR", &clCreateCommandQueueWithProperties),
    entry("clGetKernelSuggestedLocalWorkSizeKHR", &clGetKernelSuggestedLocalWorkSizeKHR),
    entry("clHostMemAllocINTEL", &clHostMemAllocINTEL),
    entry("clDeviceMemAllocINTEL", &clDeviceMemAllocINTEL),
    entry("clSharedMemAllocINTEL", &clSharedMemAllocINTEL),
    entry("clMemFreeINTEL", &clMemFreeINTEL),
    entry("clMemBlockingFreeINTEL", &clMemBlockingFreeINTEL),
    entry("clGetMemAllocInfoINTEL", &clGetMemAllocInfoINTEL),
    entry("clSetKernelArgMemPointerINTEL", &clSetKernelArgMemPointerINTEL),
    entry("clEnqueueMemsetINTEL", &clEnqueueMemsetINTEL),
    entry("clEnqueueMemFillINTEL", &clEnqueueMemFillINTEL),
    entry("clEnqueueMemcpyINTEL", &clEnqueueMemcpyINTEL),
    entry("clEnqueueMigrateMemINTEL", &clEnqueueMigrateMemINTEL),
    entry("clEnqueueMemAdviseINTEL", &clEnqueueMemAdviseINTEL),
    entry("clGetImageRequirementsInfoEXT", &clGetImageRequirementsInfoEXT),
    entry("clCreateCommandBufferKHR", &clCreateCommandBufferKHR),
    entry("clFinalizeCommandBufferKHR", &clFinalizeCommandBufferKHR),
    entry("clRetainCommandBufferKHR", &clRetainCommandBufferKHR),
    entry("clReleaseCommandBufferKHR", &clReleaseCommandBufferKHR),
    entry("clEnqueueCommandBufferKHR", &clEnqueueCommandBufferKHR),
    entry("clGetCommandBufferInfoKHR", &clGetCommandBufferInfoKHR),
    entry("clCommandBarrierWithWaitListKHR", &cl::api::commandBarrierWithWaitList),
    entry("clCommandCopyBufferKHR", &cl::api::commandCopyBuffer),
    entry("clCommandCopyBufferRectKHR", &cl::api::commandCopyBufferRect),
    entry("clCommandCopyBufferToImageKHR", &cl::api::commandCopyBufferToImage),
    entry("clCommandCopyImageKHR", &cl::api::commandCopyImage),
    entry("clCommandCopyImageToBufferKHR", &cl::api::commandCopyImageToBuffer),
    entry("clCommandFillBufferKHR", &cl::api::commandFillBuffer),
    entry("clCommandFillImageKHR", &cl::api::commandFillImage),
    entry("clCommandNDRangeKernelKHR", &cl::api::commandNDRangeKernel),
    entry("clCommandSVMMemcpyKHR", &cl::api::commandSVMMemcpy),
    entry("clCommandSVMMemFillKHR", &cl::api::commandSVMMemFill),
    entry("clUpdateMutableCommandsKHR", &cl::api::updateMutableCommands),
    entry("clGetMutableCommandInfoKHR", &clGetMutableCommandInfoKHR),
    entry("clRemapCommandBufferKHR", &cl::api::remapCommandBuffer),
    entry("clCreateSemaphoreWithPropertiesKHR", &clCreateSemaphoreWithPropertiesKHR),
    entry("clEnqueueWaitSemaphoresKHR", &clEnqueueWaitSemaphoresKHR),
    entry("clEnqueueSignalSemaphoresKHR", &clEnqueueSignalSemaphoresKHR),
    entry("clGetSemaphoreInfoKHR", &clGetSemaphoreInfoKHR),
    entry("clSVMAllocWithPropertiesKHR", &clSVMAllocWithPropertiesKHR),
    entry("clSVMFreeWithPropertiesKHR", &clSVMFreeWithPropertiesKHR),
    entry("clGetSVMPointerInfoKHR", &clGetSVMPointerInfoKHR),
    entry("clGetSVMSuggestedTypeIndexKHR", &clGetSVMSuggestedTypeIndexKHR),
    entry("clEnqueueAcquireExternalMemObjectsKHR", &clEnqueueAcquireExternalMemObjectsKHR),
    entry("clEnqueueReleaseExternalMemObjectsKHR", &clEnqueueReleaseExternalMemObjectsKHR),
    entry("clGetSemaphoreHandleForTypeKHR", &clGetSemaphoreHandleForTypeKHR),
    entry("clRetainSemaphoreKHR", &clRetainSemaphoreKHR),
    entry("clReleaseSemaphoreKHR", &clReleaseSemaphoreKHR),
    entry("clSetKernelArgDevicePointerEXT", &clSetKernelArgDevicePointerEXT),
    // DPC++'s runtime asks for this function of OpenCL 2.2 here.
    entry("clSetProgramSpecializationConstant", &clSetProgramSpecializationConstant),
};

}  // namespace

extern "C" [[gnu::visibility("default")]] void *CL_API_CALL
clGetExtensionFunctionAddress(const char *func_name) {
  const auto *found = std::ranges::find(entries, func_name ? func_name : "", &Entry::name);
  return found == std::end(entries) ? nullptr : found->function;
}

extern "C" [[gnu::visibility("default")]] void *CL_API_CALL
clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name) {
  return cl::fromHandle<cl::Platform>(platform) ? clGetExtensionFunctionAddress(func_name)
                                                : nullptr;
}
