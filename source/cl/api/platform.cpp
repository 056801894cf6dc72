// Platforms and devices.

#include "core/platform.h"

#include <chrono>

#include "api/adapter.h"

using namespace cl;

[[gnu::visibility("default")]] cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries,
                                                                   cl_platform_id *platforms,
                                                                   cl_uint *num_platforms) {
  return api::call([&]() -> Status {
    if ((!platforms && !num_platforms) || (platforms && num_entries == 0)) {
      return Error{CL_INVALID_VALUE};
    }
    if (platforms) {
      *platforms = &Platform::get();
    }
    if (num_platforms) {
      *num_platforms = 1;
    }
    return success();
  });
}

[[gnu::visibility("default")]] cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                                    cl_platform_info param_name,
                                                                    size_t param_value_size,
                                                                    void *param_value,
                                                                    size_t *param_value_size_ret) {
  return api::callOn<Platform>(platform ? platform : &Platform::get(), [&](Platform &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
                                  cl_uint num_entries, cl_device_id *devices,
                                  cl_uint *num_devices) {
  return api::callOn<Platform>(platform ? platform : &Platform::get(), [&](Platform &object) {
    return object.deviceIds(device_type, num_entries, devices, num_devices);
  });
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
                                   size_t param_value_size, void *param_value,
                                   size_t *param_value_size_ret) {
  return api::callOn<Device>(device, [&](Device &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device,
                                      const cl_device_partition_property *properties, cl_uint,
                                      cl_device_id *, cl_uint *) {
  // No device can be partitioned, so no property names a way that is supported.
  (void)properties;
  return api::callOn<Device>(in_device, [](Device &) -> Status { return Error{CL_INVALID_VALUE}; });
}

cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
  return api::callOn<Device>(device, [](Device &) { return success(); });
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  return api::callOn<Device>(device, [](Device &) { return success(); });
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp) {
  return api::callOn<Device>(device, [&](Device &) -> Status {
    if (!host_timestamp) {
      return Error{CL_INVALID_VALUE};
    }
    *host_timestamp = static_cast<cl_ulong>(
        std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
    return success();
  });
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                                           cl_ulong *host_timestamp) {
  return api::callOn<Device>(device, [&](Device &object) -> Status {
    if (!device_timestamp || !host_timestamp) {
      return Error{CL_INVALID_VALUE};
    }
    auto opened = object.open();
    if (!opened) {
      return opened.error();
    }
    uint64_t now = 0;
    if (auto status = fromMux(muxGetDeviceTime((*opened)->mux(), &now)); !status) {
      return status;
    }
    *device_timestamp = now;
    return {Error{clGetHostTimer(device, host_timestamp)}};
  });
}

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context, cl_device_id device,
                                                  cl_command_queue) {
  // There are no queues on a device to choose from.
  return api::callOn<Device>(device,
                             [](Device &) -> Status { return Error{CL_INVALID_OPERATION}; });
}
