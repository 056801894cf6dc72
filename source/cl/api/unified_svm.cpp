// Entry points of cl_khr_unified_svm: allocations by type, and queries for them.

#include "core/memory/unified_svm.h"

#include "api/adapter.h"
#include "api/entry_points.h"

using namespace cl;

/// cl_khr_unified_svm: allocateSvm() has the errors.
void *CL_API_CALL clSVMAllocWithPropertiesKHR(cl_context context,
                                              const cl_svm_alloc_properties_khr *properties,
                                              cl_uint svm_type_index, size_t size,
                                              cl_int *errcode_ret) {
  return api::obtain(errcode_ret, [&]() -> Result<void *> {
    auto object = fromHandle<Context>(context);
    return object ? allocateSvm(**object, properties, svm_type_index, size) : object.error();
  });
}

/// cl_khr_unified_svm: freeSvm() has the errors.
cl_int CL_API_CALL clSVMFreeWithPropertiesKHR(cl_context context,
                                              const cl_svm_free_properties_khr *properties,
                                              cl_svm_free_flags_khr flags, void *ptr) {
  return api::callOn<Context>(
      context, [&](Context &object) { return freeSvm(object, properties, flags, ptr); });
}

/// cl_khr_unified_svm: CL_INVALID_DEVICE for a device outside of the context.
cl_int CL_API_CALL clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void *ptr,
                                          cl_svm_pointer_info_khr param_name,
                                          size_t param_value_size, void *param_value,
                                          size_t *param_value_size_ret) {
  return api::callOn<Context>(context, [&](Context &object) -> Status {
    auto checked = device ? object.memberWith(device) : Result<Device *>(nullptr);
    if (!checked) {
      return checked.error();
    }
    return svmPointerInfo(object, *checked, ptr, param_name,
                          {param_value_size, param_value, param_value_size_ret});
  });
}

/// cl_khr_unified_svm: CL_INVALID_VALUE without a place for the index.
cl_int CL_API_CALL clGetSVMSuggestedTypeIndexKHR(cl_context context,
                                                 cl_svm_capabilities_khr required_capabilities,
                                                 cl_svm_capabilities_khr desired_capabilities,
                                                 const cl_svm_alloc_properties_khr *properties,
                                                 size_t, cl_uint *suggested_svm_type_index) {
  return api::callOn<Context>(context, [&](Context &object) -> Status {
    if (!suggested_svm_type_index) {
      return Error{CL_INVALID_VALUE};
    }
    auto index = suggestSvmType(object, required_capabilities, desired_capabilities, properties);
    if (!index) {
      return index.error();
    }
    *suggested_svm_type_index = *index;
    return success();
  });
}
