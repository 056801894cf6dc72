// Declares every entry point: Khronos headers first, then functions newer than Debian's headers.
//
// api/ defines the functions, icd/ lists them.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include "CL/cl_ext_kiln.h"
#include "core/base/newer_enumerants.h"

extern "C" cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                                             cl_mem_device_address_ext arg_value);

extern "C" void *CL_API_CALL
clSVMAllocWithPropertiesKHR(cl_context context, const cl_svm_alloc_properties_khr *properties,
                            cl_uint svm_type_index, size_t size, cl_int *errcode_ret);

extern "C" cl_int CL_API_CALL
clSVMFreeWithPropertiesKHR(cl_context context, const cl_svm_free_properties_khr *properties,
                           cl_svm_free_flags_khr flags, void *ptr);

extern "C" cl_int CL_API_CALL clGetSVMPointerInfoKHR(cl_context context, cl_device_id device,
                                                     const void *ptr,
                                                     cl_svm_pointer_info_khr param_name,
                                                     size_t param_value_size, void *param_value,
                                                     size_t *param_value_size_ret);

extern "C" cl_int CL_API_CALL clGetSVMSuggestedTypeIndexKHR(
    cl_context context, cl_svm_capabilities_khr required_capabilities,
    cl_svm_capabilities_khr desired_capabilities, const cl_svm_alloc_properties_khr *properties,
    size_t size, cl_uint *suggested_svm_type_index);

extern "C" cl_int CL_API_CALL clClearBuildCacheKILN(cl_platform_id platform,
                                                    cl_build_cache_flags_kiln caches);
