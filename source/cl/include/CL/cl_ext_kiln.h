// Declares the OpenCL extensions of Kiln's devices (doc/extensions.md).
//
// The enumerants lie outside of all ranges assigned or reserved by the OpenCL registry (cl.xml).
// They are Kiln's own choice and are not registered. A program may include the header without Kiln:
// it declares types and values only.
#pragma once

#include <CL/cl.h>

#ifdef __cplusplus
extern "C" {
#endif

// cl_kiln_performance_counters

/// clGetDeviceInfo: an array of cl_performance_counter_kiln, one element for each counter.
#define CL_DEVICE_PERFORMANCE_COUNTERS_KILN 0x4B4C0000
/// clGetEventProfilingInfo: an array of cl_ulong, one for each counter, in the order of
/// CL_DEVICE_PERFORMANCE_COUNTERS_KILN.
#define CL_PROFILING_COMMAND_COUNTERS_KILN 0x4B4C0001

#define CL_PERFORMANCE_COUNTER_MAX_NAME_SIZE_KILN 64
#define CL_PERFORMANCE_COUNTER_MAX_DESCRIPTION_SIZE_KILN 192

/// Strings with their terminators.
typedef struct _cl_performance_counter_kiln {
  char name[CL_PERFORMANCE_COUNTER_MAX_NAME_SIZE_KILN];
  char description[CL_PERFORMANCE_COUNTER_MAX_DESCRIPTION_SIZE_KILN];
} cl_performance_counter_kiln;

// cl_kiln_vector_width

/// clGetKernelWorkGroupInfo: cl_uint, the number of work-items in a SIMD group; 1 if the kernel is
/// scalar.
#define CL_KERNEL_VECTOR_WIDTH_KILN 0x4B4C0002
/// clGetKernelWorkGroupInfo: cl_uint, the dimension of neighbouring lanes, or
/// CL_VECTOR_DIMENSION_LINEAR_KILN.
#define CL_KERNEL_VECTOR_DIMENSION_KILN 0x4B4C0003

/// Along the linear local id.
#define CL_VECTOR_DIMENSION_LINEAR_KILN 3

// cl_kiln_kernel_text

/// clGetKernelWorkGroupInfo: char[], LLVM IR as code generation gets it.
#define CL_KERNEL_IR_KILN 0x4B4C0020
/// clGetKernelWorkGroupInfo: char[], the device's assembly.
#define CL_KERNEL_ASSEMBLY_KILN 0x4B4C0021

// cl_kiln_build_cache

typedef cl_bitfield cl_build_cache_flags_kiln;
/// Variants of kernels compiled by this process for later launches.
#define CL_BUILD_CACHE_MEMORY_KILN (1 << 0)
/// Builds stored on disk by this user's processes.
#define CL_BUILD_CACHE_DISK_KILN (1 << 1)

/// clClearBuildCacheKILN, by clGetExtensionFunctionAddressForPlatform.
typedef cl_int(CL_API_CALL *clClearBuildCacheKILN_fn)(cl_platform_id platform,
                                                      cl_build_cache_flags_kiln caches);

#ifdef __cplusplus
}
#endif
