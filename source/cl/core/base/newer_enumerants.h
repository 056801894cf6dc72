// Declares OpenCL enumerants and types missing in the OpenCL headers of Debian.
//
// The driver builds against the packages of the oldest supported system, and follows later versions
// of extensions all the same. Names and values are from the registry of Khronos (cl.xml). Each
// group of names stands under the #ifndef of its first one: with newer headers it declares nothing,
// so that no name is defined twice.
//
// Each block can go as soon as the oldest supported opencl-headers package has its extension.
// Functions missing in the headers are in api/entry_points.h and api/command_buffers.h.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

// cl_khr_kernel_clock
//
// A device query: the scopes at which kernels can read a clock, as a bit-field.
#ifndef CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR
#define CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR 0x1076
#endif

// cl_khr_command_buffer
//
// Additions to the version in Debian's headers: clGetCommandBufferInfoKHR returns the context as
// well; the properties of a queue, supported or required, are two queries of a device. Recording
// calls accept a list of properties.
#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#endif
#ifndef CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
typedef cl_properties cl_command_properties_khr;
#endif
#ifndef CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR
// A flag of command buffers: devices synchronise with each other, without the host.
#define CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR (1 << 2)
#endif

// cl_khr_command_buffer_mutable_dispatch
//
// The asserts are promises of the application about later updates: no more work-groups than at
// recording. In later versions of the extension, an update passes arrays of configurations with
// their types instead of a chain of structures, and a command returns its properties.
#ifndef CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR
#define CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B7
#define CL_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B8
// Set for a command buffer or for one launch: an update keeps the number of work-groups, or
// lowers it.
#define CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR (1 << 0)
typedef cl_bitfield cl_mutable_dispatch_asserts_khr;
typedef cl_uint cl_command_buffer_update_type_khr;
#endif
#ifndef CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR
// A query of clGetMutableCommandInfoKHR.
#define CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR 0x12A2
#endif
#ifndef CL_COMMAND_BUFFER_STATE_FINALIZED_KHR
// A state of clGetCommandBufferInfoKHR: finalized, with arguments of launches still to be set.
#define CL_COMMAND_BUFFER_STATE_FINALIZED_KHR 2
#endif

// cl_khr_command_buffer_multi_device
//
// Queries of the platform and of devices: the kinds of synchronisation between queues of one
// command buffer, and the ways to remap its commands to other queues.
#ifndef CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR
#define CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR 0x0908
// The bits of the platform: queues of all devices synchronise with each other; commands may be
// remapped to other queues, by the application or by the driver.
#define CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR (1 << 0)
#define CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR (1 << 1)
#define CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR (1 << 2)
// The devices able to synchronise with this one inside of a command buffer.
#define CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR 0x12AB
#define CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR 0x12AC
// A bit of CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR: one command buffer for several queues.
#define CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR (1 << 4)
typedef cl_bitfield cl_platform_command_buffer_capabilities_khr;
#endif

// cl_khr_initialize_memory
//
// The bits of the context property CL_CONTEXT_MEMORY_INITIALIZE_KHR: kernels find their local or
// private variables zeroed.
#ifndef CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR
#define CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR (1 << 0)
#define CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR (1 << 1)
#endif

// cl_khr_semaphore
//
// A property with a list of devices as its value, up to the list end 0: the devices to use the
// semaphore on, all of the context without it.
#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

// cl_khr_external_semaphore
//
// A query of clGetSemaphoreInfoKHR: a cl_bool, CL_TRUE for semaphores created with a list of handle
// types to export.
#ifndef CL_SEMAPHORE_EXPORTABLE_KHR
#define CL_SEMAPHORE_EXPORTABLE_KHR 0x2054
#endif

// cl_khr_external_memory
//
// A property of memory objects with a list of devices as its value, and a device query for handle
// types with linear images.
#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#endif

