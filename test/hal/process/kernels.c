// Two kernels for a device of any architecture; the program metadata is from
// test/mux/target_support.
#include "mux/abi.h"

// out[group] = group * group, by way of all of local memory if there is some.
static void square(const void *arguments, const mux_schedule_t *schedule, uint64_t first,
                   uint64_t last) {
  uint64_t *out = *(uint64_t *const *)arguments;
  volatile uint64_t *local = (volatile uint64_t *)schedule->local_memory;
  const uint64_t words = schedule->local_memory_size / 8;
  for (uint64_t group = first; group < last; ++group) {
    out[group] = group * group;
    for (uint64_t i = 0; i < words; ++i) {
      local[i] = out[group];
      out[group] = local[i];
    }
  }
}

static void crash(const void *arguments, const mux_schedule_t *schedule, uint64_t first,
                  uint64_t last) {
  (void)arguments, (void)schedule, (void)first, (void)last;
  *(volatile int *)16 = 1;
}

__attribute__((visibility("default"), used)) const struct {
  uint32_t abi_version, count;
  void (*entries[])(const void *, const mux_schedule_t *, uint64_t, uint64_t);
} kiln_kernels = {MUX_ABI_VERSION, 2, {square, crash}};
