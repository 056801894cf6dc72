// Partitions devices into sub-devices (clCreateSubDevices, CL 3.0 §4.3).
//
// A sub-device is a range of compute units. It shares everything but threads with its root: the
// open mux device, its memory and loaded code. So a buffer has one memory for all sub-devices of a
// device, and a program is compiled once for them. Only queues differ: they run on the units of
// their sub-device.
#pragma once

#include <vector>

#include "core/devices/device.h"

namespace cl {

/// Immutable, thread-safe. Contexts and its own sub-devices keep it alive.
class SubDevice final : public Object<Device, Kind::device, CL_INVALID_DEVICE> {
 public:
  using Properties = std::vector<cl_device_partition_property>;

  Device &parent() const { return parent_; }
  /// Returns CL_DEVICE_PARTITION_TYPE with its terminator.
  const Properties &partition() const { return partition_; }

 private:
  SubDevice(Device &parent, Units units, Properties partition);
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  Device &parent_;
  Ref<SubDevice> keptParent_;  // none if it is a root device
  Properties partition_;
};

/// Creates the sub-devices of clCreateSubDevices, with the errors of CL 3.0 §4.3. An unterminated
/// list is the caller's mistake.
Result<std::vector<Ref<SubDevice>>> partition(Device &device,
                                              const cl_device_partition_property *properties);

/// Returns CL_DEVICE_PARTITION_PROPERTIES: the schemes that give at least two sub-devices; 0 if
/// none does.
std::vector<cl_device_partition_property> partitionProperties(const Device &device);
/// Returns CL_DEVICE_PARTITION_AFFINITY_DOMAIN.
cl_device_affinity_domain affinityDomains(const Device &device);

}  // namespace cl
