// Partitions devices into sub-devices (clCreateSubDevices, CL 3.0 §4.3).
//
// A sub-device is a range of compute units. It shares everything but threads with its root: the
// open mux device, its memory and loaded code. So a buffer has one memory for all sub-devices of a
// device, and a program is compiled once for them. Only queues differ: they run on the units of
// their sub-device. Examples for a root of eight units, 0 to 7:
//
//   EQUALLY, 3:           0 1 2 | 3 4 5; two units are left over.
//   BY_COUNTS, 2, 1:      0 1 | 2; the rest is left over.
//   BY_AFFINITY_DOMAIN:   0 1 2 3 | 4 5 6 7, with two L3 caches.
//
// A sub-device can be partitioned again; its units keep the root's numbers.
#pragma once

#include <vector>

#include "core/devices/device.h"

namespace cl {

/// A sub-device. Immutable, thread-safe. Contexts and its own sub-devices keep it alive, and it
/// keeps its parent.
class SubDevice final : public Object<Device, Kind::device, CL_INVALID_DEVICE> {
 public:
  /// A list of partition properties with its terminator.
  using Properties = std::vector<cl_device_partition_property>;

  /// Returns the device passed to clCreateSubDevices: a root device or another sub-device.
  Device &parent() const { return parent_; }
  /// Returns CL_DEVICE_PARTITION_TYPE with its terminator (CL 3.0 §4.2). For "next partitionable"
  /// it names the domain chosen.
  const Properties &partition() const { return partition_; }

 private:
  /// Takes over `partition`, a list with its terminator. `units` lie within the parent's.
  SubDevice(Device &parent, Units units, Properties partition);
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  Device &parent_;
  Ref<SubDevice> keptParent_;  // none if it is a root device
  Properties partition_;
};

/// Creates the sub-devices of clCreateSubDevices (CL 3.0 §4.3), all or none. An unterminated list
/// is the caller's mistake. Errors:
///
///   * CL_INVALID_VALUE for a null list, an unknown or unsupported scheme, or several of them.
///   * CL_DEVICE_PARTITION_FAILED if the device has too few units or no such domain.
///   * CL_INVALID_DEVICE_PARTITION_COUNT for counts of more units than there are.
Result<std::vector<Ref<SubDevice>>> partition(Device &device,
                                              const cl_device_partition_property *properties);

/// Returns CL_DEVICE_PARTITION_PROPERTIES (CL 3.0 §4.2): the schemes giving at least two
/// sub-devices; 0 if none does.
std::vector<cl_device_partition_property> partitionProperties(const Device &device);
/// Returns CL_DEVICE_PARTITION_AFFINITY_DOMAIN (CL 3.0 §4.2): the domains dividing the device.
cl_device_affinity_domain affinityDomains(const Device &device);

}  // namespace cl
