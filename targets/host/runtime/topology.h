// Finds the processors allowed to this process, and the caches and memory shared among them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mux/device.h"

namespace host {

/// The groups of one domain: how many processors each has, in the order of `processors`.
struct Domain {
  mux_domain_t domain;
  std::vector<uint32_t> groups;
};

struct Topology {
  /// Numbers of the processors, those that share something beside each other.
  std::vector<uint32_t> processors;
  /// Domains that divide them into two groups at least, the largest groups first.
  std::vector<Domain> domains;
};

/// What a processor shares with others: for each domain, numa first and the first level's cache
/// last, the number of its group; -1 if the system does not say.
struct ProcessorGroups {
  uint32_t processor;
  int64_t groups[5];
};

/// A domain of which anything is unknown is left out, and so is one whose groups are not each
/// within one group of the larger domains.
Topology arrange(std::vector<ProcessorGroups> processors);

/// Reads /sys/devices/system; `root` stands before it.
std::vector<ProcessorGroups> readProcessorGroups(const std::vector<uint32_t> &processors,
                                                 const std::string &root);

/// Of the processors in the affinity mask of the first caller.
const Topology &processorTopology();

}  // namespace host
