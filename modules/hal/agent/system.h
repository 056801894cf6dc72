// Linux system calls without a C library.
//
// The numbers come from the generic tables (asm-generic), valid for every architecture since
// AArch64. An older one (x86, PowerPC, MIPS) defines AGENT_OWN_SYSTEM_NUMBERS in its agent_arch.h,
// and the same names with its own values.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "agent_arch.h"

/// Numbers of system calls, and the one flag of mmap whose value depends on the architecture.
#ifndef AGENT_OWN_SYSTEM_NUMBERS
enum {
  systemPpoll = 73,
  systemExitGroup = 94,
  systemFutex = 98,
  systemClockGettime = 113,
  systemKill = 129,
  systemSigaltstack = 132,
  systemRtSigaction = 134,
  systemGetpid = 172,
  systemMmap = 222,
  mapNoReserve = 0x4000,
};
#endif

/// Bits of mmap: access, then flags.
enum { protNone = 0, protRead = 1, protWrite = 2, protExec = 4 };
enum { mapShared = 1, mapPrivate = 2, mapFixed = 0x10, mapAnonymous = 0x20 };

/// The kernel's timespec with 64 bits; the generic tables of 64-bit systems know no other.
struct TimeSpec {
  int64_t seconds, nanoseconds;
};

/// Maps memory. Returns the address, or a negative errno.
static inline long systemMap(uint64_t address, uint64_t size, int access, int flags, int file,
                             uint64_t offset) {
  return agentSystemCall(systemMmap, (long)address, (long)size, access, flags, file, (long)offset);
}

/// Returns 1 if a result of systemMap is an error number.
static inline int isMapError(long address) {
  return address < 0 && address > -4096;
}

/// Sleeps while *word is `value`, until woken. May return early, so callers look at the word again.
/// The futex is shared by both processes.
static inline void futexWait(uint32_t *word, uint32_t value) {
  agentSystemCall(systemFutex, (long)word, 0, (long)value, 0, 0, 0);
}

/// Wakes all sleepers on the word, in both processes.
static inline void futexWakeAll(uint32_t *word) {
  agentSystemCall(systemFutex, (long)word, 1, INT32_MAX, 0, 0, 0);
}

/// Reads CLOCK_MONOTONIC in nanoseconds, the same clock as the host's.
static inline uint64_t clockNanoseconds(void) {
  struct TimeSpec now = {0, 0};
  const int monotonic = 1;
  agentSystemCall(systemClockGettime, monotonic, (long)&now, 0, 0, 0, 0);
  return (uint64_t)now.seconds * 1000000000u + (uint64_t)now.nanoseconds;
}

/// Ends the process, whatever its other threads do.
///
/// SIGKILL works even if a kernel has overwritten the handlers. The loop covers systems that refuse
/// to signal the own process.
static inline void endProcess(void) {
  const int sigkill = 9;
  long self = agentSystemCall(systemGetpid, 0, 0, 0, 0, 0, 0);
  agentSystemCall(systemKill, self, sigkill, 0, 0, 0, 0);
  for (;;) {
    agentSystemCall(systemExitGroup, 1, 0, 0, 0, 0, 0);
  }
}
