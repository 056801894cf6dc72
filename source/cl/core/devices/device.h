// Defines devices of the platform and their open instances, shared by contexts.
#pragma once

#include <mutex>
#include <span>
#include <string_view>

#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "mux/mux.h"

namespace cl {

class Device;
class Platform;
class SubDevice;

/// An open mux device. All contexts share it, so that their queues share threads. Sub-devices share
/// it with their root. Immutable, thread-safe.
class OpenDevice final : public RefCounted {
 public:
  OpenDevice(Device &device, mux_device_info_t info, mux_device_t mux, uint32_t generation)
      : device_(device), info_(info), mux_(mux), generation_(generation) {}

  Device &device() const { return device_; }
  mux_device_t mux() const { return mux_; }
  const mux_device_info_s &info() const { return *info_; }
  /// Returns the fork generation in which it was opened (process.h).
  uint32_t generation() const { return generation_; }
  /// Tells if new contexts may use the instance: it is of this process and has not failed.
  bool isUsable() const;

 private:
  ~OpenDevice() override;

  Device &device_;
  mux_device_info_t info_;
  mux_device_t mux_;
  uint32_t generation_;
};

/// A root device, owned by the platform, or the base of a SubDevice. Immutable except for the open
/// instance; thread-safe.
class Device : public _cl_device_id {
 public:
  using Handle = _cl_device_id;
  static constexpr Kind kindOfObject = Kind::device;
  static constexpr cl_int invalidError = CL_INVALID_DEVICE;

  Device() = default;
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  /// Fills in a root device; `openMutex` guards the open instance.
  void initialize(Platform &platform, mux_device_info_t info, std::mutex &openMutex);

  _cl_device_id *handle() { return this; }
  Platform &platform() const { return *platform_; }
  /// Returns the device properties that the target reports.
  const mux_device_info_s &mux() const { return *info_; }
  /// Compute units, numbered as in the root device.
  struct Units {
    uint32_t first = 0, count = 0;
  };
  /// Returns the compute units of the device.
  Units units() const { return units_; }
  /// Returns the affinity domains of the root device; none if queues cannot run on a part of it.
  std::span<const mux_domain_info_t> domains() const;
  /// Returns null for a root device.
  SubDevice *sub() const { return sub_; }
  /// Returns the root device of a sub-device, else itself.
  Device &root();

  /// Returns CL_DEVICE_TYPE (CL 3.0 §4.2).
  cl_device_type type() const;
  /// Returns the sub-group size of kernels that require no other, in work-items; 0 without
  /// sub-groups.
  uint32_t subGroupSize() const { return subGroupSize_; }
  /// Tells if clGetDeviceIDs(type) lists the device (CL 3.0 §4.2).
  bool matches(cl_device_type type) const;
  /// Answers clGetDeviceInfo (CL 3.0 §4.2); defined in queries/device_info.cpp.
  Status info(cl_device_info name, const InfoWriter &out) const;

  /// Returns the root's open instance, opened if this process has none. CL_OUT_OF_RESOURCES on
  /// failure.
  Result<Ref<OpenDevice>> open();

 private:
  friend class OpenDevice;

  friend class SubDevice;

  Platform *platform_ = nullptr;
  mux_device_info_t info_ = nullptr;
  std::mutex *openMutex_ = nullptr;
  OpenDevice *open_ = nullptr;  // of a root device; weak; guarded by *openMutex_
  Units units_;
  uint32_t subGroupSize_ = 0;  // each launch asks for it
  SubDevice *sub_ = nullptr;
};

}  // namespace cl
