// All entry points, declared by the Khronos headers; api/ defines them, icd/ lists them.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include "CL/cl_ext_kiln.h"
#include "core/newer_enumerants.h"

extern "C" cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                                             cl_mem_device_address_ext arg_value);

extern "C" cl_int CL_API_CALL clClearBuildCacheKILN(cl_platform_id platform,
                                                    cl_build_cache_flags_kiln caches);
