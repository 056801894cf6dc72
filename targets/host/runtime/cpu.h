// Detects the features of this CPU, and counts the hardware threads allowed to this process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/facts.h"

namespace host {

struct CpuInfo {
  std::string brand;          ///< for people
  CompilerFacts facts;        ///< from the CPU and what the OS saves of it
  uint32_t vectorBits = 128;  ///< of the widest registers
  bool hasFma = false;
};

/// Asks the CPU (CPUID, XGETBV), never a table of its names.
CpuInfo detectCpu();

/// Whether code that was generated for `code` runs on a device with the facts `device`. Knows
/// the levels of the architecture, not the names of CPUs (equal facts always suit).
bool runsOn(const CompilerFacts &code, const CompilerFacts &device);

/// Numbers of the processors in the calling thread's affinity mask; all there are if it cannot be
/// read.
std::vector<uint32_t> affinityProcessors();

/// Processors that this process may use: those of the calling thread's affinity mask, at
/// most the cgroup's CPU quota (version 1 or 2) rounded up; at least 1. The files of the system
/// are looked for below `root`.
uint32_t usableProcessors(const std::string &root = {});

/// Physical memory, or the cgroup's limit if that is less; likewise. Bytes.
uint64_t usableMemory(const std::string &root = {});

struct CacheInfo {
  uint64_t lastLevelSize = 0;  ///< bytes, 0 if unknown
  uint32_t lineSize = 64;
};
CacheInfo detectCaches();

/// MHz, 0 if unknown.
uint32_t clockFrequency();

}  // namespace host
