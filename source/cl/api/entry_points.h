// Declares every entry point: Khronos headers first, then functions newer than Debian's headers.
//
// api/ defines the functions, icd/ lists them: in the dispatch table by type, and by name for
// extensions. A function missing here could not be listed; one declared with other types would not
// compile against its definition. The declarations go once the oldest supported opencl-headers
// package has them (core/base/newer_enumerants.h).
//
// Parameters have the names and types of the specifications. A function with parameters changed
// between versions of its extension cannot be declared under its name; it is in command_buffers.h.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include "CL/cl_ext_kiln.h"
#include "core/base/newer_enumerants.h"

/// cl_ext_buffer_device_address: sets a pointer argument to an address of a device, with any offset
/// in its buffer. `arg_value` is an answer of CL_MEM_DEVICE_ADDRESS_EXT plus an offset in bytes.
/// The errors are those of clSetKernelArg (CL 3.0 §5.9.2), and CL_INVALID_OPERATION without the
/// extension. The launch uses the buffer behind the address as if it were the argument.
extern "C" cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                                             cl_mem_device_address_ext arg_value);

/// cl_khr_unified_svm: allocates memory of a type of the platform's list, with properties.
/// `svm_type_index` is an index of CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, `size` is in bytes.
/// Returns null and an error, or null for size 0. `properties` and `errcode_ret` may be null.
extern "C" void *CL_API_CALL
clSVMAllocWithPropertiesKHR(cl_context context, const cl_svm_alloc_properties_khr *properties,
                            cl_uint svm_type_index, size_t size, cl_int *errcode_ret);

/// cl_khr_unified_svm: frees an allocation of clSVMAllocWithPropertiesKHR or clSVMAlloc. No
/// properties or flags are defined yet, so `properties` is null or empty and `flags` 0. Commands in
/// flight are not waited for.
extern "C" cl_int CL_API_CALL
clSVMFreeWithPropertiesKHR(cl_context context, const cl_svm_free_properties_khr *properties,
                           cl_svm_free_flags_khr flags, void *ptr);

/// cl_khr_unified_svm: answers a query about the allocation around the pointer, with the size rules
/// of all queries (core/base/info_writer.h). `device` may be null: for the capabilities on all
/// devices.
extern "C" cl_int CL_API_CALL clGetSVMPointerInfoKHR(cl_context context, cl_device_id device,
                                                     const void *ptr,
                                                     cl_svm_pointer_info_khr param_name,
                                                     size_t param_value_size, void *param_value,
                                                     size_t *param_value_size_ret);

/// cl_khr_unified_svm: finds a type for the required capabilities and as many of the desired ones
/// as possible. `size` is a hint, ignored here. CL_UINT_MAX stands for no type and is a success.
extern "C" cl_int CL_API_CALL clGetSVMSuggestedTypeIndexKHR(
    cl_context context, cl_svm_capabilities_khr required_capabilities,
    cl_svm_capabilities_khr desired_capabilities, const cl_svm_alloc_properties_khr *properties,
    size_t size, cl_uint *suggested_svm_type_index);

/// cl_intel_function_pointers: stores the value that kernels of the program take for a pointer to
/// the function `func_name` on the device. The function has external linkage, and its address is
/// taken in the program or it has the decoration ReferencedIndirectlyINTEL. CL_INVALID_DEVICE,
/// CL_INVALID_PROGRAM, CL_INVALID_PROGRAM_EXECUTABLE without a build for the device, and
/// CL_INVALID_ARG_VALUE for a null pointer or a name without such a function.
extern "C" cl_int CL_API_CALL clGetDeviceFunctionPointerINTEL(cl_device_id device,
                                                              cl_program program,
                                                              const char *func_name,
                                                              cl_ulong *function_pointer_ret);

/// cl_intel_global_variable_access: enqueues a copy of bytes of a program-scope variable to the
/// host. The variable is named by the decoration HostAccessINTEL of SPIR-V, or by its symbol. The
/// errors are listed at cl::enqueueVariableRead(); CL_INVALID_PROGRAM for an invalid program.
extern "C" cl_int CL_API_CALL clEnqueueReadGlobalVariableINTEL(
    cl_command_queue command_queue, cl_program program, const char *name, cl_bool blocking_read,
    size_t size, size_t offset, void *ptr, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event);

/// cl_intel_global_variable_access: the other way. `ptr` stays valid until the command is complete.
extern "C" cl_int CL_API_CALL clEnqueueWriteGlobalVariableINTEL(
    cl_command_queue command_queue, cl_program program, const char *name, cl_bool blocking_write,
    size_t size, size_t offset, const void *ptr, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event);

/// Stores the address and the size of a program-scope variable on the device, a function of Intel's
/// drivers beside the extension. The size may be null. CL_INVALID_DEVICE, CL_INVALID_PROGRAM,
/// CL_INVALID_PROGRAM_EXECUTABLE without a build for the device, CL_INVALID_ARG_VALUE for a null
/// pointer or an unknown name.
extern "C" cl_int CL_API_CALL clGetDeviceGlobalVariablePointerINTEL(
    cl_device_id device, cl_program program, const char *global_variable_name,
    size_t *global_variable_size_ret, void **global_variable_pointer_ret);

/// cl_kiln_build_cache: empties the caches named by the flags, in memory, on disk or both. Objects
/// in use are unaffected.
extern "C" cl_int CL_API_CALL clClearBuildCacheKILN(cl_platform_id platform,
                                                    cl_build_cache_flags_kiln caches);
