// Entry points of platforms and devices (CL 3.0 §4.1 to §4.3).
//
// clGetPlatformIDs and clGetPlatformInfo are exported: the ICD loader calls them before it has a
// handle (icd/extensions.cpp). A null platform stands for the only one, as CL 3.0 §4.1 leaves open.

#include "core/devices/platform.h"

#include <chrono>

#include "api/adapter.h"
#include "core/context/context.h"
#include "core/devices/sub_device.h"

using namespace cl;

namespace {

/// The host's clock, in nanoseconds.
cl_ulong hostTime() {
  return static_cast<cl_ulong>(
      std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
}

}  // namespace

/// CL 3.0 §4.1 clGetPlatformIDs: CL_INVALID_VALUE for nothing to write to, or a list without
/// entries.
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

/// CL 3.0 §4.1: Platform::info() has the queries.
[[gnu::visibility("default")]] cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                                    cl_platform_info param_name,
                                                                    size_t param_value_size,
                                                                    void *param_value,
                                                                    size_t *param_value_size_ret) {
  return api::callOn<Platform>(platform ? platform : &Platform::get(), [&](Platform &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

/// CL 3.0 §4.2: Platform::deviceIds() has the errors.
cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
                                  cl_uint num_entries, cl_device_id *devices,
                                  cl_uint *num_devices) {
  return api::callOn<Platform>(platform ? platform : &Platform::get(), [&](Platform &object) {
    return object.deviceIds(device_type, num_entries, devices, num_devices);
  });
}

/// CL 3.0 §4.2: queries/device_info.cpp has the tables.
cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
                                   size_t param_value_size, void *param_value,
                                   size_t *param_value_size_ret) {
  return api::callOn<Device>(device, [&](Device &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

/// CL 3.0 §4.3 clCreateSubDevices: CL_INVALID_VALUE for a list shorter than the number of
/// sub-devices, or nothing to write to. With the number only, nothing is created for the
/// application.
cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device,
                                      const cl_device_partition_property *properties,
                                      cl_uint num_devices, cl_device_id *out_devices,
                                      cl_uint *num_devices_ret) {
  return api::callOn<Device>(in_device, [&](Device &object) -> Status {
    auto devices = partition(object, properties);
    if (!devices) {
      return devices.error();
    }
    const bool isTooShort = out_devices && num_devices < devices->size();
    if ((!out_devices && !num_devices_ret) || isTooShort) {
      return Error{CL_INVALID_VALUE};
    }
    for (size_t i = 0; out_devices && i < devices->size(); ++i) {
      out_devices[i] = publish((*devices)[i]);
    }
    if (num_devices_ret) {
      *num_devices_ret = static_cast<cl_uint>(devices->size());
    }
    return success();
  });
}

/// CL 3.0 §4.3: root devices have no count.
cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
  return api::callOn<Device>(device, [](Device &object) {
    if (SubDevice *sub = object.sub()) {
      sub->apiRetain();
    }
    return success();
  });
}

/// CL 3.0 §4.3 clReleaseDevice: CL_INVALID_DEVICE for a sub-device without references of the
/// application.
cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  return api::callOn<Device>(device, [](Device &object) -> Status {
    SubDevice *sub = object.sub();
    return !sub || sub->apiRelease() ? success() : Status(Error{CL_INVALID_DEVICE});
  });
}

/// CL 3.0 §4.2 clGetHostTimer: CL_INVALID_VALUE without a place for the time.
cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp) {
  return api::callOn<Device>(device, [&](Device &) -> Status {
    if (!host_timestamp) {
      return Error{CL_INVALID_VALUE};
    }
    *host_timestamp = hostTime();
    return success();
  });
}

/// CL 3.0 §4.2 clGetDeviceAndHostTimer: CL_INVALID_VALUE without places for both times.
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
    *host_timestamp = hostTime();
    return success();
  });
}

/// CL 3.0 §5.1 clSetDefaultDeviceCommandQueue: CL_INVALID_OPERATION, since no device has on-device
/// queues.
cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue) {
  return api::callOn<Context>(context, [&](Context &object) -> Status {
    auto checked = fromHandle<Device>(device);
    const bool isMember = checked && object.memberOf(**checked);
    return Error{isMember ? CL_INVALID_OPERATION : CL_INVALID_DEVICE};
  });
}
