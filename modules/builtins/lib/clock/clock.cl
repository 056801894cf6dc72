// cl_khr_kernel_clock: the counter of the processor's cycles, which is the same for all scopes.
#include "base.h"

#define CLOCKS(scope)                                                             \
  BUILTIN ulong clock_read_##scope(void) { return (ulong)__builtin_readcyclecounter(); } \
  BUILTIN uint2 clock_read_hilo_##scope(void) {                                   \
    return __builtin_astype((ulong)__builtin_readcyclecounter(), uint2);          \
  }

CLOCKS(device)
CLOCKS(work_group)
CLOCKS(sub_group)
