// Asynchronous copies by the device's engine. Each transfer is started by the first work-item
// alone, whose token is the transfer's ticket + 1; the others' tokens stay 0. The engine works
// in order, so a later ticket stands for the earlier ones too.
#include "async/dma.h"
#include "registers.h"

size_t __mux_get_local_linear_id(void) __attribute__((const));

HELPER size_t start(ulong to, ulong from, size_t size, size_t to_stride, size_t from_stride,
                    size_t lines, size_t token) {
  if (__mux_get_local_linear_id() != 0)
    return token;
  const ulong ticket = __atomic_fetch_add(&REGISTERS->issued, 1, __ATOMIC_RELAXED);
  while (LOAD(REGISTERS->completed) + HOOKS_SLOTS <= ticket) {
  }
  __global struct hooks_transfer *slot = &REGISTERS->slots[ticket % HOOKS_SLOTS];
  slot->to = to;
  slot->from = from;
  slot->size = size;
  slot->to_stride = to_stride;
  slot->from_stride = from_stride;
  slot->lines = lines;
  STORE(slot->ready, ticket + 1);
  return ticket + 1;
}

size_t __mux_dma_read_1d(__local void *to, const __global void *from, size_t size, size_t token) {
  return start((ulong)to, (ulong)from, size, 0, 0, 1, token);
}

size_t __mux_dma_write_1d(__global void *to, const __local void *from, size_t size, size_t token) {
  return start((ulong)to, (ulong)from, size, 0, 0, 1, token);
}

size_t __mux_dma_read_2d(__local void *to, const __global void *from, size_t size, size_t to_stride,
                         size_t from_stride, size_t lines, size_t token) {
  return start((ulong)to, (ulong)from, size, to_stride, from_stride, lines, token);
}

size_t __mux_dma_write_2d(__global void *to, const __local void *from, size_t size,
                          size_t to_stride, size_t from_stride, size_t lines, size_t token) {
  return start((ulong)to, (ulong)from, size, to_stride, from_stride, lines, token);
}

void __mux_dma_wait(size_t token) {
  while (LOAD(REGISTERS->completed) < token) {
  }
}
