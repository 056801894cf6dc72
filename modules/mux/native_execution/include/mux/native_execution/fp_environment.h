// Sets the floating-point environment for kernels and callbacks, and restores the caller's.
#pragma once

#include <cstdint>

#include "mux/abi.h"

namespace mux::native {

/// Sets the environment for `control` (mux_fp_control_t) on the calling thread: rounding to
/// nearest, no traps, denormals kept or flushed. The destructor restores the previous one.
class FpGuard {
 public:
  explicit FpGuard(uint32_t control);
  ~FpGuard();
  FpGuard(const FpGuard &) = delete;
  FpGuard &operator=(const FpGuard &) = delete;

 private:
#if defined(__x86_64__)
  uint32_t mxcsr_;
  uint16_t x87Control_;
#elif defined(__aarch64__)
  uint64_t fpcr_;
#endif
};

#if defined(__x86_64__)

inline FpGuard::FpGuard(uint32_t control) {
  constexpr uint32_t masked = 0x1f80;      // round to nearest, no traps
  constexpr uint32_t flush = 0x8040;       // FTZ and DAZ
  constexpr uint16_t x87Default = 0x037f;  // as at the start of a process
  const uint32_t wanted = masked | (control == mux_fp_control_flush_denorms ? flush : 0);
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mxcsr_), "=m"(x87Control_));
  asm volatile("ldmxcsr %0" ::"m"(wanted));
  if (x87Control_ != x87Default) {
    asm volatile("fldcw %0" ::"m"(x87Default));
  }
}

inline FpGuard::~FpGuard() {
  uint16_t current = 0;
  asm volatile("ldmxcsr %1\n\tfnstcw %0" : "=m"(current) : "m"(mxcsr_));
  if (current != x87Control_) {
    asm volatile("fnclex\n\tfldcw %0" ::"m"(x87Control_));
  }
}

#elif defined(__aarch64__)

inline FpGuard::FpGuard(uint32_t control) {
  constexpr uint64_t flushToZero = uint64_t{1} << 24;
  const uint64_t wanted = control == mux_fp_control_flush_denorms ? flushToZero : 0;
  asm volatile("mrs %0, fpcr" : "=r"(fpcr_));
  asm volatile("msr fpcr, %0" ::"r"(wanted));
}

inline FpGuard::~FpGuard() {
  asm volatile("msr fpcr, %0" ::"r"(fpcr_));
}

#endif

}  // namespace mux::native
