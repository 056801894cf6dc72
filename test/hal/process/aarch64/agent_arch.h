// AArch64: with start.S, all code needed for another architecture.
#pragma once

#include <stdint.h>

enum { agentHasSignalRestorer = 1 };

static inline long agentSystemCall(long number, long a, long b, long c, long d, long e, long f) {
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  register long x8 __asm__("x8") = number;
  __asm__ volatile("svc #0"
                   : "+r"(x0)
                   : "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5), "r"(x8)
                   : "memory");
  return x0;
}

static inline void agentResetFp(uint32_t control) {
  const uint64_t flushToZero = (uint64_t)1 << 24;
  __asm__ volatile("msr fpcr, %0" ::"r"(control == 1 ? flushToZero : 0));
}

static inline void agentFlushCode(uint64_t from, uint64_t to) {
  const uint64_t line = 16;  // no core has shorter ones
  for (uint64_t address = from; address < to; address += line) {
    __asm__ volatile("dc cvau, %0" ::"r"(address) : "memory");
  }
  __asm__ volatile("dsb ish" ::: "memory");
  for (uint64_t address = from; address < to; address += line) {
    __asm__ volatile("ic ivau, %0" ::"r"(address) : "memory");
  }
  __asm__ volatile("dsb ish\n\tisb" ::: "memory");
}

static inline uint32_t agentVectorBits(void) {
  return 128;
}

static inline void agentRelax(void) {
  __asm__ volatile("yield" ::: "memory");
}
