// Finds the driver for the ICD loader, and its extension functions for applications.
//
// The library exports five functions (exports.map), and two symbols for debuggers. The ICD loader
// opens it by its name in an .icd file and calls clGetExtensionFunctionAddress for
// clIcdGetPlatformIDsKHR (cl_khr_icd). All else goes through the dispatch table (dispatch.cpp),
// except for extension functions: an application asks for these by name, and gets an address of
// this driver (clGetExtensionFunctionAddressForPlatform).
//
// The table also has functions of the core under names of the extensions they come from, and one
// function for Kiln's tools. An address for a name does not mean support: the extension may be
// missing on the devices, and the function then returns an error.

#include <CL/cl_ext.h>

#include <algorithm>
#include <string_view>

#include "api/adapter.h"
#include "api/command_buffers.h"
#include "api/entry_points.h"
#include "core/devices/device_listing.h"
#include "core/devices/platform.h"
#include "support/device_listing.h"

/// cl_khr_icd: like clGetPlatformIDs, for the loader. Another function, as the loader has a
/// clGetPlatformIDs of its own.
extern "C" [[gnu::visibility("default")]] cl_int CL_API_CALL
clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

namespace {

/// An extension function by its name.
struct Entry {
  std::string_view name;
  void *function;
};

/// Returns an entry; the cast is the one applications undo.
template <class Function>
Entry entry(std::string_view name, Function *function) {
  return {name, reinterpret_cast<void *>(function)};
}

/// Grouped by extension. A new function of an extension takes a line here; without it, the loader
/// finds nothing.
const Entry entries[] = {
    // For the ICD loader: cl_khr_icd.
    entry("clIcdGetPlatformIDsKHR", &clIcdGetPlatformIDsKHR),
    entry("clGetPlatformInfo", &clGetPlatformInfo),
    // Kiln's own: a private function for clc, and cl_kiln_build_cache.
    entry(support::deviceListingName, &cl::listDevices),
    entry("clClearBuildCacheKILN", &clClearBuildCacheKILN),
    // In the core since, under the names of their extensions.
    entry("clCreateProgramWithILKHR", &clCreateProgramWithIL),
    entry("clGetKernelSubGroupInfoKHR", &clGetKernelSubGroupInfo),
    entry("clCreateCommandQueueWithPropertiesKHR", &clCreateCommandQueueWithProperties),
    entry("clGetKernelSuggestedLocalWorkSizeKHR", &clGetKernelSuggestedLocalWorkSizeKHR),
    // cl_intel_unified_shared_memory.
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
    // cl_ext_image_requirements_info.
    entry("clGetImageRequirementsInfoEXT", &clGetImageRequirementsInfoEXT),
    // cl_khr_command_buffer and its layers for mutable dispatches and several devices.
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
    // cl_khr_semaphore; two more are below.
    entry("clCreateSemaphoreWithPropertiesKHR", &clCreateSemaphoreWithPropertiesKHR),
    entry("clEnqueueWaitSemaphoresKHR", &clEnqueueWaitSemaphoresKHR),
    entry("clEnqueueSignalSemaphoresKHR", &clEnqueueSignalSemaphoresKHR),
    entry("clGetSemaphoreInfoKHR", &clGetSemaphoreInfoKHR),
    // cl_khr_unified_svm.
    entry("clSVMAllocWithPropertiesKHR", &clSVMAllocWithPropertiesKHR),
    entry("clSVMFreeWithPropertiesKHR", &clSVMFreeWithPropertiesKHR),
    entry("clGetSVMPointerInfoKHR", &clGetSVMPointerInfoKHR),
    entry("clGetSVMSuggestedTypeIndexKHR", &clGetSVMSuggestedTypeIndexKHR),
    // cl_khr_external_memory, cl_khr_external_semaphore.
    entry("clEnqueueAcquireExternalMemObjectsKHR", &clEnqueueAcquireExternalMemObjectsKHR),
    entry("clEnqueueReleaseExternalMemObjectsKHR", &clEnqueueReleaseExternalMemObjectsKHR),
    entry("clGetSemaphoreHandleForTypeKHR", &clGetSemaphoreHandleForTypeKHR),
    entry("clRetainSemaphoreKHR", &clRetainSemaphoreKHR),
    entry("clReleaseSemaphoreKHR", &clReleaseSemaphoreKHR),
    // cl_ext_buffer_device_address.
    entry("clSetKernelArgDevicePointerEXT", &clSetKernelArgDevicePointerEXT),
    // cl_intel_function_pointers.
    entry("clGetDeviceFunctionPointerINTEL", &clGetDeviceFunctionPointerINTEL),
    // cl_intel_create_buffer_with_properties.
    entry("clCreateBufferWithPropertiesINTEL", &clCreateBufferWithPropertiesINTEL),
    // cl_intel_global_variable_access.
    entry("clEnqueueReadGlobalVariableINTEL", &clEnqueueReadGlobalVariableINTEL),
    entry("clEnqueueWriteGlobalVariableINTEL", &clEnqueueWriteGlobalVariableINTEL),
    entry("clGetDeviceGlobalVariablePointerINTEL", &clGetDeviceGlobalVariablePointerINTEL),
    // DPC++'s runtime asks for this function of OpenCL 2.2 here.
    entry("clSetProgramSpecializationConstant", &clSetProgramSpecializationConstant),
};

}  // namespace

/// Deprecated by OpenCL 1.2, and still the first call of an ICD loader. Returns null for an unknown
/// name or a null pointer.
extern "C" [[gnu::visibility("default")]] void *CL_API_CALL
clGetExtensionFunctionAddress(const char *func_name) {
  const auto *found = std::ranges::find(entries, func_name ? func_name : "", &Entry::name);
  return found == std::end(entries) ? nullptr : found->function;
}

/// Returns the address of an extension function, or null for an unknown name or an invalid
/// platform.
extern "C" [[gnu::visibility("default")]] void *CL_API_CALL
clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name) {
  return cl::fromHandle<cl::Platform>(platform) ? clGetExtensionFunctionAddress(func_name)
                                                : nullptr;
}
