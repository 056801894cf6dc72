// Finds the address space of a generic pointer (OpenCL C 3.0 §6.15.10). All address spaces are
// ranges of one memory: local memory is one range, private memory is the worker's stack and the
// work-group's frame, and the rest is global memory.
#include "base.h"

// Where these ranges begin, and their bytes (compiler-spec.md, section 2).
size_t __mux_get_memory_local_start(void) __attribute__((const));
size_t __mux_get_memory_local_size(void) __attribute__((const));
size_t __mux_get_memory_stack_start(void) __attribute__((const));
size_t __mux_get_memory_stack_size(void) __attribute__((const));
size_t __mux_get_memory_frame_start(void) __attribute__((const));
size_t __mux_get_memory_frame_size(void) __attribute__((const));

// Of cl_mem_fence_flags.
#define LOCAL_FENCE 1
#define GLOBAL_FENCE 2

HELPER bool isLocal(const __generic void *p) {
  return (size_t)p - __mux_get_memory_local_start() < __mux_get_memory_local_size();
}

HELPER bool isPrivate(const __generic void *p) {
  return ((size_t)p - __mux_get_memory_stack_start() < __mux_get_memory_stack_size()) |
         ((size_t)p - __mux_get_memory_frame_start() < __mux_get_memory_frame_size());
}

HELPER bool isGlobal(const __generic void *p) {
  return p && !isLocal(p) && !isPrivate(p);
}

// Clang calls these for to_global(p) and its like, whatever p points to.
__global void *__to_global(__generic void *p) { return isGlobal(p) ? (__global void *)p : 0; }
__local void *__to_local(__generic void *p) { return isLocal(p) ? (__local void *)p : 0; }
__private void *__to_private(__generic void *p) { return isPrivate(p) ? (__private void *)p : 0; }

BUILTIN uint get_fence(const __generic void *p) {
  return (isLocal(p) ? LOCAL_FENCE : 0) | (isGlobal(p) ? GLOBAL_FENCE : 0);
}
BUILTIN uint get_fence(__generic void *p) { return get_fence((const __generic void *)p); }
