// Defines devices of the platform and their open instances, shared by contexts.
//
// A device is in one of two states. As listed (Device), it is a set of properties: queries work,
// and nothing runs. Opened (OpenDevice), it has a mux device with threads and memory. The first
// context opens it, the last one closes it:
//
//   clGetDeviceIDs:    a Device of the platform, for the life of the process.
//   clCreateContext:   Device::open() makes an OpenDevice, or adds a reference to the present one.
//   clReleaseContext:  the last reference of the OpenDevice closes the mux device.
//
// A process listing all devices without using them thus starts no thread. After a fork, the child
// opens devices anew, because threads of the parent do not exist there.
#pragma once

#include <algorithm>
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

/// An open mux device. All contexts share it, so that their queues share threads: with two sets of
/// threads, two contexts would compete for the same cores. Sub-devices share it with their root.
/// Immutable, thread-safe.
class OpenDevice final : public RefCounted {
 public:
  /// Takes over `mux`. `generation` is forkGeneration() at its opening.
  OpenDevice(Device &device, mux_device_info_t info, mux_device_t mux, uint32_t generation)
      : device_(device), info_(info), mux_(mux), generation_(generation) {}

  /// Returns the root device.
  Device &device() const { return device_; }
  /// Returns the handle for calls of mux; valid as long as this object.
  mux_device_t mux() const { return mux_; }
  /// Returns the properties of the device; the same object as Device::mux().
  const mux_device_info_s &info() const { return *info_; }
  /// Returns the fork generation of its opening (process.h). In another generation its threads are
  /// gone.
  uint32_t generation() const { return generation_; }
  /// Tells if new contexts may use the instance: it is of this process and has not failed. A device
  /// with a process or a simulator behind it may fail; its contexts are lost then, and new ones get
  /// a new instance. The caller holds the lock of the open instance.
  bool isUsable() const;

 private:
  ~OpenDevice() override;

  Device &device_;
  mux_device_info_t info_;
  mux_device_t mux_;
  uint32_t generation_;
};

/// A root device, owned by the platform, or the base of a SubDevice. Immutable except for the open
/// instance; thread-safe. Root devices live as long as the process: clRetainDevice and
/// clReleaseDevice have no effect on them (CL 3.0 §4.3). SubDevice adds counts.
class Device : public _cl_device_id {
 public:
  /// The members required by fromHandle(), as in Object.
  using Handle = _cl_device_id;
  static constexpr Kind kindOfObject = Kind::device;
  static constexpr cl_int invalidError = CL_INVALID_DEVICE;

  Device() = default;
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  /// Fills in a root device. `info` lives as long as the process; `openMutex` guards the open
  /// instance, and is one lock for all devices, as forks have to hold it.
  void initialize(Platform &platform, mux_device_info_t info, std::mutex &openMutex);

  /// Returns the handle seen by the application.
  _cl_device_id *handle() { return this; }
  /// Returns the platform of the device, also of a sub-device.
  Platform &platform() const { return *platform_; }
  /// Returns the device properties reported by the target. A sub-device has those of its root.
  const mux_device_info_s &mux() const { return *info_; }
  /// A range of compute units, numbered as in the root device: [first, first + count).
  struct Units {
    uint32_t first = 0, count = 0;
  };
  /// Returns the compute units of the device: CL_DEVICE_MAX_COMPUTE_UNITS is their number (CL 3.0
  /// §4.2). Queues of the device run work-groups on them only.
  Units units() const { return units_; }
  /// Returns the affinity domains of the root device, the largest groups first; none if queues
  /// cannot run on a range of its units. clCreateSubDevices cuts along their boundaries (CL 3.0
  /// §4.3).
  std::span<const mux_domain_info_t> domains() const;
  /// Returns this device as a sub-device, or null for a root device.
  SubDevice *sub() const { return sub_; }
  /// Returns the root device of a sub-device, also of one made from a sub-device; else itself.
  Device &root();

  /// Tells if `device` is this one, or a sub-device of it in any generation.
  bool contains(const Device &device) const;

  /// Returns CL_DEVICE_TYPE (CL 3.0 §4.2), one bit without CL_DEVICE_TYPE_DEFAULT.
  cl_device_type type() const { return type_; }
  /// Returns the sub-group size of kernels without a required one, in work-items; 0 without
  /// sub-groups. It follows the width of the device's vectors, so it is computed once.
  uint32_t subGroupSize() const { return subGroupSize_; }
  /// Returns the number of 32-bit lanes: work-groups of a multiple of it fill their SIMD groups.
  size_t groupSizeMultiple() const { return std::max(1u, info_->native_vector_width_bits / 32); }
  /// Tells if clGetDeviceIDs(type) lists the device (CL 3.0 §4.2). CL_DEVICE_TYPE_ALL leaves out
  /// custom devices; the first device of the platform is the default one.
  bool matches(cl_device_type type) const;
  /// Answers clGetDeviceInfo (CL 3.0 §4.2): CL_INVALID_VALUE for an unknown query, or one of an
  /// extension missing on the device. Defined in queries/device_info.cpp.
  Status info(cl_device_info name, const InfoWriter &out) const;

  /// Returns the root's open instance, opened if this process has none or if the present one has
  /// failed. CL_OUT_OF_RESOURCES on failure (CL 3.0 §4.4 clCreateContext).
  Result<Ref<OpenDevice>> open();

 private:
  friend class OpenDevice;

  friend class SubDevice;

  Platform *platform_ = nullptr;
  mux_device_info_t info_ = nullptr;
  cl_device_type type_ = 0;
  std::mutex *openMutex_ = nullptr;
  OpenDevice *open_ = nullptr;  // of a root device; weak; guarded by *openMutex_
  Units units_;
  uint32_t subGroupSize_ = 0;  // each launch asks for it
  SubDevice *sub_ = nullptr;
};

}  // namespace cl
