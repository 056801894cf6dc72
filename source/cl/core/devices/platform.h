// The platform: the one object that is always there.
#pragma once

#include <array>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/devices/device.h"

namespace cl {

/// Lives in static storage and is never destroyed: a thread that calls the driver while
/// the process ends still finds it, and nothing of it is left to free. Thread-safe.
class Platform final : public _cl_platform_id {
 public:
  using Handle = _cl_platform_id;
  static constexpr Kind kindOfObject = Kind::platform;
  static constexpr cl_int invalidError = CL_INVALID_PLATFORM;
  static constexpr size_t maxDevices = 64;

  /// The devices that are there, as selectDevices() chooses by `names`.
  static std::vector<mux_device_info_t> findDevices(std::string_view names, std::string &error);

  static Platform &get();

  std::span<Device> devices() { return {devices_.data(), deviceCount_}; }
  std::span<const Device> devices() const { return {devices_.data(), deviceCount_}; }
  Status info(cl_platform_info name, const InfoWriter &out) const;

  /// The devices of a type, as handles. CL_INVALID_DEVICE_TYPE, CL_INVALID_VALUE or
  /// CL_DEVICE_NOT_FOUND as clGetDeviceIDs.
  Status deviceIds(cl_device_type type, cl_uint capacity, cl_device_id *ids, cl_uint *count);

 private:
  Platform();

  /// Its own, and those that all devices have (CL_PLATFORM_EXTENSIONS).
  std::string extensions() const;

  std::mutex mutex_;  // guards the devices' open instances
  std::array<Device, maxDevices> devices_;
  size_t deviceCount_ = 0;
};

}  // namespace cl
