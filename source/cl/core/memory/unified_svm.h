// cl_khr_unified_svm, version 0.9.0 of the registry: types of shared virtual memory with their
// capabilities, over the allocations in svm.h.
//
// The platform lists each type that one of its devices has. A device without a type has it with no
// capabilities. As for cl_intel_unified_shared_memory, all types are the same memory: what an
// application asks for is kept and told, and decides nothing else.
#pragma once

#include "core/base/newer_enumerants.h"
#include "core/context/context.h"

namespace cl {

/// CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR. CL_INVALID_VALUE for other queries, and where no device of
/// the platform has a type.
Status unifiedSvmInfo(const Device &device, cl_device_info name, const InfoWriter &out);
/// CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, likewise.
Status unifiedSvmInfo(const Platform &platform, cl_platform_info name, const InfoWriter &out);

/// clSVMAllocWithPropertiesKHR. Null for a size of 0. CL_INVALID_VALUE for an index that is not
/// listed or is of memory that only the application allocates; CL_INVALID_OPERATION if no device of
/// the context has the type, or the associated one has not; CL_INVALID_DEVICE for none where the
/// type needs one; CL_INVALID_PROPERTY, also for a device that is not the context's;
/// CL_OUT_OF_RESOURCES.
Result<void *> allocateSvm(Context &context, const cl_svm_alloc_properties_khr *properties,
                           cl_uint typeIndex, size_t size);
/// clSVMFreeWithPropertiesKHR. There are neither properties nor flags.
Status freeSvm(Context &context, const cl_svm_free_properties_khr *properties,
               cl_svm_free_flags_khr flags, void *pointer);
/// clGetSVMPointerInfoKHR. If `device` is null, the capabilities are those of the device that the
/// allocation is for, or what all of the context's devices that have the type can do.
Status svmPointerInfo(const Context &context, const Device *device, const void *pointer,
                      cl_svm_pointer_info_khr name, const InfoWriter &out);
/// clGetSVMSuggestedTypeIndexKHR: CL_UINT_MAX if no type has what is required.
Result<cl_uint> suggestSvmType(const Context &context, cl_svm_capabilities_khr required,
                               cl_svm_capabilities_khr desired,
                               const cl_svm_alloc_properties_khr *properties);

}  // namespace cl
