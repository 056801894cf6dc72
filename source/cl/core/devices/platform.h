// Defines the platform, the one object always present (CL 3.0 §4.1).
//
// The first call of the application creates it, together with the list of devices. The ICD loader
// of the system merges the platforms of all drivers (cl_khr_icd); each driver has one.
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
#include "core/devices/device_selection.h"

namespace cl {

/// The platform. It lives in static storage and is never destroyed: a thread calling the driver
/// during exit still finds it. Thread-safe: the list of devices is immutable after construction.
class Platform final : public _cl_platform_id {
 public:
  /// The members required by fromHandle(), as in Object.
  using Handle = _cl_platform_id;
  static constexpr Kind kindOfObject = Kind::platform;
  static constexpr cl_int invalidError = CL_INVALID_PLATFORM;
  /// The largest number of devices; further ones are ignored. An array of fixed size needs no
  /// destructor.
  static constexpr size_t maxDevices = 64;

  /// Returns the present devices, selected by `names` (selectDevices()), at most maxDevices.
  /// The tools' listing uses it with other names than the platform. A failure of mux gives no
  /// devices.
  static DeviceSelection findDevices(std::string_view names);

  /// Returns the platform, created at the first call. Creation also prints a wrong KILN_DEVICES to
  /// standard error and installs the fork handlers (watchForks()).
  static Platform &get();

  /// Returns the root devices in the order of clGetDeviceIDs.
  std::span<Device> devices() { return {devices_.data(), deviceCount_}; }
  std::span<const Device> devices() const { return {devices_.data(), deviceCount_}; }
  /// Answers clGetPlatformInfo (CL 3.0 §4.1): CL_INVALID_VALUE for an unknown query. Defined in
  /// queries/platform_info.cpp.
  Status info(cl_platform_info name, const InfoWriter &out) const;

  /// Implements clGetDeviceIDs (CL 3.0 §4.2). Writes at most `capacity` handles; `count` gets the
  /// number of all matching devices. `ids` or `count` may be null. Errors:
  ///
  ///   * CL_INVALID_DEVICE_TYPE for a type without known bits, or with unknown ones.
  ///   * CL_INVALID_VALUE for a capacity contradicting `ids`, or nothing to write to.
  ///   * CL_DEVICE_NOT_FOUND if no device matches.
  Status deviceIds(cl_device_type type, cl_uint capacity, cl_device_id *ids, cl_uint *count);

 private:
  /// Only get() creates it.
  Platform();

  /// Returns CL_PLATFORM_EXTENSIONS: the platform's own, and the ones common to all devices (CL 3.0
  /// §4.1).
  std::string extensions() const;

  std::mutex mutex_;  // guards the devices' open instances
  /// The first deviceCount_ elements are devices; the rest is unused. Devices never move, as their
  /// addresses are handles.
  std::array<Device, maxDevices> devices_;
  size_t deviceCount_ = 0;
};

}  // namespace cl
