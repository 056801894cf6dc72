// Processors, memory and caches, as the kernel and the cgroups of this process limit them.
//
// A container has the machine's /proc, but a quota of its own in the cgroup's files. A limit may
// stand at any level of the hierarchy, so the folders from the root down to the process's group are
// read, and the least value counts.
#include <sched.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <limits>
#include <optional>
#include <vector>

#include "cpu.h"
#include "system_files.h"

namespace host {
namespace {

constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();

// Returns the folders of this process's group and of all groups above it, the root first.
//
// `controller` names a hierarchy of version 1; empty is version 2. Lines of /proc/self/cgroup are
// "0::/path" for version 2 and "4:cpu,cpuacct:/path" for version 1.
std::vector<std::string> cgroupFolders(const std::string &systemRoot, std::string_view controller) {
  std::ifstream file(systemRoot + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    bool isWanted = controller.empty() ? controllers == ",,"
                                       : controllers.find("," + std::string(controller) + ",") !=
                                             std::string::npos;
    if (!isWanted) {
      continue;
    }
    std::string root = systemRoot + "/sys/fs/cgroup";
    if (!controller.empty()) {
      root += "/" + std::string(controller);
    }
    std::vector<std::string> folders = {root};
    std::string path = line.substr(second + 1);
    for (size_t end = 1; end < path.size(); ++end) {
      end = std::min(path.find('/', end), path.size());
      folders.push_back(root + path.substr(0, end));
    }
    return folders;
  }
  return {};
}

// Returns the processors of a quota of time per period, rounded up, at least 1.
uint64_t quotaProcessors(uint64_t quota, uint64_t period) {
  return period == 0 ? unlimited : std::max<uint64_t>(1, (quota + period - 1) / period);
}

// Returns the least quota of all groups in processors, or `unlimited`.
uint64_t cgroupProcessors(const std::string &root) {
  uint64_t processors = unlimited;
  for (const std::string &folder : cgroupFolders(root, "")) {
    std::string line = readLine(folder + "/cpu.max");  // "max 100000" or "150000 100000"
    size_t space = line.find(' ');
    auto quota = parseNumber(line);
    if (quota && space != std::string::npos) {
      auto period = parseNumber(std::string_view(line).substr(space + 1));
      processors = std::min(processors, quotaProcessors(*quota, period.value_or(0)));
    }
  }
  for (const std::string &folder : cgroupFolders(root, "cpu")) {
    auto quota = parseNumber(readLine(folder + "/cpu.cfs_quota_us"));  // -1: no limit
    auto period = parseNumber(readLine(folder + "/cpu.cfs_period_us"));
    if (quota && period) {
      processors = std::min(processors, quotaProcessors(*quota, *period));
    }
  }
  return processors;
}

// Returns the least memory limit of all groups in bytes, or `unlimited`.
uint64_t cgroupMemory(const std::string &root) {
  uint64_t limit = unlimited;
  for (const std::string &folder : cgroupFolders(root, "")) {
    limit = std::min(limit, parseNumber(readLine(folder + "/memory.max")).value_or(unlimited));
  }
  for (const std::string &folder : cgroupFolders(root, "memory")) {
    limit = std::min(limit,
                     parseNumber(readLine(folder + "/memory.limit_in_bytes")).value_or(unlimited));
  }
  return limit;
}

// Parses a size as "32768K" or "8M".
uint64_t parseSize(const std::string &text) {
  uint64_t value = parseNumber(text).value_or(0);
  return value << (text.ends_with('K') ? 10 : text.ends_with('M') ? 20 : 0);
}

}  // namespace

// A mask of 16 words covers 1024 processors at first. Without a readable mask all online processors
// count.
std::vector<uint32_t> affinityProcessors() {
  std::vector<uint32_t> processors;
  // The kernel's mask may be longer than cpu_set_t: the buffer doubles until the call succeeds.
  std::vector<unsigned long> mask(16);
  while (mask.size() <= 1 << 16) {
    const size_t bytes = mask.size() * sizeof mask[0];
    auto *set = reinterpret_cast<cpu_set_t *>(mask.data());
    if (sched_getaffinity(0, bytes, set) == 0) {
      for (uint32_t i = 0; i < bytes * 8; ++i) {
        if (CPU_ISSET_S(i, bytes, set)) {
          processors.push_back(i);
        }
      }
      return processors;
    }
    mask.resize(mask.size() * 2);
  }
  for (long i = 0; i < std::max(1l, sysconf(_SC_NPROCESSORS_ONLN)); ++i) {
    processors.push_back(static_cast<uint32_t>(i));
  }
  return processors;
}

// A quota of one and a half processors gives two: the second worker runs half of the time.
uint32_t usableProcessors(const std::string &root) {
  uint64_t count = std::min<uint64_t>(affinityProcessors().size(), cgroupProcessors(root));
  return static_cast<uint32_t>(std::max<uint64_t>(1, count));
}

// 1 GiB if the system tells nothing.
uint64_t usableMemory(const std::string &root) {
  struct sysinfo info = {};
  uint64_t physical = sysinfo(&info) == 0 ? uint64_t{info.totalram} * info.mem_unit : 1u << 30;
  return std::min(physical, cgroupMemory(root));
}

// A folder cache/index<n> describes one cache; instruction caches do not count.
CacheInfo detectCaches() {
  CacheInfo caches;
  for (int index = 0; index < 8; ++index) {
    std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index);
    std::string type = readLine(folder + "/type");
    if (type.empty()) {
      break;
    }
    if (type == "Instruction") {
      continue;
    }
    caches.lastLevelSize = std::max(caches.lastLevelSize, parseSize(readLine(folder + "/size")));
    uint64_t line = parseNumber(readLine(folder + "/coherency_line_size")).value_or(0);
    if (line >= 16 && line <= 1024 && std::has_single_bit(line)) {
      caches.lineSize = static_cast<uint32_t>(line);
    }
  }
  return caches;
}

// Asks cpufreq first. Virtual machines often lack it, and /proc/cpuinfo has the current frequency.
uint32_t clockFrequency() {
  constexpr char path[] = "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq";
  if (auto kilohertz = parseNumber(readLine(path))) {
    return static_cast<uint32_t>(*kilohertz / 1000);
  }
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    size_t colon = line.find(": ");
    if (line.starts_with("cpu MHz") && colon != std::string::npos) {
      return static_cast<uint32_t>(
          parseNumber(std::string_view(line).substr(colon + 2)).value_or(0));
    }
  }
  return 0;
}

}  // namespace host