// cl_khr_unified_svm
//
// Version 0.9.0, a provisional one: all types, capabilities, properties and queries of the
// extension. core/memory/unified_svm.h explains the types of memory. A capability is a bit of a
// cl_svm_capabilities_khr; a platform and its devices return an array of them, with one element per
// type of memory.
#ifndef CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR
// Types of arguments and answers.
typedef cl_bitfield cl_svm_capabilities_khr;
typedef cl_properties cl_svm_alloc_properties_khr;
typedef cl_bitfield cl_svm_alloc_access_flags_khr;
typedef cl_properties cl_svm_free_properties_khr;
typedef cl_bitfield cl_svm_free_flags_khr;
typedef cl_uint cl_svm_pointer_info_khr;
// Queries of the platform and of devices: the array of capabilities, one element per type.
#define CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR 0x0909
#define CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR 0x1077
// clSetKernelExecInfo: the kernel may follow pointers into any shared virtual memory.
#define CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR 0x11BB
// Address spaces: one for host and devices; memory of the system allocator without any call.
#define CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR (1 << 0)
#define CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR (1 << 1)
// Owners: the memory lives on one device, named or not, or may be used by the whole context.
#define CL_SVM_CAPABILITY_DEVICE_OWNED_KHR (1 << 2)
#define CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR (1 << 3)
#define CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR (1 << 4)
// The host: owns the memory, reads it, writes to it, or has to map it first.
#define CL_SVM_CAPABILITY_HOST_OWNED_KHR (1 << 5)
#define CL_SVM_CAPABILITY_HOST_READ_KHR (1 << 6)
#define CL_SVM_CAPABILITY_HOST_WRITE_KHR (1 << 7)
#define CL_SVM_CAPABILITY_HOST_MAP_KHR (1 << 8)
// Devices: read the memory, write to it, and use atomic operations on it.
#define CL_SVM_CAPABILITY_DEVICE_READ_KHR (1 << 9)
#define CL_SVM_CAPABILITY_DEVICE_WRITE_KHR (1 << 10)
#define CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR (1 << 11)
// Host and devices use the memory at once, without or with atomic operations.
#define CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR (1 << 12)
#define CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR (1 << 13)
// Kernels may reach the memory through pointers in other memory.
#define CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR (1 << 14)
// Properties of clSVMAllocWithPropertiesKHR: a device, access flags, an alignment in bytes.
#define CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR 0x2078
#define CL_SVM_ALLOC_ACCESS_FLAGS_KHR 0x2079
#define CL_SVM_ALLOC_ALIGNMENT_KHR 0x207A
// Access flags: promises of the application about its use of the memory.
#define CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR (1 << 0)
#define CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR (1 << 1)
#define CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR (1 << 8)
#define CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR (1 << 9)
// Queries of clGetSVMPointerInfoKHR: type, capabilities, and the arguments of the allocation;
// then its first byte, its size in bytes, and its device.
#define CL_SVM_INFO_TYPE_INDEX_KHR 0x2088
#define CL_SVM_INFO_CAPABILITIES_KHR 0x2089
#define CL_SVM_INFO_PROPERTIES_KHR 0x208A
#define CL_SVM_INFO_ACCESS_FLAGS_KHR 0x208B
#define CL_SVM_INFO_BASE_PTR_KHR 0x419B
#define CL_SVM_INFO_SIZE_KHR 0x419C
#define CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR 0x419D
#endif

// cl_ext_cxx_for_opencl
//
// A device query: the version of C++ for OpenCL in online compilation.
#ifndef CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT
#define CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT 0x4230
#endif

// cl_ext_float_atomics
//
// Device queries: a bit-field for each of float, double and half. Bits 0 to 2 are for global
// memory, bits 16 to 18 for local memory: loads and stores, additions, minima and maxima.
#ifndef CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT 0x4232
#define CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT 0x4233
#endif

// cl_ext_immutable_memory_objects
//
// A memory flag: neither kernels nor the host write to the object.
#ifndef CL_MEM_IMMUTABLE_EXT
#define CL_MEM_IMMUTABLE_EXT (1 << 6)
#endif

// cl_ext_buffer_device_address
//
// A property fixes the addresses of a buffer for its lifetime, and a query of clGetMemObjectInfo
// returns one address per device. An execution info of kernels lists addresses stored in other
// memory, so that the buffers behind them are used by the launch.
#ifndef CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
typedef cl_ulong cl_mem_device_address_ext;
#endif

// cl_intel_global_variable_access
//
// Types of commands.
#ifndef CL_COMMAND_READ_GLOBAL_VARIABLE_INTEL
#define CL_COMMAND_READ_GLOBAL_VARIABLE_INTEL 0x418E
#define CL_COMMAND_WRITE_GLOBAL_VARIABLE_INTEL 0x418F
#endif
