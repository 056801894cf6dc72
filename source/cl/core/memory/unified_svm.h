// Implements cl_khr_unified_svm 0.9.0: shared virtual memory by types.
//
// All types are allocations of context/svm.h, and the same memory, as for
// cl_intel_unified_shared_memory: the requested type is only recorded and reported. The platform
// lists each type present on one of its devices. Other devices have this type without capabilities.
// Indices of types are positions in the platform's list, and so differ between platforms;
// applications choose a type by its capabilities.
#pragma once

#include "core/base/newer_enumerants.h"
#include "core/context/context.h"

namespace cl {

/// Answers CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, an array with one element per type of the platform.
/// CL_INVALID_VALUE for other queries, and if no device of the platform has a type
/// (cl_khr_unified_svm).
Status unifiedSvmInfo(const Device &device, cl_device_info name, const InfoWriter &out);
/// Answers CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR likewise.
Status unifiedSvmInfo(const Platform &platform, cl_platform_info name, const InfoWriter &out);

/// Implements clSVMAllocWithPropertiesKHR. Null for size 0, as a success. `properties` may be null.
/// Errors of cl_khr_unified_svm:
///
///   * CL_INVALID_VALUE: an index beyond the list, or of system memory.
///   * CL_INVALID_PROPERTY: an unknown property or an invalid value.
///   * CL_INVALID_OPERATION: no device, or not the associated one, has the type.
///   * CL_INVALID_DEVICE: the type needs an associated device.
///   * CL_OUT_OF_RESOURCES: no memory, or a forked child.
Result<void *> allocateSvm(Context &context, const cl_svm_alloc_properties_khr *properties,
                           cl_uint typeIndex, size_t size);
/// Implements clSVMFreeWithPropertiesKHR. No properties or flags are defined yet, so any are
/// refused: CL_INVALID_PROPERTY, CL_INVALID_VALUE (cl_khr_unified_svm). Null is ignored.
Status freeSvm(Context &context, const cl_svm_free_properties_khr *properties,
               cl_svm_free_flags_khr flags, void *pointer);
/// Answers clGetSVMPointerInfoKHR: CL_INVALID_VALUE for an unknown query. With a null `device`, the
/// capabilities are the associated device's, or the common ones of all devices with the type. A
/// pointer outside of all allocations is valid, and has no type.
Status svmPointerInfo(const Context &context, const Device *device, const void *pointer,
                      cl_svm_pointer_info_khr name, const InfoWriter &out);
/// Implements clGetSVMSuggestedTypeIndexKHR: the index of the type with all required capabilities
/// and the most desired ones, CL_UINT_MAX if there is none. CL_INVALID_PROPERTY for the properties.
Result<cl_uint> suggestSvmType(const Context &context, cl_svm_capabilities_khr required,
                               cl_svm_capabilities_khr desired,
                               const cl_svm_alloc_properties_khr *properties);

}  // namespace cl
