// Entry points of contexts (CL 3.0 §4.4).
//
// Both ways to a context check in the order of the specification: the properties, the notification,
// then the devices.

#include "core/context/context.h"

#include "api/adapter.h"
#include "core/devices/platform.h"

using namespace cl;

/// CL 3.0 §4.4 clCreateContext: CL_INVALID_VALUE for no devices, or for user data without a
/// function. The properties come first (checkContextProperties()), the handles of devices last.
cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                                       const cl_device_id *devices, Context::Notify pfn_notify,
                                       void *user_data, cl_int *errcode_ret) {
  return api::create<Context>(errcode_ret, [&]() -> Result<Ref<Context>> {
    if (auto status = checkContextProperties(properties); !status) {
      return status.error();
    }
    if (!devices || num_devices == 0 || (!pfn_notify && user_data)) {
      return Error{CL_INVALID_VALUE};
    }
    auto objects = api::objectsOf<Device>({devices, num_devices});
    return objects ? Context::create(*objects, properties, pfn_notify, user_data) : objects.error();
  });
}

/// CL 3.0 §4.4 clCreateContextFromType: CL_INVALID_VALUE for user data without a function. The
/// devices are those of clGetDeviceIDs, with its errors for the type.
cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties,
                                               cl_device_type device_type,
                                               Context::Notify pfn_notify, void *user_data,
                                               cl_int *errcode_ret) {
  return api::create<Context>(errcode_ret, [&]() -> Result<Ref<Context>> {
    if (auto status = checkContextProperties(properties); !status) {
      return status.error();
    }
    if (!pfn_notify && user_data) {
      return Error{CL_INVALID_VALUE};
    }
    cl_uint count = 0;
    cl_device_id ids[Platform::maxDevices];
    if (auto status = Platform::get().deviceIds(device_type, Platform::maxDevices, ids, &count);
        !status) {
      return status.error();
    }
    auto objects = api::objectsOf<Device>({ids, count});
    return objects ? Context::create(*objects, properties, pfn_notify, user_data) : objects.error();
  });
}

/// CL 3.0 §4.4: adds a reference of the application.
cl_int CL_API_CALL clRetainContext(cl_context context) {
  return api::retain<Context>(context);
}

/// CL 3.0 §4.4: objects of the context keep it after the last reference of the application.
cl_int CL_API_CALL clReleaseContext(cl_context context) {
  return api::release<Context>(context);
}

/// CL 3.0 §4.4: Context::info() has the queries.
cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name,
                                    size_t param_value_size, void *param_value,
                                    size_t *param_value_size_ret) {
  return api::callOn<Context>(context, [&](Context &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

/// CL 3.0 §4.4: the callback runs when the context is destroyed, not when it is released.
cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context,
                                                  Context::Destructor pfn_notify, void *user_data) {
  return api::callOn<Context>(
      context, [&](Context &object) { return object.addDestructor(pfn_notify, user_data); });
}
