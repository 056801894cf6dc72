// The agent's code for RISC-V with 64 bits (modules/hal/agent/agent.h has the contract).
//
// The agent runs in the emulated process without a C library, on each hart. It loads code into
// memory shared with the driver, and calls kernels. These functions are the only ones that depend
// on the architecture. A port to another one replaces this header.
#pragma once

#include <stdint.h>

/// The kernel returns from signal handlers by itself here.
enum { agentHasSignalRestorer = 0 };

/// Makes a system call with up to six arguments. Returns its result, or a negative error number.
static inline long agentSystemCall(long number, long a, long b, long c, long d, long e, long f) {
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  register long a3 __asm__("a3") = d;
  register long a4 __asm__("a4") = e;
  register long a5 __asm__("a5") = f;
  register long a7 __asm__("a7") = number;
  __asm__ volatile("ecall"
                   : "+r"(a0)
                   : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(a7)
                   : "memory");
  return a0;
}

/// Sets rounding to nearest even and clears the flags. RISC-V can neither flush denormals nor trap.
/// The control word of the schedule has no effect here.
static inline void agentResetFp(uint32_t control) {
  (void)control;
  __asm__ volatile("fscsr zero" ::: "memory");
}

/// Makes new code in [from, to) visible to all harts. The instruction fence.i is for this hart
/// alone; the system call (riscv_flush_icache) is for all threads.
/// Called after new code has been written, before any hart runs it. Without it a hart may execute
/// stale bytes of its instruction cache.
static inline void agentFlushCode(uint64_t from, uint64_t to) {
  const long flushInstructionCache = 259;
  __asm__ volatile("fence.i" ::: "memory");
  agentSystemCall(flushInstructionCache, (long)from, (long)to, 0, 0, 0, 0);
}

/// Returns VLEN, the bits of a vector register. Illegal without a vector unit.
///
/// 0xc22 is vlenb, written as a number for assemblers without V.
static inline uint32_t agentVectorBits(void) {
  uint64_t bytes;
  __asm__ volatile("csrr %0, 0xc22" : "=r"(bytes));
  return (uint32_t)bytes * 8;
}

/// Waits a moment in a spin loop: the hint `pause`, a fence on older cores.
static inline void agentRelax(void) {
  __asm__ volatile(".word 0x0100000f" ::: "memory");
}
