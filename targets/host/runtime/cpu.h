// Detects the features of this CPU, and counts the hardware threads allowed to this process.
//
// The device description reports the results through mux, and the loader compares a binary's
// properties with them. All functions are thread-safe, keep no state and ask the system anew at
// each call.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/properties.h"

namespace host {

/// The processor of this machine as code generation sees it.
struct CpuInfo {
  /// CL_DEVICE_NAME of the device.
  std::string brand;            ///< for people
  TargetProperties properties;  ///< from the CPU and what the OS saves of it
  uint32_t vectorBits = 128;    ///< of the widest registers
  /// Fused multiply-add in hardware: decides on CL_FP_FMA for floats (CL 3.0 §4.2).
  bool hasFma = false;
};

/// Asks the CPU (CPUID, XGETBV), never a table of its names: a virtual machine may hide features of
/// the model that it names. Elsewhere than on x86-64 it assumes the architecture's baseline.
/// Allocates; throws std::bad_alloc.
CpuInfo detectCpu();

/// Returns true if code generated for `code` runs on a device with the properties `device`.
///
/// Knows the levels of the architecture (x86-64-v2 to v4), not the names of CPUs. Equal properties
/// always suit, and so does the baseline.
bool runsOn(const TargetProperties &code, const TargetProperties &device);

/// Returns the numbers of the processors in the calling thread's affinity mask, ascending; all of
/// the machine's if the mask cannot be read.
/// So a process under taskset or in a cpuset has as many compute units as it may use.
std::vector<uint32_t> affinityProcessors();

/// Returns the number of processors that this process may use, at least 1.
///
/// It is the size of the calling thread's affinity mask, at most the cgroup's CPU quota (version 1
/// or 2) rounded up. More workers than that would be stopped by the quota in the middle of a
/// launch. The system's files are read below `root`, for tests.
uint32_t usableProcessors(const std::string &root = {});

/// Returns bytes of physical memory, or the cgroup's limit if it is less. `root` as above.
uint64_t usableMemory(const std::string &root = {});

/// The caches of processor 0.
struct CacheInfo {
  uint64_t lastLevelSize = 0;  ///< bytes, 0 if unknown
  /// Bytes of a cache line; a value outside of 16 to 1024, or no power of two, is not believed.
  uint32_t lineSize = 64;
};
/// Reads the sizes from /sys; the defaults stay if the system has none.
CacheInfo detectCaches();

/// Returns the highest frequency of processor 0 in MHz, or 0 if it is unknown.
/// Without cpufreq it is the current frequency from /proc/cpuinfo. For
/// CL_DEVICE_MAX_CLOCK_FREQUENCY (CL 3.0 §4.2), so for people and not for decisions.
uint32_t clockFrequency();

}  // namespace host
