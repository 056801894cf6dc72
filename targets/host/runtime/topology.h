// Finds the processors allowed to this process, and the caches and memory shared among them.
//
// clCreateSubDevices by affinity domain (CL 3.0 §4.3) needs both: sub-devices are ranges [first,
// first + count) of compute units, and the processors behind the units give each range a common
// cache. For two packages with two cores each:
//
//   processors   0 2 1 3
//
//   numa         groups 2 2
//   L3           groups 2 2
//   L2           groups 1 1 1 1
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mux/device.h"

namespace host {

/// The groups of one domain: the number of processors in each, in the order of `processors`.
struct Domain {
  /// The kind of memory or cache that a group shares.
  mux_domain_t domain;
  /// At least two counts, none of them 0. Their sum is the number of processors.
  std::vector<uint32_t> groups;
};

/// The processors of the device, in an order by which sub-devices are contiguous ranges.
struct Topology {
  /// Numbers of the processors. Processors that share something are neighbours.
  std::vector<uint32_t> processors;
  /// Domains with at least two groups, the largest groups first.
  std::vector<Domain> domains;
};

/// The groups of one processor: for each domain, numa first and the first level's cache last, the
/// number of its group; -1 if the system does not say.
struct ProcessorGroups {
  /// The number that Linux gives to the processor, as in affinity masks.
  uint32_t processor;
  /// Indexed as: numa, L4, L3, L2, L1. A cache is named by the first processor that shares it.
  int64_t groups[5];
};

/// Orders the processors and derives the domains.
///
/// A domain with an unknown group is left out, and so is one whose groups are not each within one
/// group of the larger domains: its sub-devices would not be contiguous.
Topology arrange(std::vector<ProcessorGroups> processors);

/// Reads the groups from /sys/devices/system below `root`, some twenty files for each processor.
/// `root` is empty on a real system; tests give a folder. Files that are missing leave -1.
std::vector<ProcessorGroups> readProcessorGroups(const std::vector<uint32_t> &processors,
                                                 const std::string &root);

/// Returns the topology of the processors in the first caller's affinity mask. Constant;
/// thread-safe.
const Topology &processorTopology();

}  // namespace host
