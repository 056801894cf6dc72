// Arranges processors so that each group of each domain is a contiguous range.
//
// Sorting by (numa, L4, L3, L2, L1, number) puts processors with common groups side by side. For
// four cores with two threads each, numbered as Linux does:
//
//   processor   0 1 2 3 4 5 6 7            sorted   0 4 1 5 2 6 3 7
//
//   L1 group    0 1 2 3 0 1 2 3                     0 0 1 1 2 2 3 3
//
//   L3 group    0 0 1 1 0 0 1 1                     0 0 0 0 1 1 1 1
//
// A group that is still in two places, or crosses a group of a larger domain, shows a system that
// this model does not fit; its domain is then not offered.
#include "topology.h"

#include <algorithm>
#include <string_view>

#include "cpu.h"
#include "system_files.h"

namespace host {
namespace {

// The domains, from the largest to the smallest groups.
constexpr size_t domainCount = 5;
constexpr mux_domain_t domains[domainCount] = {mux_domain_numa, mux_domain_l4_cache,
                                               mux_domain_l3_cache, mux_domain_l2_cache,
                                               mux_domain_l1_cache};
constexpr int64_t unknown = -1;

// Returns the first number of a list as the name of a group, or `unknown`.
int64_t groupIn(std::string_view text) {
  const auto number = parseNumber(text);
  return number ? static_cast<int64_t>(*number) : unknown;
}

// Returns true if a list as "0-3,8" has the number.
bool listContains(std::string_view list, uint32_t number) {
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(','));
    list.remove_prefix(std::min(part.size() + 1, list.size()));
    const size_t dash = part.find('-');
    const auto first = parseNumber(part);
    const auto last = dash == part.npos ? first : parseNumber(part.substr(dash + 1));
    if (first && last && *first <= number && number <= *last) {
      return true;
    }
  }
  return false;
}

// Returns the index in `domains` of a cache level, or domainCount for an unknown level.
size_t domainOfLevel(uint64_t level) {
  return level >= 1 && level <= 4 ? domainCount - static_cast<size_t>(level) : domainCount;
}

// Sets the groups of one processor's caches. A cache is known by the first processor that shares
// it.
void readCaches(ProcessorGroups &processor, const std::string &folder) {
  for (int index = 0; index < 16; ++index) {
    const std::string cache = folder + "/cache/index" + std::to_string(index);
    const std::string type = readLine(cache + "/type");
    if (type.empty()) {
      return;
    }
    const size_t domain = domainOfLevel(parseNumber(readLine(cache + "/level")).value_or(0));
    if (domain != domainCount && type != "Instruction") {
      processor.groups[domain] = groupIn(readLine(cache + "/shared_cpu_list"));
    }
  }
}

// True if both processors share the domain's cache or memory.
bool isSameGroup(const ProcessorGroups &a, const ProcessorGroups &b, size_t domain) {
  return a.groups[domain] == b.groups[domain];
}

// Returns the sizes of a domain's groups in sorted order.
//
// Empty if a group is unknown or in several places, or crosses a group of the larger domains in
// `kept`.
std::vector<uint32_t> groupSizes(const std::vector<ProcessorGroups> &sorted, size_t domain,
                                 const std::vector<size_t> &kept) {
  std::vector<uint32_t> sizes;
  std::vector<int64_t> seen;
  for (size_t i = 0; i < sorted.size(); ++i) {
    const int64_t group = sorted[i].groups[domain];
    if (group == unknown) {
      return {};
    }
    if (i == 0 || !isSameGroup(sorted[i], sorted[i - 1], domain)) {
      if (std::ranges::count(seen, group) != 0) {
        return {};
      }
      seen.push_back(group);
      sizes.push_back(1);
      continue;
    }
    ++sizes.back();
    const auto crosses = [&](size_t larger) {
      return !isSameGroup(sorted[i], sorted[i - 1], larger);
    };
    if (std::ranges::any_of(kept, crosses)) {
      return {};
    }
  }
  return sizes;
}

}  // namespace

// Sorts by groups, then lets each domain prove that its groups are contiguous and nested.
Topology arrange(std::vector<ProcessorGroups> processors) {
  std::ranges::sort(processors, [](const ProcessorGroups &a, const ProcessorGroups &b) {
    const bool isBefore = std::ranges::lexicographical_compare(a.groups, b.groups);
    return std::ranges::equal(a.groups, b.groups) ? a.processor < b.processor : isBefore;
  });
  Topology topology;
  for (const ProcessorGroups &processor : processors) {
    topology.processors.push_back(processor.processor);
  }
  std::vector<size_t> kept;
  for (size_t domain = 0; domain < domainCount; ++domain) {
    auto sizes = groupSizes(processors, domain, kept);
    if (sizes.size() >= 2) {
      kept.push_back(domain);
      topology.domains.push_back({domains[domain], std::move(sizes)});
    }
  }
  return topology;
}

// A node's index is its group; caches are read for each processor.
std::vector<ProcessorGroups> readProcessorGroups(const std::vector<uint32_t> &processors,
                                                 const std::string &root) {
  const std::string system = root + "/sys/devices/system/";
  std::vector<std::string> nodes;
  while (true) {
    std::string list = readLine(system + "node/node" + std::to_string(nodes.size()) + "/cpulist");
    if (list.empty()) {
      break;
    }
    nodes.push_back(std::move(list));
  }
  std::vector<ProcessorGroups> result;
  for (uint32_t number : processors) {
    ProcessorGroups processor = {number, {unknown, unknown, unknown, unknown, unknown}};
    const auto node =
        std::ranges::find_if(nodes, [&](const auto &list) { return listContains(list, number); });
    processor.groups[0] = node == nodes.end() ? unknown : node - nodes.begin();
    readCaches(processor, system + "cpu/cpu" + std::to_string(number));
    result.push_back(processor);
  }
  return result;
}

const Topology &processorTopology() {
  // Never destroyed: the device info points into it, and threads may run when the process exits.
  static const auto *const topology =
      new Topology(arrange(readProcessorGroups(affinityProcessors(), "")));
  return *topology;
}

}  // namespace host
