// Sub-devices: some of the compute units of a device (clCreateSubDevices).
//
// A sub-device shares all but the threads with its root: the open mux device, with it memory and
// loaded code. So a buffer of a context with several sub-devices of one device is one memory, and a
// program is compiled once for all of them. Only queues differ: they run on the units of their
// sub-device.
#pragma once

#include <vector>

#include "core/devices/device.h"

namespace cl {

/// Immutable, thread-safe. Contexts and sub-devices of its own keep it.
class SubDevice final : public Object<Device, Kind::device, CL_INVALID_DEVICE> {
 public:
  using Properties = std::vector<cl_device_partition_property>;

  Device &parent() const { return parent_; }
  /// The way it was made, with its terminator (CL_DEVICE_PARTITION_TYPE).
  const Properties &partition() const { return partition_; }

 private:
  SubDevice(Device &parent, Units units, Properties partition);
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  Device &parent_;
  Ref<SubDevice> keptParent_;  // none if it is a root device
  Properties partition_;
};

/// The sub-devices that clCreateSubDevices makes, with its errors. A list that does not end
/// with 0 is the caller's mistake.
Result<std::vector<Ref<SubDevice>>> partition(Device &device,
                                              const cl_device_partition_property *properties);

/// Ways that make at least two of the device (CL_DEVICE_PARTITION_PROPERTIES); 0 if there is none.
std::vector<cl_device_partition_property> partitionProperties(const Device &device);
/// CL_DEVICE_PARTITION_AFFINITY_DOMAIN.
cl_device_affinity_domain affinityDomains(const Device &device);

}  // namespace cl
