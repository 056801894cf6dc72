// Functions that LLVM's code generation may call, whatever the program.
//
// LLVM lowers some operations to calls when a CPU lacks the instruction: 128-bit division,
// rounding, fused multiply-add, copies of memory. Usually libgcc or compiler-rt and the C library
// define them. Kernels are linked without either, so these files do. They are one object per
// target, compiled by CMake (cmake/KilnRuntime.cmake) with a section per function: a binary takes
// those it refers to.
//
// The names and semantics are compiler-rt's. Speed matters little: the operations are rare in
// kernels.

#include "half.c"
#include "integer.c"
#include "math.c"
#include "memory.c"
#include "word32.c"
