// Implements cl_khr_unified_svm 0.9.0: types of shared virtual memory over the allocations in
// context/svm.h.
//
// The platform lists each type that one of its devices has. Other devices have this type without
// capabilities. As for cl_intel_unified_shared_memory, all types are the same memory: the requested
// type is only recorded and reported.
#pragma once

#include "core/base/newer_enumerants.h"
#include "core/context/context.h"

namespace cl {

/// Answers CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR. CL_INVALID_VALUE for other queries, and if no
/// device of the platform has a type.
Status unifiedSvmInfo(const Device &device, cl_device_info name, const InfoWriter &out);
/// Answers CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR likewise.
Status unifiedSvmInfo(const Platform &platform, cl_platform_info name, const InfoWriter &out);

/// Implements clSVMAllocWithPropertiesKHR. Null for size 0. CL_INVALID_VALUE for an index that is
/// not listed or names system memory; CL_INVALID_OPERATION if no device, or not the associated one,
/// has the type; CL_INVALID_DEVICE if the type needs an associated device; CL_INVALID_PROPERTY;
/// CL_OUT_OF_RESOURCES.
Result<void *> allocateSvm(Context &context, const cl_svm_alloc_properties_khr *properties,
                           cl_uint typeIndex, size_t size);
/// Implements clSVMFreeWithPropertiesKHR. No properties or flags are defined yet, so any are
/// refused.
Status freeSvm(Context &context, const cl_svm_free_properties_khr *properties,
               cl_svm_free_flags_khr flags, void *pointer);
/// Answers clGetSVMPointerInfoKHR. With a null `device`, the capabilities are those of the
/// associated device, or the common ones of all devices with the type.
Status svmPointerInfo(const Context &context, const Device *device, const void *pointer,
                      cl_svm_pointer_info_khr name, const InfoWriter &out);
/// Implements clGetSVMSuggestedTypeIndexKHR: CL_UINT_MAX if no type has all required capabilities.
Result<cl_uint> suggestSvmType(const Context &context, cl_svm_capabilities_khr required,
                               cl_svm_capabilities_khr desired,
                               const cl_svm_alloc_properties_khr *properties);

}  // namespace cl
