// Macros common to all sources of the builtins library. The library is compiled without
// -fdeclare-opencl-builtins: Clang must not declare the functions defined here.
#pragma once

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// A builtin: overloaded, hence mangled as Clang mangles the call of it.
#define BUILTIN __attribute__((overloadable))
// A helper invisible outside the unit.
#define HELPER static inline __attribute__((overloadable, always_inline))
// A large helper for several functions of the unit, left to the inliner.
#define SHARED static __attribute__((overloadable))

// Marks a condition as rarely true: widened code keeps a branch around its code.
#define UNLIKELY(condition) __builtin_expect(condition, 0)

// Tells if fma of floating-point numbers of this many bits is one instruction of the target; a
// constant before kernels are optimized (compiler-spec.md, section 2).
bool __mux_has_fma(uint bits) __attribute__((const));

// Options of the program, constants likewise. The first: no argument or result of this function is an
// infinity or NaN (-cl-finite-math-only). It is false in helpers left as calls. The second: denormal
// numbers may count as zeros, and zeros may stand for them (-cl-denorms-are-zero).
bool __mux_finite_math(void) __attribute__((const));
bool __mux_flushes_denorms(void) __attribute__((const));

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
