// Implements partitioning: each scheme turns the range of a device into ranges of its sub-devices.
//
// The schemes share the types Property and Units. They check their own values; partition() checks
// the device and the shape of the list. Sub-devices then copy everything but the range from their
// parent.
#include "core/devices/sub_device.h"

#include <algorithm>
#include <span>

namespace cl {
namespace {

using Property = cl_device_partition_property;
using Units = Device::Units;

/// Cuts a device at the boundaries of a domain's groups. Returns the pieces inside of the device.
std::vector<Units> groupsIn(const mux_domain_info_t &domain, Units within) {
  std::vector<Units> groups;
  const uint32_t end = within.first + within.count;
  uint32_t first = 0;
  for (uint32_t size : std::span(domain.group_sizes, domain.group_count)) {
    const uint32_t from = std::max(first, within.first), to = std::min(first + size, end);
    if (from < to) {
      groups.push_back({from, to - from});
    }
    first += size;
  }
  return groups;
}

/// CL 3.0 §4.3 CL_DEVICE_PARTITION_EQUALLY: CL_INVALID_VALUE, CL_INVALID_DEVICE_PARTITION_COUNT,
/// CL_DEVICE_PARTITION_FAILED. A part with all units would be the device once more, so the device
/// counts as not divided then.
Result<std::vector<Units>> equally(Units whole, Property count) {
  if (count <= 0) {
    return Error{CL_INVALID_VALUE};
  }
  if (count >= whole.count) {
    return Error{count > whole.count ? CL_INVALID_DEVICE_PARTITION_COUNT
                                     : CL_DEVICE_PARTITION_FAILED};
  }
  std::vector<Units> parts;
  const auto each = static_cast<uint32_t>(count);
  for (uint32_t used = 0; whole.count - used >= each; used += each) {
    parts.push_back({whole.first + used, each});
  }
  return parts;
}

/// CL 3.0 §4.3 CL_DEVICE_PARTITION_BY_COUNTS: CL_INVALID_VALUE, CL_INVALID_DEVICE_PARTITION_COUNT.
Result<std::vector<Units>> byCounts(Units whole, std::span<const Property> counts) {
  if (counts.empty()) {
    return Error{CL_INVALID_VALUE};
  }
  std::vector<Units> parts;
  uint32_t used = 0;
  for (Property count : counts) {
    if (count < 0 || count > whole.count - used) {
      return Error{CL_INVALID_DEVICE_PARTITION_COUNT};
    }
    parts.push_back({whole.first + used, static_cast<uint32_t>(count)});
    used += static_cast<uint32_t>(count);
  }
  return parts;
}

/// Partitions by an affinity domain. "Next partitionable" picks the largest domain that divides the
/// device, and stores it in `domain`. CL 3.0 §4.3: CL_INVALID_VALUE, CL_DEVICE_PARTITION_FAILED.
Result<std::vector<Units>> byDomain(const Device &device, Property &domain) {
  constexpr Property all = CL_DEVICE_AFFINITY_DOMAIN_NUMA | CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE |
                           CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE | CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE |
                           CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE;
  const bool isNext = domain == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  const bool isOne = domain > 0 && (domain & (domain - 1)) == 0 && (domain & all) != 0;
  if (!isNext && !isOne) {
    return Error{CL_INVALID_VALUE};
  }
  for (const mux_domain_info_t &candidate : device.domains()) {
    if (!isNext && static_cast<Property>(candidate.domain) != domain) {
      continue;
    }
    auto groups = groupsIn(candidate, device.units());
    if (groups.size() >= 2) {
      domain = candidate.domain;
      return groups;
    }
  }
  return Error{CL_DEVICE_PARTITION_FAILED};
}

}  // namespace

SubDevice::SubDevice(Device &parent, Units units, Properties partition)
    : parent_(parent), keptParent_(parent.sub()), partition_(std::move(partition)) {
  platform_ = parent.platform_;
  info_ = parent.info_;
  type_ = parent.type_;
  subGroupSize_ = parent.subGroupSize_;
  openMutex_ = parent.openMutex_;
  units_ = units;
  sub_ = this;
}

/// CL 3.0 §4.3 clCreateSubDevices: CL_INVALID_VALUE for an unsupported scheme,
/// CL_DEVICE_PARTITION_FAILED.
Result<std::vector<Ref<SubDevice>>> partition(Device &device, const Property *properties) {
  if (!properties) {
    return Error{CL_INVALID_VALUE};
  }
  const bool isKnown = properties[0] == CL_DEVICE_PARTITION_EQUALLY ||
                       properties[0] == CL_DEVICE_PARTITION_BY_COUNTS ||
                       properties[0] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
  const bool isByDomain = properties[0] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
  if (!isKnown || !device.mux().has_unit_queues || (isByDomain && device.domains().empty())) {
    return Error{CL_INVALID_VALUE};
  }
  if (device.units().count < 2) {
    return Error{CL_DEVICE_PARTITION_FAILED};
  }
  Result<std::vector<Units>> parts = Error{CL_INVALID_VALUE};
  SubDevice::Properties made = {properties[0]};
  if (properties[0] == CL_DEVICE_PARTITION_BY_COUNTS) {
    const Property *end = properties + 1;
    while (*end != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END) {
      ++end;
    }
    parts = byCounts(device.units(), {properties + 1, end});
    made.insert(made.end(), properties + 1, end + 1);
  } else {
    Property value = properties[1];
    if (value == 0 || properties[2] != 0) {  // one way at a time
      return Error{CL_INVALID_VALUE};
    }
    parts = properties[0] == CL_DEVICE_PARTITION_EQUALLY ? equally(device.units(), value)
                                                         : byDomain(device, value);
    made.push_back(value);
  }
  if (!parts) {
    return parts.error();
  }
  made.push_back(0);
  std::vector<Ref<SubDevice>> devices;
  for (Units units : *parts) {
    devices.push_back(make<SubDevice>(device, units, made));
  }
  return devices;
}

std::vector<Property> partitionProperties(const Device &device) {
  std::vector<Property> ways;
  if (device.mux().has_unit_queues && device.units().count >= 2) {
    ways = {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
  }
  if (affinityDomains(device) != 0) {
    ways.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  }
  return ways.empty() ? std::vector<Property>{0} : ways;
}

cl_device_affinity_domain affinityDomains(const Device &device) {
  cl_device_affinity_domain bits = 0;
  for (const mux_domain_info_t &domain : device.domains()) {
    if (groupsIn(domain, device.units()).size() >= 2) {
      bits |= domain.domain | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
    }
  }
  return bits;
}

}  // namespace cl
