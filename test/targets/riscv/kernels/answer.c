// The same program but for a number: remains of another one of these at the same address show.
// out[0] = ANSWER, out[1] = where the code is.
#include "mux/abi.h"

static void kernel_answer(const void *arguments, const mux_schedule_t *schedule, uint64_t first,
                          uint64_t last) {
  uint64_t *out = *(uint64_t *const *)arguments;
  (void)schedule, (void)first, (void)last;
  out[0] = ANSWER;
  out[1] = (uint64_t)kernel_answer;
}

__attribute__((visibility("default"))) const struct {
  uint32_t abi_version, count;
  void (*entries[])(const void *, const mux_schedule_t *, uint64_t, uint64_t);
} kiln_kernels = {MUX_ABI_VERSION, 1, {kernel_answer}};
