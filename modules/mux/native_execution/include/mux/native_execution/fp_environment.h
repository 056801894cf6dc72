// Sets the floating-point environment for kernels and callbacks, and restores the caller's.
//
// An application may round differently, flush denormals or trap. OpenCL C 3.0 §7.1 asks for
// rounding to nearest in kernels, and compiled code relies on it.
#pragma once

#include <cstdint>

#include "mux/abi.h"

namespace mux::native {

/// The environment of the calling thread during the guard's lifetime.
///
/// The constructor sets it for `control` (mux_fp_control_t): rounding to nearest, no traps,
/// denormals kept or flushed. The destructor restores the previous one. Construct and destroy it on
/// one thread. Guards may nest; each restores the environment that it has found.
class FpGuard {
 public:
  /// Saves the environment and sets the wanted one.
  ///
  /// A range of work-groups shares one guard, because changing control registers takes longer than
  /// a small work-group. Any value other than mux_fp_control_flush_denorms keeps denormals.
  explicit FpGuard(uint32_t control);
  /// Restores the environment that the constructor found. On x86-64 this includes the exception
  /// flags of SSE, so a kernel leaves none behind.
  ~FpGuard();
  FpGuard(const FpGuard &) = delete;
  FpGuard &operator=(const FpGuard &) = delete;

 private:
#if defined(__x86_64__)
  /// The saved control registers: SSE and x87.
  uint32_t mxcsr_;
  uint16_t x87Control_;
#elif defined(__aarch64__)
  /// The saved control register. It has rounding mode, traps and flushing; the flags of exceptions
  /// are elsewhere (FPSR) and stay.
  uint64_t fpcr_;
#endif
};

#if defined(__x86_64__)

inline FpGuard::FpGuard(uint32_t control) {
  // All exceptions masked, round to nearest. MXCSR at the start of a process.
  constexpr uint32_t masked = 0x1f80;
  // The bits FTZ (results) and DAZ (operands).
  constexpr uint32_t flush = 0x8040;
  // The x87 control word at the start of a process. Loading one is slow, so it is compared first.
  constexpr uint16_t x87Default = 0x037f;
  // A target decides on flushing by the kernel's flags (mux_kernel_flush_denorms).
  const uint32_t wanted = masked | (control == mux_fp_control_flush_denorms ? flush : 0);
  // Kernels compute with SSE and AVX, but long double in callbacks uses the x87 unit.
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mxcsr_), "=m"(x87Control_));
  asm volatile("ldmxcsr %0" ::"m"(wanted));
  if (x87Control_ != x87Default) {
    asm volatile("fldcw %0" ::"m"(x87Default));
  }
}

/// Clears pending x87 exceptions before a control word with traps comes back: they would trap at
/// once.
inline FpGuard::~FpGuard() {
  uint16_t current = 0;
  asm volatile("ldmxcsr %1\n\tfnstcw %0" : "=m"(current) : "m"(mxcsr_));
  if (current != x87Control_) {
    asm volatile("fnclex\n\tfldcw %0" ::"m"(x87Control_));
  }
}

#elif defined(__aarch64__)

inline FpGuard::FpGuard(uint32_t control) {
  /// FPCR.FZ: denormal operands and results of single and double precision are zero.
  constexpr uint64_t flushToZero = uint64_t{1} << 24;
  const uint64_t wanted = control == mux_fp_control_flush_denorms ? flushToZero : 0;
  // FPCR of all other zeros is rounding to nearest without traps.
  asm volatile("mrs %0, fpcr" : "=r"(fpcr_));
  asm volatile("msr fpcr, %0" ::"r"(wanted));
}

inline FpGuard::~FpGuard() {
  asm volatile("msr fpcr, %0" ::"r"(fpcr_));
}

#endif

}  // namespace mux::native
