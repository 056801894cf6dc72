// Macros common to all sources of the builtins library. The library is compiled without
// -fdeclare-opencl-builtins: Clang must not declare the functions defined here.
#pragma once

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// A builtin: overloaded, hence mangled as Clang mangles the call of it.
#define BUILTIN __attribute__((overloadable))
// A helper that is not seen outside the unit.
#define HELPER static inline __attribute__((overloadable, always_inline))
// A large helper that several functions of the unit share, left to the inliner.
#define SHARED static __attribute__((overloadable))

// A condition that seldom holds: widened code keeps a branch around what is done then.
#define SELDOM(condition) __builtin_expect(condition, 0)

// Whether fma of floating-point numbers of this many bits is one instruction of the target; a
// constant by the time that kernels are optimized (compiler-spec.md, section 2).
bool __mux_has_fma(uint bits) __attribute__((const));

// Whether the program promises that no argument of this function and no result is an infinity or NaN
// (-cl-finite-math-only), and whether denormal numbers may count as zeros, and zeros may stand for them
// (-cl-denorms-are-zero); constants likewise. Helpers that are not inlined are not told the first.
bool __mux_finite_math(void) __attribute__((const));
bool __mux_flushes_denorms(void) __attribute__((const));

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
