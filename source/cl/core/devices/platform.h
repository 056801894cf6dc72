// Defines the platform, the one object that always exists.
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

/// Lives in static storage and is never destroyed: a thread that calls the driver during exit still
/// finds it. Thread-safe.
class Platform final : public _cl_platform_id {
 public:
  using Handle = _cl_platform_id;
  static constexpr Kind kindOfObject = Kind::platform;
  static constexpr cl_int invalidError = CL_INVALID_PLATFORM;
  /// Further devices are ignored.
  static constexpr size_t maxDevices = 64;

  /// Returns the present devices, selected by `names` (selectDevices()).
  static std::vector<mux_device_info_t> findDevices(std::string_view names, std::string &error);

  /// Returns the platform, created at the first call.
  static Platform &get();

  std::span<Device> devices() { return {devices_.data(), deviceCount_}; }
  std::span<const Device> devices() const { return {devices_.data(), deviceCount_}; }
  /// Answers clGetPlatformInfo (CL 3.0 §4.1); defined in queries/platform_info.cpp.
  Status info(cl_platform_info name, const InfoWriter &out) const;

  /// Implements clGetDeviceIDs (CL 3.0 §4.2): CL_INVALID_DEVICE_TYPE, CL_INVALID_VALUE,
  /// CL_DEVICE_NOT_FOUND.
  Status deviceIds(cl_device_type type, cl_uint capacity, cl_device_id *ids, cl_uint *count);

 private:
  Platform();

  /// Returns CL_PLATFORM_EXTENSIONS: the platform's own, and those of all devices.
  std::string extensions() const;

  std::mutex mutex_;  // guards the devices' open instances
  std::array<Device, maxDevices> devices_;
  size_t deviceCount_ = 0;
};

}  // namespace cl
