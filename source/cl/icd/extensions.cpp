// How the loader and applications find the driver and what it adds to the API.

#include <CL/cl_ext.h>

#include <string_view>

#include "api/adapter.h"
#include "api/entry_points.h"
#include "core/platform.h"

extern "C" [[gnu::visibility("default")]] cl_int CL_API_CALL
clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

extern "C" [[gnu::visibility("default")]] void *CL_API_CALL
clGetExtensionFunctionAddress(const char *func_name) {
  const std::string_view name = func_name ? func_name : "";
  if (name == "clIcdGetPlatformIDsKHR") {
    return reinterpret_cast<void *>(&clIcdGetPlatformIDsKHR);
  }
  if (name == "clCreateProgramWithILKHR") {
    return reinterpret_cast<void *>(&clCreateProgramWithIL);
  }
  if (name == "clGetKernelSubGroupInfoKHR") {
    return reinterpret_cast<void *>(&clGetKernelSubGroupInfo);
  }
  if (name == "clClearBuildCacheKILN") {
    return reinterpret_cast<void *>(&clClearBuildCacheKILN);
  }
  if (name == "clGetPlatformInfo") {
    return reinterpret_cast<void *>(&clGetPlatformInfo);
  }
  return nullptr;
}

extern "C" [[gnu::visibility("default")]] void *CL_API_CALL
clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name) {
  return cl::fromHandle<cl::Platform>(platform) ? clGetExtensionFunctionAddress(func_name)
                                                : nullptr;
}
